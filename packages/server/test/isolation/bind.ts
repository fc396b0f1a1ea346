import { buildAccount } from '../build.ts'
import type { Fixture } from './fixture.ts'
import { callOk } from './seed.ts'

/**
 * Creates an endpoint of the owner at `/unbound` whose deliveries of A's and B's events fail. Then assigns it
 * to B at `/bound`; every caller who can see it resends and recovers the missed deliveries.
 */
export async function bindAndRecover(fixture: Fixture): Promise<void> {
  const { testApp, receiver, profiles, keys, members } = fixture
  receiver.respondWith(({ path }) => ({ status: path === '/hooks/unbound' ? 500 : 200 }))
  const since = testApp.clock.now().toISOString()
  const body = { url: `${receiver.url}/unbound`, events: ['*'] }
  const { id } = await callOk(testApp, 'POST', '/v1/webhooks', body)
  const path = `/v1/webhooks/${id}`
  for (const profile_id of [profiles.a, profiles.b]) await buildAccount(testApp, { profile_id })
  await testApp.work()
  const failed = (await callOk(testApp, 'GET', `${path}/deliveries`)).data
  await callOk(testApp, 'PATCH', path, { profile_id: profiles.b, url: `${receiver.url}/bound` })
  const withKey = (key: string) => (to: string, input?: object) =>
    testApp.call('POST', to, input, { key })
  const callers = [
    withKey(keys.owner),
    withKey(keys.b),
    (to: string, input?: object) => members.b.browser.call('POST', to, input),
  ]
  for (const call of callers) {
    for (const delivery of failed) await call(`${path}/deliveries/${delivery.id}/resend`)
    const { status } = await call(`${path}/recover`, { since })
    if (status !== 202) throw new Error(`recover returned ${status}`)
    testApp.clock.advance(120_000)
    await testApp.work()
  }
}
