import type { AccountListItem, Profile, WebhookEndpoint } from '@postern/sdk'
import { expectError } from '../scenario/api.ts'
import { print, step, verifyEqual, waitFor } from '../scenario/report.ts'
import type { Demo } from './setup.ts'

/** Lists the deliveries of an endpoint and resends one. */
export async function resend({ api, receiver }: Demo, { id }: WebhookEndpoint): Promise<void> {
  await step('The owner lists the deliveries and resends one', async () => {
    const { data } = await api.webhooks.deliveries.list(id)
    for (const each of data) {
      print(`       ${each.id} ${each.event_type} ${each.status} attempts=${each.attempt_count}`)
    }
    verifyEqual(
      data.map((delivery) => delivery.event_type),
      ['account.connected', 'account.connected', 'account.connected'],
      'the three events of this profile, newest first',
    )
    const old = data.at(-1)!
    await api.webhooks.deliveries.resend(id, old.id)
    const [first, second] = await waitFor('the second arrival', () => {
      const both = receiver.arrivals('/hooks/client').filter(({ delivery }) => delivery === old.id)
      return both.length === 2 ? both : null
    })
    verifyEqual(
      second!.event,
      first!.event,
      'it has the same event and delivery id, so a receiver can ignore it',
    )
    print(
      `       a new signature with the time of this attempt: ${second!.signature.split(',')[0]}`,
    )
    // The attempt is written shortly after the response.
    const after = await waitFor('the second attempt', async () => {
      const delivery = await api.webhooks.deliveries.get(id, old.id)
      return delivery.attempt_count > old.attempt_count ? delivery : null
    })
    verifyEqual(after.status, 'succeeded', 'the delivery has a second attempt')
  })
}

/** Moves the account to another profile, which then gets its events. */
export async function moveAndDisconnect(demo: Demo, account: AccountListItem): Promise<void> {
  const { api, receiver, externalId } = demo
  const other = await step('The account moves to another profile', async () => {
    const external_id = `${externalId}-2`
    const created = await api.profiles.create({ name: 'Bergmann Catering', external_id })
    demo.onEnd(() => api.profiles.delete(created.id))
    const { id, profile_id } = await api.accounts.move(account.id, { profile_id: external_id })
    verifyEqual(
      [id, profile_id],
      [account.id, created.id],
      'the same account is in the other profile',
    )
    const moved = api.accounts.get(account.id, { profile: externalId })
    await expectError(404, 'account_not_found', moved)
    return created
  })
  await step('The account is disconnected', async () => {
    const { status } = await api.accounts.disconnect(account.id)
    verifyEqual(status, 'disconnected', 'the account is disconnected')
    const { event } = await receiver.wait('/hooks/all', 'account.disconnected')
    verifyEqual(event.profile_id, other.id, 'the event has the current profile of the account')
    const unexpected = receiver.arrivals('/hooks/client', 'account.disconnected')
    verifyEqual(unexpected, [], 'the endpoint of the first profile did not receive it')
  })
}

/** Deletes the profile. Its data is erased in the background, followed by a last event. */
export async function deleteProfile(
  { api, receiver, externalId }: Demo,
  profile: Profile,
  bound: WebhookEndpoint,
): Promise<void> {
  await step('The profile is deleted', async () => {
    const { status } = await api.profiles.delete(externalId)
    verifyEqual(status, 'deleting', 'the deletion was accepted and runs in the background')
    await expectError(404, 'profile_not_found', api.profiles.get(profile.id))
    await expectError(404, 'profile_not_found', api.accounts.list({}, { profile: externalId }))
  })
  await step('profile.deleted is sent to the endpoint of all profiles only', async () => {
    const { event } = await receiver.wait('/hooks/all', 'profile.deleted', ({ data }) => {
      return data.profile.id === profile.id
    })
    const { counts, external_id } = event.data.profile
    print(`       erased: ${JSON.stringify(counts)}`)
    verifyEqual(external_id, externalId, 'it has the external_id of the profile')
    verifyEqual(counts.accounts, 2, 'the two Facebook pages were erased')
    await expectError(404, 'webhook_not_found', api.webhooks.get(bound.id))
    const unexpected = receiver.arrivals('/hooks/client', 'profile.deleted')
    verifyEqual(unexpected, [], 'the endpoint of the profile received nothing')
  })
}
