import { checkSame, say, step } from './report.ts'
import type { Journey } from './scenario.ts'
import type { Endpoints } from './setup.ts'
import type { ErrorBody, Profile } from './wire.ts'

/** The profile goes at once, its data behind it, and the one event that says so comes last. */
export async function deleteProfile(
  journey: Journey,
  profile: Profile,
  endpoints: Endpoints,
): Promise<void> {
  const { api, receiver, externalId } = journey
  await step('Deleting the profile', async () => {
    const { body } = await api.call<{ status: string }>('DELETE', `/v1/profiles/${externalId}`, {
      expect: 202,
      show: ['id', 'status'],
    })
    checkSame(body.status, 'deleting', 'accepted, and carried out in the background')
    const gone = { expect: 404, show: ['error.code'] }
    const read = await api.call<ErrorBody>('GET', `/v1/profiles/${profile.id}`, gone)
    checkSame(read.body.error.code, 'profile_not_found', 'nobody sees it from that moment on')
    const header = await api.call<ErrorBody>('GET', '/v1/accounts', {
      ...gone,
      profile: externalId,
    })
    checkSame(header.body.error.code, 'profile_not_found', 'nor can a request be made in it')
  })
  await step('profile.deleted, at the endpoint of all profiles only', async () => {
    const { event } = await receiver.wait('profile.deleted at /hooks/all', ({ path, event }) => {
      return path === '/hooks/all' && event.data.profile?.id === profile.id
    })
    say(`       erased: ${JSON.stringify(event.data.profile?.counts)}`)
    checkSame(event.data.profile?.external_id, externalId, 'it names the profile as the owner does')
    checkSame(event.data.profile?.counts.accounts, 2, 'the two Facebook pages were erased with it')
    const webhook = await api.call<ErrorBody>('GET', `/v1/webhooks/${endpoints.bound.id}`, {
      expect: 404,
      show: ['error.code'],
    })
    checkSame(webhook.body.error.code, 'webhook_not_found', 'the endpoint bound to it is gone')
    const stray = receiver.arrivals.filter(
      ({ path, event }) => path === '/hooks/client' && event.type === 'profile.deleted',
    )
    checkSame(stray.length, 0, 'and was told nothing')
  })
}
