import { buildAccount } from '../build.ts'
import type { Fixture } from './fixture.ts'
import { callOk } from './seed.ts'

/**
 * An endpoint of the owner gets events of A and B at `/unbound`, which fail. It is then bound to B with
 * its url at `/bound`, and everybody who may see it sends again what it missed.
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
  const asKey = (key: string) => (to: string, given?: object) =>
    testApp.call('POST', to, given, { key })
  const callers = [
    asKey(keys.owner),
    asKey(keys.b),
    (to: string, given?: object) => members.b.browser.call('POST', to, given),
  ]
  for (const call of callers) {
    for (const delivery of failed) await call(`${path}/deliveries/${delivery.id}/resend`)
    const { status } = await call(`${path}/recover`, { since })
    if (status !== 202) throw new Error(`recover answered ${status}`)
    testApp.clock.advance(120_000)
    await testApp.work()
  }
}
