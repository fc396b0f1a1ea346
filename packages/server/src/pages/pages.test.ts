import { expect, test } from 'vitest'
import { pageStates } from '../../test/page-states.ts'
import {
  brandOf,
  choiceAccount,
  choiceView,
  closedView,
  linkView,
  noBrand,
  pageContext,
} from '../../test/page-views.ts'
import { languages } from '../schemas/connect-link.ts'
import { choicePage } from './choice-page.ts'
import { messagesIn } from './language.ts'
import { closedPage, linkPage } from './link-page.ts'
import { lineOf } from './markup.ts'
import { documentOf } from './page.ts'

const isForDevelopers = (name: string) => name === 'landing'
const states = Object.entries(pageStates)
const cases = states.flatMap(([name, page]) =>
  languages.map((language) => ({ name, page, language })),
)

test.each(cases)(
  '$name in $language is whole, small and without script',
  async ({ name, page, language }) => {
    const built = page(language)
    const text = await documentOf(built)
    expect(text).toContain(`<html lang="${built.language}" dir="ltr">`)
    expect(text).not.toMatch(/<script|javascript:|\son\w+=|style="|undefined|\[object/i)
    if (!isForDevelopers(name)) {
      expect(text.split('</style>')[1]).not.toMatch(/\{\w+\}/)
      expect(Buffer.byteLength(text)).toBeLessThan(30_000)
    }
    expect(text.match(/<h1/g)).toHaveLength(1)
  },
)

const hostile = {
  html: '<script>alert(1)</script><img src=x onerror=alert(1)>',
  quotes: `"><svg onload=alert(1)> ' \` \${7*7} {brand} {account}`,
  rightToLeft: '\u202Eevil\u202C \u2066x\u2069 שלום',
  control: 'a\u0000b\u0007c\nd',
  huge: 'Ω'.repeat(10_000),
  astral: '👩‍🚀'.repeat(3_000),
}

test.each(Object.entries(hostile))('a hostile name is rendered as text: %s', async (_, name) => {
  const brand = brandOf({
    name,
    color: name,
    logoUrl: name,
    privacyUrl: `javascript:alert(1)//${name}`,
    supportEmail: `"${name}"@x.example`,
  })
  const account = choiceAccount({ name, username: name, avatarUrl: `javascript:${name}` })
  const documents = await Promise.all([
    documentOf(
      linkPage(linkView({ brand, account: { platform: 'threads', name } }), pageContext()),
    ),
    documentOf(
      choicePage(choiceView({ brand, accounts: [account] }), pageContext('de', 'nothing_chosen')),
    ),
    documentOf(
      closedPage(closedView({ brand, backUrl: 'javascript:alert(1)' }), pageContext('ja')),
    ),
  ])
  for (const text of documents) {
    expect(text).not.toMatch(/<script|<img|<svg onload|javascript:/i)
    expect(text).not.toMatch(/(?!\n)[\p{Cc}\u202a-\u202e\u2066-\u2069]/u)
    expect(text).toContain('<bdi>')
    expect(Buffer.byteLength(text)).toBeLessThan(30_000)
  }
})

test.each([
  ['  a \n b\t c ', 'a b c'],
  ['x'.repeat(200), `${'x'.repeat(119)}…`],
  ['\u202Eabc', 'abc'],
  ['', ''],
])('a line of %j is %j', (text, line) => {
  expect(lineOf(text)).toBe(line)
})

test('a braced word in a name is not filled in', async () => {
  const view = linkView({ brand: brandOf({ name: '{duration} {platform}' }) })
  expect(await documentOf(linkPage(view, pageContext()))).toContain(
    '<bdi>{duration} {platform}</bdi>',
  )
})

test.each(languages)(
  'the password is said to stay private once, before the first button: %s',
  async (language) => {
    const { several: trust } = messagesIn[language].trust
    const views = [linkView({ brand: brandOf({}) }), linkView({ brand: noBrand })]
    const pages = views.map((view) => linkPage(view, pageContext(language)))
    for (const page of [...pages, pageStates.invitation!(language)]) {
      const text = await documentOf(page)
      expect(text.split(trust)).toHaveLength(2)
      expect(text.indexOf(trust)).toBeLessThan(text.indexOf('<button'))
    }
    // The client read it on the page before.
    expect(await documentOf(pageStates.server!(language))).not.toContain(trust)
  },
)

test('only the platforms of the view have a button, each with its own form action', async () => {
  const text = await documentOf(
    linkPage(linkView({ platforms: linkView().platforms.slice(0, 2) }), pageContext()),
  )
  expect([...text.matchAll(/action="([^"]*)"/g)].map(([, action]) => action)).toEqual([
    '/connect/token/threads',
    '/connect/token/instagram',
  ])
})

test('a link for one platform names it in every step, one for several asks to choose', async () => {
  const { platforms } = linkView()
  const pageFor = (count: number) =>
    documentOf(linkPage(linkView({ platforms: platforms.slice(0, count) }), pageContext()))
  const { open, next, trust } = messagesIn.en
  const one = await pageFor(1)
  expect(one).toContain('<p class="lead">Log in with Threads.</p>')
  expect(one).toContain('in your Threads settings.')
  expect(one).toContain('Log in to Threads on its own page.')
  const two = await pageFor(2)
  for (const { several } of [open.lead, next.login, trust]) expect(two).toContain(several)
})

test('a link for Facebook alone says that Pages are chosen', async () => {
  const { platforms } = linkView()
  const onlyFacebook = linkView({
    platforms: platforms.filter(({ value }) => value === 'facebook'),
  })
  const { pages } = messagesIn.en.next
  expect(await documentOf(linkPage(onlyFacebook, pageContext()))).toContain(pages)
  expect(await documentOf(linkPage(linkView(), pageContext()))).not.toContain(pages)
})

test('only available accounts can be ticked; a single or connected one is ticked already', async () => {
  const text = await documentOf(choicePage(choiceView(), pageContext()))
  const boxes = [...text.matchAll(/<input type="checkbox"[^>]*>/g)].map(([box]) => box)
  expect(boxes.map((box) => [box.includes(' checked'), box.includes(' disabled')])).toEqual([
    [false, false],
    [true, false],
    [false, true],
    [false, true],
  ])
  const single = choiceView({ accounts: [choiceAccount()] })
  expect(await documentOf(choicePage(single, pageContext()))).toContain(' checked')
})

test('a selection without available accounts has only a button back', async () => {
  const text = await documentOf(
    choicePage(choiceView({ accounts: [] }), pageContext('en', 'no_accounts')),
  )
  expect(text).not.toContain('value="connect"')
  expect(text).toContain('Back to <bdi>Bergmann Agency</bdi>')
})

test.each(Object.keys(messagesIn.en.notices) as (keyof typeof messagesIn.en.notices)[])(
  'the notice %s is an alert and stands in the title',
  async (notice) => {
    for (const language of languages) {
      const text = await documentOf(linkPage(linkView(), pageContext(language, notice)))
      const { title } = messagesIn[language].notices[notice]
      expect(text).toContain('role="alert"')
      expect(text).toMatch(new RegExp(`<title>[^<]*${title}`))
    }
  },
)

test('a link that cannot be used has one button to write to the brand, if it has an address', async () => {
  const brand = { ...noBrand, name: 'Acme', supportEmail: 'help@acme.example' }
  const text = await documentOf(closedPage(closedView({ brand }), pageContext()))
  expect(text).toContain('<a class="button plain" href="mailto:help@acme.example">')
  expect(text.match(/mailto:/g)).toHaveLength(1)
  const without = await documentOf(closedPage(closedView({ brand: noBrand }), pageContext()))
  expect(without).not.toContain('mailto:')
})

test('only an expired link has a button back', async () => {
  const backUrl = 'https://app.example.com/back?status=error&error=expired'
  const text = await documentOf(closedPage(closedView({ backUrl }), pageContext()))
  expect(text).toContain('href="https://app.example.com/back?status=error&amp;error=expired"')
  expect(await documentOf(closedPage(closedView({ state: 'used' }), pageContext()))).not.toContain(
    'class="button primary"',
  )
})
