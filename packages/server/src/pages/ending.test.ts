import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildProfile } from '../../test/build.ts'
import { type Decision, type Landing, openBrowser } from '../../test/client.ts'
import { allow, buildLink, cancel } from '../../test/connect-flow.ts'
import { openTestApp, useTestApp } from '../../test/test-app.ts'
import type { Profile } from '../schemas/profile.ts'

const testApp = useTestApp({ poolMax: 10 })
let profile: Profile
let ending: string

beforeAll(async () => {
  ending = (await testApp.call('GET', '/v1/connect/settings')).body.default_redirect_url
  await testApp.call('PATCH', '/v1/connect/settings', { brand_name: 'Acme & Co', color: '#0b6e4f' })
})

beforeEach(async () => {
  await testApp.ctx.db.query.deleteFrom('account').execute()
  profile = await buildProfile(testApp)
})

const newLink = (input: Record<string, unknown> = {}) =>
  buildLink(testApp, profile.id, { redirect_url: ending, ...input })
const titleOf = ({ text }: Landing) => /<h1[^>]*>(.*?)<\/h1>/.exec(text)?.[1]
const pathOf = (url: string) => {
  const { pathname, search } = new URL(url)
  return pathname + search
}
const neutral = 'You can close this page'

/** The browser logs in and follows the redirect to the page on which it ends. */
async function end(url: string, decision: Decision, browser = openBrowser(testApp)) {
  const { location } = await browser.login(url, 'threads', decision)
  const path = pathOf(location!)
  return { browser, path, page: await browser.visit('GET', path) }
}

test('the settings and the session name the default redirect URL, which needs no registration', async () => {
  expect(ending).toBe(`${testApp.ctx.config.publicUrl}/connect/done`)
  const origins = await testApp.call('GET', '/v1/connect/redirect-origins')
  expect(origins.body.data).toEqual([])
  expect((await newLink()).url).toContain('/connect/')
})

test.each([
  ['another page', (url: string) => url.replace('/done', '/other')],
  ['a path below it', (url: string) => `${url}/more`],
  ['a query', (url: string) => `${url}?next=https://evil.test`],
  ['a fragment', (url: string) => `${url}#part`],
  ['another port', (url: string) => url.replace(':4000', ':4001')],
  ['the start page', (url: string) => url.replace('/connect/done', '/')],
])('a redirect_url with %s is not the default and is refused', async (_what, change) => {
  const response = await testApp.call('POST', `/v1/profiles/${profile.id}/connect-links`, {
    redirect_url: change(ending),
  })
  expect([response.status, response.body.error?.code]).toEqual([
    400,
    'redirect_origin_not_registered',
  ])
})

test('removing the origin of this installation leaves links to the default redirect URL valid', async () => {
  const { body } = await testApp.call('POST', '/v1/connect/redirect-origins', {
    origin: testApp.ctx.config.publicUrl,
  })
  const link = await newLink()
  await testApp.call('DELETE', `/v1/connect/redirect-origins/${body.id}`)
  const { status } = (await testApp.call('GET', `/v1/connect-links/${link.id}`)).body
  expect(status).toBe('valid')
})

describe('after success', () => {
  test('the page names the brand and the account, with the parameters of any redirect', async () => {
    const link = await newLink({ state: 's1' })
    const { page, path } = await end(link.url, allow)
    expect(page.status).toBe(200)
    expect(titleOf(page)).toBe('You’re connected to <bdi>Acme &amp; Co</bdi>')
    expect(page.text).toContain('@anna.bakes')
    expect(page.text).toContain('You can close this page.')
    expect(page.text).not.toContain('Try again')
    const query = new URL(path, ending).searchParams
    expect([query.get('status'), query.get('profile_id'), query.get('state')]).toEqual([
      'connected',
      profile.id,
      's1',
    ])
  })

  test('the page names the network of each account', async () => {
    const { page } = await end((await newLink()).url, allow)
    expect(page.text).toContain('<bdi>@anna.bakes</bdi> <small>Threads</small>')
  })

  test('without the permission for the handle, the page shows the name of a TikTok account', async () => {
    const browser = openBrowser(testApp)
    const permissions = ['user.info.basic', 'user.info.stats', 'video.list', 'video.publish']
    const decision = { ...allow, permissions }
    const { location } = await browser.login((await newLink()).url, 'tiktok', decision)
    const page = await browser.visit('GET', pathOf(location!))
    expect(page.text).toContain('<bdi>Anna</bdi> <small>TikTok</small>')
  })

  test.each([
    ['de', 'Sie sind mit <bdi>Acme &amp; Co</bdi> verbunden'],
    ['es', 'Ya está conectado con <bdi>Acme &amp; Co</bdi>'],
    ['ja', '<bdi>Acme &amp; Co</bdi>との連携が完了しました'],
  ])('the page has the language of the link: %s', async (language, title) => {
    const { page } = await end((await newLink({ language })).url, allow)
    expect(titleOf(page)).toBe(title)
  })

  test.each([
    ['en', 'You’re connected to <bdi>Acme &amp; Co</bdi> again'],
    ['de', 'Sie sind wieder mit <bdi>Acme &amp; Co</bdi> verbunden'],
    ['es', 'Vuelve a estar conectado con <bdi>Acme &amp; Co</bdi>'],
    ['ja', '<bdi>Acme &amp; Co</bdi>との再連携が完了しました'],
  ])('after reconnecting an account the page says connected again: %s', async (language, title) => {
    await end((await newLink()).url, allow)
    testApp.clock.advance(60_000)
    const { page } = await end((await newLink({ language })).url, allow)
    expect(titleOf(page)).toBe(title)
    expect(page.text).toContain('@anna.bakes')
  })

  test('missing optional permissions → the page names them and says to ask for a new link', async () => {
    const permissions = ['threads_basic', 'threads_content_publish', 'threads_read_replies']
    const { page } = await end((await newLink()).url, { ...allow, permissions })
    expect(titleOf(page)).toContain('You’re connected')
    expect(page.text).toContain(
      'Not allowed yet: hide comments, see statistics, and delete posts. Everything else works.',
    )
    expect(page.text).toContain('ask <bdi>Acme &amp; Co</bdi> for a new link')
  })

  test('all permissions granted → the page names none', async () => {
    const { page } = await end((await newLink()).url, allow)
    expect(page.text).not.toContain('Not allowed yet')
  })

  test('a browser without the cookie, or with that of another link, gets the neutral page', async () => {
    const { path } = await end((await newLink()).url, allow)
    const newVisitor = await openBrowser(testApp).visit('GET', path)
    const { browser } = await end((await newLink()).url, cancel)
    for (const page of [newVisitor, await browser.visit('GET', path)]) {
      expect([page.status, titleOf(page)]).toEqual([200, neutral])
      expect(page.text).not.toMatch(/anna|Acme/)
    }
  })

  test('a made-up cookie with the token of the link → the neutral page', async () => {
    const link = await newLink()
    const { path, browser } = await end(link.url, allow)
    const [name] = browser.jar.keys()
    const token = pathOf(link.url).split('/').at(-1)
    const response = await testApp.app.request(new URL(path, ending).href, {
      headers: { cookie: `${name}=made-up.${token}` },
    })
    const text = await response.text()
    expect(text).toContain(`<h1>${neutral}</h1>`)
    expect(text).not.toContain('anna.bakes')
  })
})

describe('after a failure', () => {
  test('cancel → the page leads back to the same link, which then succeeds', async () => {
    const link = await newLink()
    const { page, browser } = await end(link.url, cancel)
    expect(titleOf(page)).toBe('You canceled')
    expect(page.text).toContain('Nothing was connected to <bdi>Acme &amp; Co</bdi>.')
    expect(page.text).not.toContain('<title>Problem')
    expect(page.text).toContain(`href="${pathOf(link.url)}"`)
    expect(page.text).toContain('Try again')
    expect((await browser.visit('GET', pathOf(link.url))).status).toBe(200)
    const { page: second } = await end(link.url, allow, browser)
    expect(titleOf(second)).toContain('You’re connected')
  })

  test('a missing required permission → the page names what it is for', async () => {
    const link = await newLink()
    const { page } = await end(link.url, { ...allow, permissions: ['threads_basic'] })
    expect(titleOf(page)).toBe('A permission is missing')
    expect(page.text).toContain('Not allowed yet: publish posts and reply to comments.')
    expect(page.text).toMatch(/keep all permissions on(?!.*select at least one)/s)
    expect(page.text).toContain(`href="${pathOf(link.url)}"`)
  })

  test('a missing required permission of a network with Pages → the page says to select one', async () => {
    const browser = openBrowser(testApp)
    const login = { decision: 'allow', permissions: ['pages_show_list'] } satisfies Decision
    const { location } = await browser.login((await newLink()).url, 'facebook', login)
    const { text } = await browser.visit('GET', pathOf(location!))
    expect(text).toContain('select at least one Page')
  })

  test('a login without accounts → both pages say so and lead back to the link', async () => {
    const link = await newLink()
    const browser = openBrowser(testApp)
    const login: Decision = { decision: 'allow', person: 'ben' }
    const { location } = await browser.login(link.url, 'facebook', login)
    const choice = await browser.visit('GET', location!)
    // This installation's own page is no application to go back to.
    expect(choice.text).not.toContain('name="do"')
    const back = await browser.visit('POST', location!, { do: 'cancel' })
    const query = new URL(back.location!, ending).searchParams
    expect(query.get('error')).toBe('permission_missing')
    const page = await browser.visit('GET', pathOf(back.location!))
    for (const shown of [choice, page]) {
      expect(titleOf(shown)).toBe('No Pages found')
      expect(shown.text).toContain(`href="${pathOf(link.url)}"><span>Try again`)
      expect(shown.text).not.toContain('keep all permissions on')
    }
    const { attempts } = (await testApp.call('GET', `/v1/connect-links/${link.id}`)).body
    expect(attempts.map((attempt: { error: string | null }) => attempt.error)).toEqual([
      null,
      'no_accounts',
    ])
  })

  test('an account of another profile → the page names it and the sender to contact', async () => {
    await end((await newLink()).url, allow)
    profile = await buildProfile(testApp)
    const { page } = await end((await newLink()).url, allow)
    expect(titleOf(page)).toBe('This account is already connected elsewhere')
    expect(page.text).toContain('<bdi>@anna.bakes</bdi> <small>Threads</small>')
    expect(page.text).toContain('Ask <bdi>Acme &amp; Co</bdi>')
    expect(page.text).toContain('Try again')
  })

  test('a link that expires during the login → the page shows that it has expired', async () => {
    const link = await newLink()
    const browser = openBrowser(testApp)
    const back = await browser.decide(await browser.begin(link.url, 'threads'), allow)
    testApp.clock.advance(31 * 60_000)
    const { location } = await browser.visit('GET', back)
    const page = await browser.visit('GET', pathOf(location!))
    expect(titleOf(page)).toBe('This link has expired')
    expect(page.text).not.toContain('Try again')
  })

  test('an expired link has no button back, because there is no application', async () => {
    const link = await newLink()
    testApp.clock.advance(31 * 60_000)
    const page = await openBrowser(testApp).visit('GET', pathOf(link.url))
    expect([page.status, titleOf(page)]).toEqual([410, 'This link has expired'])
    expect(page.text).not.toContain('class="button')
  })

  test('a link revoked after a cancel → no button back to it', async () => {
    const link = await newLink()
    const { browser, path } = await end(link.url, cancel)
    await testApp.call('DELETE', `/v1/connect-links/${link.id}`)
    const page = await browser.visit('GET', path)
    expect(titleOf(page)).toBe('This link is no longer active')
    expect(page.text).not.toContain('Try again')
  })
})

describe('an altered URL', () => {
  test('status, error and accounts of the query change nothing on the page', async () => {
    const link = await newLink()
    const { browser, path, page } = await end(link.url, cancel)
    const altered = new URL(path, ending)
    altered.searchParams.set('status', 'connected')
    altered.searchParams.set('error', '<b>evil</b>')
    altered.searchParams.set('account_ids', 'acc_evil')
    const alteredPage = await browser.visit('GET', altered.pathname + altered.search)
    expect(alteredPage.text).toBe(page.text)
  })

  test.each([
    '/connect/done',
    '/connect/done?status=connected&account_ids=acc_1',
    '/connect/done?flow=',
    '/connect/done?flow=flow_01kaaaaaaaaaaaaaaaaaaaaaaa',
    '/connect/done?flow=%3Cscript%3Ealert(1)%3C/script%3E',
    '/connect/done?flow=__proto__&flow=constructor',
  ])('%s is the neutral page', async (path) => {
    const { browser } = await end((await newLink()).url, allow)
    const page = await browser.visit('GET', path)
    expect([page.status, titleOf(page)]).toEqual([200, neutral])
    expect(page.text).not.toMatch(/evil|alert\(|acc_1|Acme/)
  })
})

test('the account limit → the page shows that it is reached, and the link stays valid', async () => {
  const small = await openTestApp({ env: { MAX_ACCOUNTS: '1' }, poolMax: 10 })
  const { id: profileId } = await buildProfile(small)
  const newOne = () => buildLink(small, profileId, { redirect_url: ending })
  const browser = openBrowser(small)
  await browser.login((await newOne()).url, 'threads', allow)
  const link = await newOne()
  const other = { ...allow, account: 'bergmann.bakery' }
  const { location } = await browser.login(link.url, 'instagram', other)
  const page = await browser.visit('GET', pathOf(location!))
  expect(titleOf(page)).toBe('Account limit reached')
  expect(page.text).toContain(`href="${pathOf(link.url)}"`)
  await small.close()
})
