import { checkSame, say, step } from './report.ts'
import type { Journey } from './scenario.ts'
import type { Endpoints } from './setup.ts'
import type { Account, Delivery, ErrorBody, List, Profile } from './wire.ts'

/** The account goes to another profile; the events that follow go with it. */
export async function moveAndDisconnect(journey: Journey, account: Account): Promise<void> {
  const { api, receiver } = journey
  const other = await step('The account moves to another profile', async () => {
    const created = await api.call<Profile>('POST', '/v1/profiles', {
      body: { name: 'Bergmann Catering', external_id: `${journey.externalId}-2` },
      expect: 201,
      show: ['id', 'external_id'],
    })
    journey.atEnd(() =>
      api.call('DELETE', `/v1/profiles/${created.body.id}`, { expect: [202, 404] }),
    )
    const moved = await api.call<Account>('POST', `/v1/accounts/${account.id}/move`, {
      body: { profile_id: created.body.external_id },
      expect: 200,
      show: ['id', 'profile_id', 'profile_external_id'],
    })
    checkSame(
      [moved.body.id, moved.body.profile_id],
      [account.id, created.body.id],
      'the same account, in the other profile',
    )
    const left = await api.call<ErrorBody>('GET', `/v1/accounts/${account.id}`, {
      profile: journey.externalId,
      expect: 404,
      show: ['error.code', 'error.message'],
    })
    checkSame(left.body.error.code, 'account_not_found', 'the first profile does not see it')
    return created.body
  })
  await step('Disconnecting it', async () => {
    const { body } = await api.call<Account>('DELETE', `/v1/accounts/${account.id}`, {
      expect: 200,
      show: ['status', 'status_reason'],
    })
    checkSame(body.status, 'disconnected', 'the account is disconnected')
    const isIt = (path: string) =>
      receiver.arrivals.filter(
        ({ path: at, event }) => at === path && event.type === 'account.disconnected',
      )
    const { event } = await receiver.wait('account.disconnected at /hooks/all', (arrival) => {
      return arrival.path === '/hooks/all' && arrival.event.type === 'account.disconnected'
    })
    checkSame(event.profile_id, other.id, 'it names the profile that the account is in now')
    checkSame(isIt('/hooks/client').length, 0, 'the endpoint of the first profile did not get it')
  })
}

/** What was sent to an endpoint can be looked up, and sent again. */
export async function resend(journey: Journey, endpoints: Endpoints): Promise<void> {
  const { api, receiver } = journey
  const path = `/v1/webhooks/${endpoints.bound.id}/deliveries`
  await step('The delivery history, and one of them sent again', async () => {
    const { body } = await api.call<List<Delivery>>('GET', path, { expect: 200 })
    for (const each of body.data) {
      say(`       ${each.id} ${each.event_type} ${each.status} attempts=${each.attempt_count}`)
    }
    const expected = ['account.connected', 'account.connected', 'account.connected']
    checkSame(
      body.data.map((delivery) => delivery.event_type),
      expected,
      'the three events of this profile, newest first',
    )
    const old = body.data.at(-1)!
    const before = receiver.arrivals.length
    await api.call('POST', `${path}/${old.id}/resend`, { expect: [200, 202], show: ['status'] })
    const again = await receiver.wait('it arrives a second time', (arrival) => {
      return arrival.delivery === old.id && receiver.arrivals.indexOf(arrival) >= before
    })
    const first = receiver.arrivals.find(({ delivery }) => delivery === old.id)
    checkSame(again.event, first?.event, 'the same event and delivery: a receiver drops it by id')
    say(`       signed anew, for the time of this attempt: ${again.header.split(',')[0]}`)
    const after = await untilAttempts(journey, `${path}/${old.id}`, old.attempt_count + 1)
    checkSame(after.status, 'succeeded', 'the history has the second attempt')
  })
}

/** The attempt is written a moment after the receiver has answered. */
async function untilAttempts(journey: Journey, path: string, count: number): Promise<Delivery> {
  for (let tries = 0; ; tries += 1) {
    const { body } = await journey.api.call<Delivery>('GET', path, {
      expect: 200,
      show: ['status', 'attempt_count'],
    })
    if (body.attempt_count >= count || tries >= 20) return body
    await new Promise((resume) => setTimeout(resume, 50))
  }
}
