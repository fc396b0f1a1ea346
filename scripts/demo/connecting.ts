import type { AccountListItem, PlatformValue, Profile } from '@postern/sdk'
import { logIn } from '../scenario/actions.ts'
import { openBrowser, type Page } from '../scenario/browser.ts'
import { print, step, verify, verifyEqual } from '../scenario/report.ts'
import { accountOf, findPerson } from '../scenario/sandbox.ts'
import type { Demo } from './setup.ts'

const state = 'order 4711 & more'
const metadata = { campaign: 'spring' }
const linkLifetimeMs = 30 * 60_000

/** Connects Threads with one link: the client cancels first, then tries again and allows. */
export async function connectThreads(demo: Demo, profile: Profile): Promise<AccountListItem> {
  const { api, receiver } = demo
  const login = accountOf(await findDora(demo), 'threads')
  const link = await step('The owner creates a connect link for Threads or Instagram', async () => {
    const created = await createLink(demo, ['threads', 'instagram'])
    verifyEqual(created.profile_id, profile.id, 'it has the id of the profile')
    const lifetime = new Date(created.expires_at).getTime() - Date.now()
    verify(Math.abs(lifetime - linkLifetimeMs) < 60_000, 'it is valid for 30 minutes')
    return created
  })
  const browser = openBrowser()
  await step('The client cancels at the platform', async () => {
    const page = await browser.open(link.url)
    verifyEqual(page.status, 200, `the hosted page: "${page.heading}"`)
    verify(page.text.includes('Atelier Nord'), 'it names the brand')
    const names = page.forms.map((form) => form.action.split('/').at(-1))
    verifyEqual(names, ['threads', 'instagram'], 'it offers exactly the two requested platforms')
    const back = await browser.press(await logIn(browser, page, login), 'cancel')
    checkReturn(demo, back, { status: 'error', error: 'access_denied', state })
    const { status } = await api.connect.links.get(link.id)
    verifyEqual(status, 'valid', 'the link is still valid')
  })
  const account = await step('The client opens the same link again and allows', async () => {
    const question = await logIn(browser, await browser.open(link.url), login)
    const back = await browser.press(question, 'allow')
    return (await confirmReturn(demo, profile, back, [login.username]))[0]!
  })
  await step('account.connected is sent to both endpoints', async () => {
    for (const path of ['/hooks/all', '/hooks/client']) {
      const { event } = await receiver.wait(path, 'account.connected', ({ data }) => {
        return data.account.id === account.id
      })
      verifyEqual(
        [event.profile_id, event.profile_external_id, event.data.reconnected, event.data.metadata],
        [profile.id, demo.externalId, false, metadata],
        'it has the profile and the metadata of the link',
      )
    }
  })
  await step('The used link shows that it is used', async () => {
    const page = await openBrowser().open(link.url)
    verifyEqual([page.status, page.forms.length], [410, 0], `the hosted page: "${page.heading}"`)
    verifyEqual(
      (await api.connect.links.get(link.id)).status,
      'used',
      'the link has the status used',
    )
  })
  return account
}

/** Connects two of three Facebook pages, chosen on the hosted page. */
export async function choosePages(demo: Demo, profile: Profile): Promise<void> {
  await step('The client allows three Facebook pages and connects two', async () => {
    const person = await findDora(demo)
    const pages = person.accounts.filter(({ kind }) => kind === 'page')
    const chosen = pages.slice(0, 2)
    const link = await createLink(demo, ['facebook'])
    const browser = openBrowser()
    const login = accountOf(person, 'facebook')
    const question = await logIn(browser, await browser.open(link.url), login)
    const choice = await browser.press(question, 'allow')
    verifyEqual(choice.status, 200, `the choice page: "${choice.heading}"`)
    for (const { name } of pages) verify(choice.text.includes(name), `it shows ${name}`)
    const none = await browser.press(choice, 'connect', [])
    verifyEqual(none.status, 400, 'without a choice the page is shown again')
    const ids = chosen.map(({ id }) => id)
    const back = await browser.press(none, 'connect', ids)
    const usernames = chosen.map(({ username }) => username)
    for (const account of await confirmReturn(demo, profile, back, usernames)) {
      await demo.receiver.wait('/hooks/client', 'account.connected', ({ data }) => {
        return data.account.id === account.id
      })
    }
  })
}

/** A person for this run only, so that the demo does not use manually connected accounts. */
async function findDora({ sandbox, externalId }: Demo) {
  const pages = ['Bakery', 'Catering', 'Market'].map((name) => ({
    name: `${name} ${externalId}`,
    username: `${name.toLowerCase()}.${externalId}`,
    tasks: ['ANALYZE', 'ADVERTISE', 'MODERATE', 'CREATE_CONTENT', 'MANAGE'],
  }))
  return await findPerson(sandbox, `Dora (${externalId})`, [
    { platform: 'threads', username: `dora.${externalId}` },
    { platform: 'facebook', username: `dora.${externalId}`, pages },
  ])
}

async function createLink({ api, receiver, externalId }: Demo, platforms: PlatformValue[]) {
  const redirect_url = `${receiver.origin}/connected?from=demo`
  return await api.connect.links.create(externalId, { redirect_url, state, platforms, metadata })
}

/** Verifies the redirect of the client to the application. */
function checkReturn(demo: Demo, page: Page, expected: Record<string, string>): void {
  const description = `the client is back in the application with status=${expected.status}`
  const actual = Object.fromEntries(page.url.searchParams)
  for (const [name, value] of Object.entries(actual)) print(`       ${name}=${value}`)
  verifyEqual(
    [page.url.origin, page.url.pathname],
    [demo.receiver.origin, '/connected'],
    description,
  )
  verifyEqual(
    actual,
    { from: 'demo', ...expected },
    'the URL has exactly these parameters and its own query',
  )
}

/** Verifies the redirect's accounts with the API, because a query can be forged. */
async function confirmReturn(demo: Demo, profile: Profile, page: Page, usernames: string[]) {
  const account_ids = page.url.searchParams.get('account_ids') ?? ''
  checkReturn(demo, page, { status: 'connected', profile_id: profile.id, account_ids, state })
  const { data } = await demo.api.accounts.list({}, { profile: demo.externalId })
  const accounts = account_ids.split(',').map((id) => data.find((account) => account.id === id))
  verifyEqual(
    accounts.map((account) => [account?.username, account?.status]),
    usernames.map((username) => [username, 'connected']),
    'the API confirms the accounts of the redirect',
  )
  return accounts.map((account) => account!)
}
