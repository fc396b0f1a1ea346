import type { Account, PlatformValue, Profile } from '@postern/sdk'
import { logIn } from '../scenario/actions.ts'
import { openBrowser, type Page } from '../scenario/browser.ts'
import { check, checkSame, say, step } from '../scenario/report.ts'
import { accountOf, findPerson } from '../scenario/sandbox.ts'
import type { Demo } from './setup.ts'

const state = 'order 4711 & more'
const metadata = { campaign: 'spring' }
const linkLifetimeMs = 30 * 60_000

/** Both outcomes of one link: the client cancels, then tries again and allows. */
export async function connectThreads(demo: Demo, profile: Profile): Promise<Account> {
  const { api, receiver } = demo
  const login = accountOf(await findDora(demo), 'threads')
  const link = await step('A connect link for the client: Threads or Instagram', async () => {
    const created = await createLink(demo, ['threads', 'instagram'])
    checkSame(created.profile_id, profile.id, 'it leads to the profile, by its id')
    const lifetime = new Date(created.expires_at).getTime() - Date.now()
    check(Math.abs(lifetime - linkLifetimeMs) < 60_000, 'it is valid for 30 minutes')
    return created
  })
  const browser = openBrowser()
  await step('Outcome one: the client cancels at the platform', async () => {
    const page = await browser.open(link.url)
    checkSame(page.status, 200, `the hosted page: "${page.heading}"`)
    check(page.text.includes('Atelier Nord'), 'it names the brand')
    const names = page.forms.map((form) => form.action.split('/').at(-1))
    checkSame(names, ['threads', 'instagram'], 'it offers the two platforms asked for, no other')
    const back = await browser.press(await logIn(browser, page, login), 'cancel')
    checkReturn(demo, back, { status: 'error', error: 'access_denied', state })
    const { status } = await api.connect.links.get(link.id)
    checkSame(status, 'valid', 'the link can be tried again')
  })
  const account = await step('Outcome two: the same link, and the client allows', async () => {
    const question = await logIn(browser, await browser.open(link.url), login)
    const back = await browser.press(question, 'allow')
    return (await confirmReturn(demo, profile, back, [login.username]))[0]!
  })
  await step('account.connected reaches both endpoints', async () => {
    for (const path of ['/hooks/all', '/hooks/client']) {
      const { event } = await receiver.wait(path, 'account.connected', ({ data }) => {
        return data.account.id === account.id
      })
      checkSame(
        [event.profile_id, event.profile_external_id, event.data.reconnected, event.data.metadata],
        [profile.id, demo.externalId, false, metadata],
        'it names the profile, and carries the metadata of the link',
      )
    }
  })
  await step('The used link says so', async () => {
    const page = await openBrowser().open(link.url)
    checkSame([page.status, page.forms.length], [410, 0], `the hosted page: "${page.heading}"`)
    checkSame((await api.connect.links.get(link.id)).status, 'used', 'the link is used up')
  })
  return account
}

/** A Facebook login gives access to three pages; the client chooses two on the hosted page. */
export async function choosePages(demo: Demo, profile: Profile): Promise<void> {
  await step('Facebook: three pages allowed, two of them chosen', async () => {
    const person = await findDora(demo)
    const pages = person.accounts.filter(({ kind }) => kind === 'page')
    const wanted = pages.slice(0, 2)
    const link = await createLink(demo, ['facebook'])
    const browser = openBrowser()
    const login = accountOf(person, 'facebook')
    const question = await logIn(browser, await browser.open(link.url), login)
    const choice = await browser.press(question, 'allow')
    checkSame(choice.status, 200, `the choice page: "${choice.heading}"`)
    for (const { name } of pages) check(choice.text.includes(name), `it shows ${name}`)
    const none = await browser.press(choice, 'connect', [])
    checkSame(none.status, 400, 'without a choice the page asks again')
    const ids = wanted.map(({ id }) => id)
    const back = await browser.press(none, 'connect', ids)
    const usernames = wanted.map(({ username }) => username)
    for (const account of await confirmReturn(demo, profile, back, usernames)) {
      await demo.receiver.wait('/hooks/client', 'account.connected', ({ data }) => {
        return data.account.id === account.id
      })
    }
  })
}

/** A person of this run alone, so that the demo never meets accounts that were connected by hand. */
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

/** Where the client came back to, and with what. */
function checkReturn(demo: Demo, page: Page, expected: Record<string, string>): void {
  const words = `back in the application with status=${expected.status}`
  const came = Object.fromEntries(page.url.searchParams)
  for (const [name, value] of Object.entries(came)) say(`       ${name}=${value}`)
  checkSame([page.url.origin, page.url.pathname], [demo.receiver.origin, '/connected'], words)
  checkSame(came, { from: 'demo', ...expected }, 'exactly these parameters, its own query kept')
}

/** A query can be forged, so the owner asks the API which accounts the profile has. */
async function confirmReturn(demo: Demo, profile: Profile, page: Page, usernames: string[]) {
  const account_ids = page.url.searchParams.get('account_ids') ?? ''
  checkReturn(demo, page, { status: 'connected', profile_id: profile.id, account_ids, state })
  const { data } = await demo.api.accounts.list({}, { profile: demo.externalId })
  const accounts = account_ids.split(',').map((id) => data.find((account) => account.id === id))
  checkSame(
    accounts.map((account) => [account?.username, account?.status]),
    usernames.map((username) => [username, 'connected']),
    'the API confirms what the redirect claims',
  )
  return accounts.map((account) => account!)
}
