import { createClient, type Media, PosternError, type Profile } from '@postern/sdk'
import { verifyWebhook, type WebhookEvent } from '@postern/sdk/webhooks'

export type Input = {
  baseUrl: string
  apiKey: string
  externalId: string
  /** An image in base64. */
  picture: string
  /** A webhook delivery as received. */
  delivery: { body: string; signature: string; secret: string; now: string }
}

/** A small program that uses the SDK, run in Node and in a browser. */
export async function run({ baseUrl, apiKey, externalId, picture, delivery }: Input) {
  const client = createClient({ baseUrl, apiKey })
  const profile: Profile = await client.profiles.create({ name: 'Bakery', external_id: externalId })
  const names: string[] = []
  for await (const { name } of client.profiles.list({ limit: 1 })) names.push(name)
  const bytes = Uint8Array.from(atob(picture), (character) => character.charCodeAt(0))
  const media: Media = await client
    .withProfile(externalId)
    .media.upload({ file: new Blob([bytes]), alt_text: 'A loaf' })
  const refused = await client.profiles.get('missing').catch((err: unknown) => {
    if (err instanceof PosternError) return `${err.status} ${err.code}`
    throw err
  })
  const { now, ...rest } = delivery
  const event: WebhookEvent = await verifyWebhook({ ...rest, now: new Date(now) })
  return {
    externalId: profile.external_id,
    listed: names.includes('Bakery'),
    width: media.width,
    refused,
    event: event.type,
  }
}
