import { openBrowser } from './browser.ts'
import { atPlatform, checkReturn, confirm } from './connect.ts'
import { type Control, openControl } from './control.ts'
import { step } from './report.ts'
import type { Journey } from './scenario.ts'
import type { Account, ConnectLink, Profile, Webhook } from './wire.ts'

type SandboxAccount = { id: string; platform: string; username: string }
type Place = 'threads' | 'instagram'

/** A client with a profile, a person and an endpoint of its own. */
export type Client = {
  journey: Journey
  control: Control
  profile: Profile
  /** Where the events of this client arrive. */
  hook: string
  at: Record<Place, SandboxAccount>
}

type ClientFacts = {
  /** The title of the step that opens it. */
  title: string
  /** Names the profile and where its events arrive. */
  name: string
  person: string
  events: readonly string[]
}

export async function openClient(
  above: Journey,
  sandboxUrl: string,
  { title, name, person: personName, events }: ClientFacts,
): Promise<Client> {
  const journey = { ...above, externalId: `${above.externalId}-${name}` }
  const { api, receiver, externalId } = journey
  const hook = `/hooks/${name}`
  return await step(title, async () => {
    const control = openControl(sandboxUrl)
    const { body: profile } = await api.call<Profile>('POST', '/v1/profiles', {
      body: { name, external_id: externalId },
      expect: 201,
      show: ['id', 'external_id'],
    })
    journey.atEnd(() => api.call('DELETE', `/v1/profiles/${externalId}`, { expect: [202, 404] }))
    const { body: webhook } = await api.call<Webhook & { secret: string }>('POST', '/v1/webhooks', {
      body: { url: `${receiver.origin}${hook}`, events, profile_id: externalId },
      expect: 201,
      show: ['id', 'profile_id', 'secret'],
    })
    receiver.expectSecret(hook, webhook.secret)
    const username = `${personName.toLowerCase()}.${externalId}`
    const person = await control<{ accounts: SandboxAccount[] }>('POST', '/people', {
      name: `${personName} (${externalId})`,
      accounts: [
        { platform: 'threads', username },
        { platform: 'instagram', username, account_type: 'BUSINESS' },
      ],
    })
    const of = (place: Place) => person.accounts.find(({ platform }) => platform === place)!
    const at = { threads: of('threads'), instagram: of('instagram') }
    return { journey, control, profile, hook, at }
  })
}

/** The client opens a connect link and allows; with `accountId` it is for that account alone. */
export async function connect(client: Client, place: Place, accountId?: string): Promise<Account> {
  const { journey, at, profile } = client
  const { api, receiver, externalId } = journey
  const { body: link } = await api.call<ConnectLink>(
    'POST',
    `/v1/profiles/${externalId}/connect-links`,
    {
      body: {
        redirect_url: `${receiver.origin}/connected?from=demo`,
        platforms: [place],
        ...(accountId ? { account_id: accountId } : {}),
      },
      expect: 201,
      show: ['id', 'url', 'profile_id'],
    },
  )
  const browser = openBrowser()
  const page = await browser.open(link.url)
  const asked = await atPlatform(browser, page, place, at[place].id)
  const back = await browser.press(asked, ({ value }) => value === 'allow')
  const ids = back.url.searchParams.get('account_ids') ?? ''
  checkReturn(journey, back, { status: 'connected', profile_id: profile.id, account_ids: ids })
  const [account] = await confirm(journey, ids.split(','), [at[place].username])
  return account!
}
