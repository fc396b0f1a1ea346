import { openBrowser } from './browser.ts'
import { atPlatform, checkReturn, confirm } from './connect.ts'
import { type Control, openControl } from './control.ts'
import type { Journey } from './journey.ts'
import { step } from './report.ts'
import type { Account, ConnectLink, Profile, Webhook } from './wire.ts'

type SandboxAccount = { id: string; platform: string; username: string }
type Place = 'threads' | 'instagram'

/** A client whose comments and figures come back: a profile, a person, an endpoint of its own. */
export type Client = {
  journey: Journey
  control: Control
  profile: Profile
  /** Where the events of this client arrive. */
  hook: string
  at: Record<Place, SandboxAccount>
}

const hook = '/hooks/inbox'
const events = [
  'account.connected',
  'account.expired',
  'account.disconnected',
  'post.published',
  'comment.created',
]

export async function openClient(above: Journey, sandboxUrl: string): Promise<Client> {
  const journey = { ...above, externalId: `${above.externalId}-inbox` }
  const { api, receiver, externalId } = journey
  return await step('Another client, with a profile and an endpoint of its own', async () => {
    const control = openControl(sandboxUrl)
    const { body: profile } = await api.call<Profile>('POST', '/v1/profiles', {
      body: { name: 'Inbox', external_id: externalId },
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
    const person = await control<{ accounts: SandboxAccount[] }>('POST', '/people', {
      name: `Inga (${externalId})`,
      accounts: [
        { platform: 'threads', username: `inga.${externalId}` },
        { platform: 'instagram', username: `inga.${externalId}`, account_type: 'BUSINESS' },
      ],
    })
    const of = (place: Place) => person.accounts.find(({ platform }) => platform === place)!
    return {
      journey,
      control,
      profile,
      hook,
      at: { threads: of('threads'), instagram: of('instagram') },
    }
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
