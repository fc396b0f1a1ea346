import { type Browser, openBrowser, type Page } from './browser.ts'
import { check, checkSame, say, step } from './report.ts'
import type { Journey, Person } from './scenario.ts'
import type { Account, ConnectLink, ConnectLinkState, List, Profile } from './wire.ts'

const state = 'order 4711 & more'
const linkLifetimeMs = 30 * 60_000

/** Creates a connect link for the profile; the client gets its url from the owner. */
export async function createLink(
  journey: Journey,
  profile: Profile,
  platforms: string[],
): Promise<ConnectLink> {
  const { api, receiver, externalId } = journey
  const path = `/v1/profiles/${externalId}/connect-links`
  const { body } = await api.call<ConnectLink>('POST', path, {
    body: {
      redirect_url: `${receiver.origin}/connected?from=demo`,
      state,
      platforms,
      metadata: { campaign: 'spring' },
    },
    expect: 201,
    show: ['id', 'url', 'profile_id', 'expires_at'],
  })
  checkSame(body.profile_id, profile.id, 'it leads to the profile, by its id')
  return body
}

/** Both outcomes of one link: the client cancels, then tries again and allows. */
export async function connectThreads(
  journey: Journey,
  profile: Profile,
  person: Person,
): Promise<Account> {
  const { api, receiver } = journey
  const link = await step('A connect link for the client: Threads or Instagram', async () => {
    const created = await createLink(journey, profile, ['threads', 'instagram'])
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
    const asked = await atPlatform(browser, page, 'threads', person.accounts.threads.id)
    const back = await browser.press(asked, ({ value }) => value === 'cancel')
    checkReturn(journey, back, { status: 'error', error: 'access_denied', state })
    const after = await api.call<ConnectLinkState>('GET', `/v1/connect-links/${link.id}`, {
      expect: 200,
      show: ['status', 'attempts'],
    })
    checkSame(after.body.status, 'valid', 'the link can be tried again')
  })
  const account = await step('Outcome two: the same link, and the client allows', async () => {
    const page = await browser.open(link.url)
    const asked = await atPlatform(browser, page, 'threads', person.accounts.threads.id)
    const back = await browser.press(asked, ({ value }) => value === 'allow')
    const given = back.url.searchParams.get('account_ids') ?? ''
    checkReturn(journey, back, {
      status: 'connected',
      profile_id: profile.id,
      account_ids: given,
      state,
    })
    return await confirm(journey, given.split(','), [person.accounts.threads.username])
  })
  await step('account.connected reaches both endpoints', async () => {
    for (const path of ['/hooks/all', '/hooks/client']) {
      const { event } = await receiver.wait(`account.connected at ${path}`, (arrival) => {
        return arrival.path === path && arrival.event.data.account?.id === account[0]?.id
      })
      const { data, profile_id, profile_external_id } = event
      checkSame(
        [profile_id, profile_external_id, data.reconnected, data.metadata],
        [profile.id, journey.externalId, false, { campaign: 'spring' }],
        'it names the profile, and carries the metadata of the link',
      )
    }
  })
  await step('The used link says so', async () => {
    const page = await openBrowser().open(link.url)
    checkSame([page.status, page.forms.length], [410, 0], `the hosted page: "${page.heading}"`)
    const after = await api.call<ConnectLinkState>('GET', `/v1/connect-links/${link.id}`, {
      expect: 200,
      show: ['status', 'account_ids'],
    })
    checkSame(after.body.status, 'used', 'the link is used up')
  })
  return account[0]!
}

/** From the hosted page to the platform's question: its button there, then the person's account. */
export async function atPlatform(
  browser: Browser,
  page: Page,
  platform: string,
  accountId: string,
): Promise<Page> {
  const login = await browser.press(page, (_button, form) => form.action.endsWith(`/${platform}`))
  say(`       the platform: "${login.heading}"`)
  const asked = await browser.press(login, ({ value }) => value === accountId)
  say(`       the platform: "${asked.heading}"`)
  return asked
}

/** Where the client came back to, and with what. */
export function checkReturn(journey: Journey, page: Page, expected: Record<string, string>): void {
  const words = `back in the application with status=${expected.status}`
  const came = Object.fromEntries(page.url.searchParams)
  for (const [name, value] of Object.entries(came)) say(`       ${name}=${value}`)
  checkSame([page.url.origin, page.url.pathname], [journey.receiver.origin, '/connected'], words)
  checkSame(came, { from: 'demo', ...expected }, 'exactly these parameters, its own query kept')
}

/** A query can be forged, so the owner asks the API which accounts the profile has. */
export async function confirm(
  journey: Journey,
  ids: string[],
  usernames: string[],
): Promise<Account[]> {
  const { body } = await journey.api.call<List<Account>>('GET', '/v1/accounts', {
    profile: journey.externalId,
    expect: 200,
  })
  const accounts = ids.map((id) => body.data.find((account) => account.id === id))
  for (const account of accounts) {
    say(`       ${account?.id} ${account?.platform} @${account?.username} ${account?.status}`)
  }
  checkSame(
    accounts.map((account) => [account?.username, account?.status]),
    usernames.map((username) => [username, 'connected']),
    'the API confirms what the redirect claims',
  )
  return accounts as Account[]
}
