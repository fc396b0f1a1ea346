import type { Account, Profile, WebhookEndpoint } from '@postern/sdk'
import { connectAccount, type Scenario } from '../scenario/actions.ts'
import { check, checkSame, step } from '../scenario/report.ts'
import { accountOf, findPerson, type Person } from '../scenario/sandbox.ts'

export type Demo = Scenario & {
  /** The owner's own id for the client; unique, so that the demo can run again. */
  externalId: string
  /** Runs at the end, the last one first, also after a failed step. */
  atEnd(undo: () => Promise<unknown>): void
}

/** The key, a profile by the owner's own id, where clients may return to, and the brand they see. */
export async function setUp(demo: Demo): Promise<Profile> {
  const { api, receiver, externalId } = demo
  await step('The owner key says what it is', async () => {
    const { key, profile } = await api.me()
    checkSame([key?.kind, profile], ['owner', null], 'an owner key, locked to no profile')
  })
  const profile = await step('A profile for a client, by the id the owner has for it', async () => {
    const body = { name: 'Bergmann Bakery', external_id: externalId }
    const first = await api.profiles.create(body)
    demo.atEnd(() => api.profiles.delete(externalId))
    checkSame(await api.profiles.create(body), first, 'the same request answers the same profile')
    const { id } = await api.profiles.get(externalId)
    checkSame(id, first.id, 'its external_id works wherever an id does')
    return first
  })
  await step('Where clients may be sent back to, and the name they see', async () => {
    const origin = await api.connect.origins.register({ origin: receiver.origin })
    demo.atEnd(() => api.connect.origins.remove(origin.id))
    const { brand_name } = await api.connect.settings.get()
    demo.atEnd(() => api.connect.settings.update({ brand_name }))
    const after = await api.connect.settings.update({ brand_name: 'Atelier Nord' })
    checkSame(after.brand_name, 'Atelier Nord', 'the connect page shows this brand')
  })
  return profile
}

/** One endpoint for the events of all profiles, one bound to the client's. */
export async function addWebhooks(demo: Demo, profile: Profile) {
  const { api, receiver, externalId } = demo
  const events = ['account.connected', 'account.disconnected', 'profile.deleted'] as const
  const endpoints = await step(
    'Two webhook endpoints: all profiles, and the client alone',
    async () => {
      const all = await addEndpoint(demo, '/hooks/all', events)
      demo.atEnd(() => api.webhooks.delete(all.id))
      return { all, bound: await addEndpoint(demo, '/hooks/client', events, externalId) }
    },
  )
  await step('A test event to the endpoint', async () => {
    checkSame(endpoints.bound.profile_id, profile.id, 'the external_id bound it to the profile')
    const { id, status, test } = await api.webhooks.test(endpoints.all.id)
    checkSame([status, test], ['succeeded', true], 'the finished delivery is the answer')
    await receiver.wait('/hooks/all', 'webhook.test', (_event, { delivery }) => delivery === id)
    const shown = await api.webhooks.get(endpoints.all.id)
    check(!('secret' in shown), 'the secret is not shown a second time')
  })
  return endpoints
}

async function addEndpoint(
  { api, receiver }: Scenario,
  path: string,
  events: Readonly<WebhookEndpoint['events']>,
  profile?: string,
) {
  const url = `${receiver.origin}${path}`
  const body = { url, events: [...events], profile_id: profile }
  const endpoint = await api.webhooks.create(body)
  receiver.expectSecret(path, endpoint.secret)
  return endpoint
}

/** A client with a profile, a person at the platforms and a path for its events. */
export type Client = { profile: Profile; person: Person; hook: string }
export type Accounts = { threads: Account; instagram: Account }

export async function openClient(
  demo: Demo,
  title: string,
  name: string,
  events: Readonly<WebhookEndpoint['events']>,
): Promise<Client> {
  return await step(title, async () => {
    const externalId = `${demo.externalId}-${name.toLowerCase()}`
    const profile = await demo.api.profiles.create({ name, external_id: externalId })
    demo.atEnd(() => demo.api.profiles.delete(profile.id))
    const hook = `/hooks/${name.toLowerCase()}`
    await addEndpoint(demo, hook, events, externalId)
    const username = externalId.replaceAll('-', '.')
    const person = await findPerson(demo.sandbox, `${name} (${externalId})`, [
      { platform: 'threads', username },
      { platform: 'instagram', username, account_type: 'BUSINESS' },
    ])
    return { profile, person, hook }
  })
}

export async function connectClient(demo: Demo, { profile, person }: Client): Promise<Accounts> {
  return await step('The client connects Threads and Instagram', async () => {
    const connect = (platform: keyof Accounts) =>
      connectAccount(demo, profile.id, accountOf(person, platform))
    return { threads: await connect('threads'), instagram: await connect('instagram') }
  })
}
