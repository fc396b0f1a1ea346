import { check, checkSame, say, step } from './report.ts'
import type { Journey } from './scenario.ts'
import type { ConnectSettings, Delivery, Me, Profile, Webhook } from './wire.ts'

/** The key, a profile by the owner's own id, where clients may return to, and the brand they see. */
export async function setUp(journey: Journey): Promise<{ profile: Profile }> {
  const { api, receiver, externalId } = journey
  await step('The owner key says what it is', async () => {
    const { body } = await api.call<Me>('GET', '/v1/me', {
      expect: 200,
      show: ['key.kind', 'key.name', 'owner.id'],
    })
    checkSame([body.key.kind, body.profile], ['owner', null], 'an owner key, locked to no profile')
  })
  const profile = await step('A profile for a client, by the id the owner has for it', async () => {
    const body = { name: 'Bergmann Bakery', external_id: externalId }
    const show = ['id', 'name', 'external_id']
    const first = await api.call<Profile>('POST', '/v1/profiles', { body, expect: 201, show })
    journey.atEnd(() => api.call('DELETE', `/v1/profiles/${externalId}`, { expect: [202, 404] }))
    const again = await api.call<Profile>('POST', '/v1/profiles', { body, expect: 200, show })
    checkSame(again.body, first.body, 'the same request again answers the same profile')
    const read = await api.call<Profile>('GET', `/v1/profiles/${externalId}`, { expect: 200 })
    checkSame(read.body.id, first.body.id, 'its external_id works wherever an id does')
    return first.body
  })
  await step('Where clients may be sent back to, and the name they see', async () => {
    const origin = await api.call<{ id: string }>('POST', '/v1/connect/redirect-origins', {
      body: { origin: receiver.origin },
      expect: 201,
      show: ['id', 'origin'],
    })
    journey.atEnd(() =>
      api.call('DELETE', `/v1/connect/redirect-origins/${origin.body.id}`, { expect: 200 }),
    )
    const path = '/v1/connect/settings'
    const before = await api.call<ConnectSettings>('GET', path, { expect: 200 })
    const { brand_name } = before.body
    journey.atEnd(() => api.call('PATCH', path, { body: { brand_name }, expect: 200 }))
    const set = { body: { brand_name: 'Atelier Nord' }, expect: 200, show: ['brand_name'] }
    const after = await api.call<ConnectSettings>('PATCH', path, set)
    checkSame(after.body.brand_name, 'Atelier Nord', 'the connect page shows this brand')
  })
  return { profile }
}

export type Endpoints = { all: Webhook; bound: Webhook }

/** One endpoint for the events of all profiles, one bound to the client's. */
export async function addWebhooks(journey: Journey, profile: Profile): Promise<Endpoints> {
  const { api, receiver } = journey
  const create = async (path: string, profileId: string | null) => {
    const { body } = await api.call<Webhook & { secret: string }>('POST', '/v1/webhooks', {
      body: {
        url: `${receiver.origin}${path}`,
        events: ['account.connected', 'account.disconnected', 'profile.deleted'],
        ...(profileId ? { profile_id: profileId } : {}),
      },
      expect: 201,
      show: ['id', 'url', 'profile_id', 'active', 'secret'],
    })
    receiver.expectSecret(path, body.secret)
    journey.atEnd(() => api.call('DELETE', `/v1/webhooks/${body.id}`, { expect: [200, 404] }))
    return body
  }
  const endpoints = await step(
    'Two webhook endpoints: all profiles, and the client alone',
    async () => ({
      all: await create('/hooks/all', null),
      bound: await create('/hooks/client', journey.externalId),
    }),
  )
  await step('A test event to the endpoint', async () => {
    checkSame(endpoints.bound.profile_id, profile.id, 'the external_id bound it to the profile')
    const { body } = await api.call<Delivery>('POST', `/v1/webhooks/${endpoints.all.id}/test`, {
      expect: [200, 201],
      show: ['id', 'status', 'last_status_code', 'test'],
    })
    checkSame([body.status, body.test], ['succeeded', true], 'the finished delivery is the answer')
    await receiver.wait('the test event arrived', ({ event, delivery }) => {
      return event.type === 'webhook.test' && delivery === body.id
    })
    const shown = await api.call<Webhook>('GET', `/v1/webhooks/${endpoints.all.id}`, {
      expect: 200,
    })
    check(!('secret' in shown.body), 'the secret is not shown a second time')
    say('       (it verified the test event, so the receiver has the right one)')
  })
  return endpoints
}
