import type { Account, Profile, WebhookEndpoint } from '@postern/sdk'
import { connectAccount, type Scenario } from '../scenario/actions.ts'
import { step, verify, verifyEqual } from '../scenario/report.ts'
import { accountOf, findPerson, type Person } from '../scenario/sandbox.ts'

export type Demo = Scenario & {
  /** The client's external_id, which is unique so that the demo can run again. */
  externalId: string
  /** Runs `cleanup` at the end in reverse order, also after a failed step. */
  onEnd(cleanup: () => Promise<unknown>): void
}

/** Checks the key, creates a profile, registers a redirect origin and sets the brand. */
export async function setUp(demo: Demo): Promise<Profile> {
  const { api, receiver, externalId } = demo
  await step('The owner key is valid', async () => {
    const { key, profile } = await api.me()
    verifyEqual([key?.kind, profile], ['owner', null], 'it is an owner key without a profile')
  })
  const profile = await step('The owner creates a profile with an external_id', async () => {
    const body = { name: 'Bergmann Bakery', external_id: externalId }
    const first = await api.profiles.create(body)
    demo.onEnd(() => api.profiles.delete(externalId))
    verifyEqual(await api.profiles.create(body), first, 'the same request returns the same profile')
    const { id } = await api.profiles.get(externalId)
    verifyEqual(id, first.id, 'its external_id works instead of its id')
    return first
  })
  await step('The owner registers a redirect origin and sets the brand', async () => {
    const origin = await api.connect.origins.register({ origin: receiver.origin })
    demo.onEnd(() => api.connect.origins.remove(origin.id))
    const { brand_name } = await api.connect.settings.get()
    demo.onEnd(() => api.connect.settings.update({ brand_name }))
    const after = await api.connect.settings.update({ brand_name: 'Atelier Nord' })
    verifyEqual(after.brand_name, 'Atelier Nord', 'the hosted page has this brand')
  })
  return profile
}

/** Creates one endpoint for all profiles and one for the client's profile. */
export async function addWebhooks(demo: Demo, profile: Profile) {
  const { api, receiver, externalId } = demo
  const events = ['account.connected', 'account.disconnected', 'profile.deleted'] as const
  const endpoints = await step(
    'The owner adds two webhook endpoints: for all profiles and for one',
    async () => {
      const all = await addEndpoint(demo, '/hooks/all', events)
      demo.onEnd(() => api.webhooks.delete(all.id))
      return { all, bound: await addEndpoint(demo, '/hooks/client', events, externalId) }
    },
  )
  await step('The owner sends a test event', async () => {
    verifyEqual(endpoints.bound.profile_id, profile.id, 'the external_id selected the profile')
    const { id, status, test } = await api.webhooks.test(endpoints.all.id)
    verifyEqual([status, test], ['succeeded', true], 'the response is the finished delivery')
    await receiver.wait('/hooks/all', 'webhook.test', (_event, { delivery }) => delivery === id)
    const endpoint = await api.webhooks.get(endpoints.all.id)
    verify(!('secret' in endpoint), 'the secret is not returned again')
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

/** A client with a profile, a person on the platforms and a webhook path. */
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
    demo.onEnd(() => demo.api.profiles.delete(profile.id))
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
