import type { Account, Profile, WebhookEndpoint } from '@postern/sdk'
import { refused } from '../scenario/api.ts'
import { checkSame, say, step, until } from '../scenario/report.ts'
import type { Demo } from './setup.ts'

/** The owner can look up what was sent to an endpoint, and send it again. */
export async function resend({ api, receiver }: Demo, { id }: WebhookEndpoint): Promise<void> {
  await step('The delivery history, and one of them sent again', async () => {
    const { data } = await api.webhooks.deliveries.list(id)
    for (const each of data) {
      say(`       ${each.id} ${each.event_type} ${each.status} attempts=${each.attempt_count}`)
    }
    checkSame(
      data.map((delivery) => delivery.event_type),
      ['account.connected', 'account.connected', 'account.connected'],
      'the three events of this profile, newest first',
    )
    const old = data.at(-1)!
    await api.webhooks.deliveries.resend(id, old.id)
    const [first, again] = await until('it to arrive a second time', () => {
      const both = receiver.arrivals('/hooks/client').filter(({ delivery }) => delivery === old.id)
      return both.length === 2 ? both : null
    })
    checkSame(again!.event, first!.event, 'the same event and delivery: a receiver drops it by id')
    say(`       signed again, for the time of this attempt: ${again!.signature.split(',')[0]}`)
    // The attempt is written a moment after the receiver has answered.
    const after = await until('the second attempt', async () => {
      const delivery = await api.webhooks.deliveries.get(id, old.id)
      return delivery.attempt_count > old.attempt_count ? delivery : null
    })
    checkSame(after.status, 'succeeded', 'the history has the second attempt')
  })
}

/** The account goes to another profile; the events that follow go with it. */
export async function moveAndDisconnect(demo: Demo, account: Account): Promise<void> {
  const { api, receiver, externalId } = demo
  const other = await step('The account moves to another profile', async () => {
    const external_id = `${externalId}-2`
    const created = await api.profiles.create({ name: 'Bergmann Catering', external_id })
    demo.atEnd(() => api.profiles.delete(created.id))
    const { id, profile_id } = await api.accounts.move(account.id, { profile_id: external_id })
    checkSame([id, profile_id], [account.id, created.id], 'the same account, in the other profile')
    const left = api.accounts.get(account.id, { profile: externalId })
    await refused(404, 'account_not_found', left)
    return created
  })
  await step('Disconnecting it', async () => {
    const { status } = await api.accounts.disconnect(account.id)
    checkSame(status, 'disconnected', 'the account is disconnected')
    const { event } = await receiver.wait('/hooks/all', 'account.disconnected')
    checkSame(event.profile_id, other.id, 'it names the profile that the account is in now')
    const stray = receiver.arrivals('/hooks/client', 'account.disconnected')
    checkSame(stray, [], 'the endpoint of the first profile did not get it')
  })
}

/** The profile goes at once, its data after it, and one last event says so. */
export async function deleteProfile(
  { api, receiver, externalId }: Demo,
  profile: Profile,
  bound: WebhookEndpoint,
): Promise<void> {
  await step('Deleting the profile', async () => {
    const { status } = await api.profiles.delete(externalId)
    checkSame(status, 'deleting', 'accepted, and carried out in the background')
    await refused(404, 'profile_not_found', api.profiles.get(profile.id))
    await refused(404, 'profile_not_found', api.accounts.list({}, { profile: externalId }))
  })
  await step('profile.deleted, at the endpoint of all profiles only', async () => {
    const { event } = await receiver.wait('/hooks/all', 'profile.deleted', ({ data }) => {
      return data.profile.id === profile.id
    })
    const { counts, external_id } = event.data.profile
    say(`       erased: ${JSON.stringify(counts)}`)
    checkSame(external_id, externalId, 'it names the profile as the owner does')
    checkSame(counts.accounts, 2, 'the two Facebook pages were erased with it')
    await refused(404, 'webhook_not_found', api.webhooks.get(bound.id))
    const stray = receiver.arrivals('/hooks/client', 'profile.deleted')
    checkSame(stray, [], 'the endpoint bound to the profile got nothing')
  })
}
