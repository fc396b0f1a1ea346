import type { Client } from './client.ts'
import type { Control } from './control.ts'
import type { Journey } from './journey.ts'
import { step } from './report.ts'
import type { Media, Profile, Webhook } from './wire.ts'

type SandboxAccount = { id: string; platform: string; username: string }

const hook = '/hooks/posts'

/** A client that publishes: a profile, a person, an endpoint for what becomes of its posts. */
export async function openPostsClient(above: Journey, control: Control): Promise<Client> {
  const journey = { ...above, externalId: `${above.externalId}-posts` }
  const { api, receiver, externalId } = journey
  return await step('A client who publishes, with an endpoint for its posts', async () => {
    const { body: profile } = await api.call<Profile>('POST', '/v1/profiles', {
      body: { name: 'Posts', external_id: externalId },
      expect: 201,
      show: ['id', 'external_id'],
    })
    journey.atEnd(() => api.call('DELETE', `/v1/profiles/${externalId}`, { expect: [202, 404] }))
    const { body: webhook } = await api.call<Webhook & { secret: string }>('POST', '/v1/webhooks', {
      body: {
        url: `${receiver.origin}${hook}`,
        events: ['post.published', 'post.failed', 'post.canceled'],
        profile_id: externalId,
      },
      expect: 201,
      show: ['id', 'profile_id', 'secret'],
    })
    receiver.expectSecret(hook, webhook.secret)
    const person = await control<{ accounts: SandboxAccount[] }>('POST', '/people', {
      name: `Paula (${externalId})`,
      accounts: [
        { platform: 'threads', username: `paula.${externalId}` },
        { platform: 'instagram', username: `paula.${externalId}`, account_type: 'BUSINESS' },
      ],
    })
    const of = (place: string) => person.accounts.find(({ platform }) => platform === place)!
    const at = { threads: of('threads'), instagram: of('instagram') }
    return { journey, control, profile, hook, at }
  })
}

/** A multipart upload, under a name that says nothing. */
export async function uploadImage({ journey }: Client, bytes: Buffer): Promise<Media> {
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(bytes)]), 'upload.bin')
  return (
    await journey.api.call<Media>('POST', '/v1/media', {
      form,
      profile: journey.externalId,
      expect: 201,
      show: ['id', 'type', 'mime_type', 'width', 'height', 'size'],
    })
  ).body
}
