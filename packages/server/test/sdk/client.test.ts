import { type Client, createClient, type Fetch, PosternError } from '@postern/sdk'
import { verifyWebhook } from '@postern/sdk/webhooks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildAccount, buildKey } from '../build.ts'
import { imageFile } from '../media-files.ts'
import { openReceiver } from '../receiver.ts'
import { openTestApp, type TestApp } from '../test-app.ts'

let testApp: TestApp
let client: Client

beforeAll(async () => {
  testApp = await openTestApp({ listening: true, poolMax: 10 })
  client = clientWith()
})

afterAll(async () => await testApp?.close())

function clientWith(options: { apiKey?: string; fetch?: Fetch } = {}): Client {
  return createClient({
    baseUrl: testApp.ctx.config.publicUrl,
    apiKey: testApp.ownerKey,
    ...options,
  })
}

/** A client that loses the response to its first request. */
function lossyClient(): Client {
  let tries = 0
  const lossy: Fetch = async (url, init) => {
    const response = await fetch(url, init)
    tries += 1
    if (tries > 1) return response
    await response.text()
    throw new TypeError('connection lost')
  }
  return clientWith({ fetch: lossy })
}

test('a profile is created, read, updated, listed and deleted by id and external_id', async () => {
  const profile = await client.profiles.create({ name: 'Bäckerei', external_id: 'a+b@c.d:1' })
  expect(profile.object).toBe('profile')
  expect(await client.profiles.get('a+b@c.d:1')).toEqual(profile)
  expect((await client.profiles.create({ name: 'Again', external_id: 'a+b@c.d:1' })).id).toBe(
    profile.id,
  )
  expect((await client.profiles.update(profile.id, { name: 'Bakery' })).name).toBe('Bakery')
  const { data } = await client.profiles.list({ external_id: 'a+b@c.d:1' })
  expect(data.map(({ id }) => id)).toEqual([profile.id])
  await client.profiles.delete('a+b@c.d:1')
  await expect(client.profiles.get(profile.id)).rejects.toMatchObject({
    name: 'PosternError',
    status: 404,
    code: 'profile_not_found',
    type: 'not_found_error',
    retryable: false,
    requestId: expect.stringMatching(/^req_/),
  })
})

test('for await returns the profiles of all pages', async () => {
  for (let count = 0; count < 5; count += 1) await client.profiles.create({ name: `P${count}` })
  const names: string[] = []
  for await (const { name } of client.profiles.list({ limit: 2 })) names.push(name)
  expect(names).toEqual(['Default', 'P0', 'P1', 'P2', 'P3', 'P4'])
})

test('a request whose response was lost is retried and takes effect once', async () => {
  const post = await lossyClient().posts.create({ text: 'Once' })
  const { data: drafts } = await client.posts.list({ status: 'draft' })
  expect(drafts.map(({ id }) => id)).toEqual([post.id])
  const file = new Blob([Uint8Array.from(await imageFile())])
  const upload = await lossyClient().media.upload({ file, alt_text: 'Once' })
  const { data: media } = await client.media.list()
  expect(media.map(({ id }) => id)).toEqual([upload.id])
})

test('an idempotency key reused for another request is refused', async () => {
  const options = { idempotencyKey: 'order-1' }
  await client.posts.create({ text: 'A' }, options)
  const reused = client.posts.create({ text: 'B' }, options)
  await expect(reused).rejects.toMatchObject({ code: 'idempotency_key_reused', status: 422 })
})

test('a profile key sees only its profile, as does withProfile with an owner key', async () => {
  const account = await buildAccount(testApp)
  await buildAccount(testApp)
  const bound = clientWith({ apiKey: await buildKey(testApp, { profile_id: account.profile_id }) })
  const ids = async (reader: Client) => (await reader.accounts.list()).data.map(({ id }) => id)
  expect(await ids(bound)).toEqual([account.id])
  expect(await ids(client.withProfile(account.profile_id))).toEqual([account.id])
  expect(await ids(client)).toHaveLength(2)
  await expect(bound.profiles.list()).rejects.toMatchObject({ code: 'owner_key_required' })
  expect((await bound.me()).profile?.id).toBe(account.profile_id)
})

test('media can be uploaded from a Blob, bytes, a web stream and an async iterable', async () => {
  const bytes = Uint8Array.from(await imageFile('png', { width: 40, height: 30 }))
  const halves = async function* () {
    yield bytes.subarray(0, 50)
    yield bytes.subarray(50)
  }
  const files = [new Blob([bytes]), bytes, new Blob([bytes]).stream(), halves()]
  for (const [index, file] of files.entries()) {
    const alt_text = `Grüße "${index}"\r\nBrot`
    const media = await client.media.upload({ file, alt_text })
    expect(media).toMatchObject({ type: 'image', width: 40, height: 30, size: bytes.length })
    expect((await client.media.get(media.id)).alt_text).toBe(media.alt_text)
    expect(media.alt_text?.replace('\r\n', '\n')).toBe(alt_text.replace('\r\n', '\n'))
    expect((await client.media.delete(media.id)).object).toBeDefined()
  }
  const refused = client.media.upload({ file: new Blob(['no image']) })
  await expect(refused).rejects.toMatchObject({ code: 'media_type_not_supported', status: 415 })
})

test('a validation failure names the field', async () => {
  const error = await client.profiles.create({ name: '' }).catch((err) => err)
  expect(error).toBeInstanceOf(PosternError)
  expect(error).toMatchObject({ code: 'validation_failed', param: 'name', status: 400 })
  expect(error.details[0]).toMatchObject({ path: 'name' })
})

test('webhooks are created, tested, verified, rotated and resent, and list their deliveries', async () => {
  const receiver = await openReceiver()
  const webhook = await client.webhooks.create({ url: receiver.url, events: ['*'] })
  const delivery = await client.webhooks.test(webhook.id)
  expect(delivery.status).toBe('succeeded')
  const { secret } = await client.webhooks.rotateSecret(webhook.id, { overlap_seconds: 3_600 })
  expect((await client.webhooks.test(webhook.id)).status).toBe('succeeded')
  const [beforeRotation, duringOverlap] = receiver.received.map(({ body, headers }) => ({
    body,
    signature: String(headers['service-signature']),
    now: testApp.clock.now(),
  }))
  expect((await verifyWebhook({ ...beforeRotation!, secret: webhook.secret })).type).toBe(
    'webhook.test',
  )
  for (const activeSecret of [secret, webhook.secret]) {
    expect((await verifyWebhook({ ...duringOverlap!, secret: activeSecret })).type).toBe(
      'webhook.test',
    )
  }
  await expect(verifyWebhook({ ...beforeRotation!, secret })).rejects.toMatchObject({
    reason: 'signature_mismatch',
  })
  const history = await client.webhooks.deliveries.list(webhook.id)
  expect(history.data).toHaveLength(2)
  const first = await client.webhooks.deliveries.get(webhook.id, delivery.id)
  expect(first.attempts).toHaveLength(1)
  const { id } = await client.webhooks.deliveries.resend(webhook.id, delivery.id)
  expect(id).toBe(delivery.id)
  await client.webhooks.delete(webhook.id)
  await receiver.close()
})

test('insights and comments of an account are read', async () => {
  const account = await buildAccount(testApp)
  const insights = await client.insights.account(account.id, { metrics: ['views', 'likes'] })
  expect(Object.keys(insights.metrics).sort()).toEqual(['likes', 'views'])
  expect(await client.insights.accountCsv(account.id)).toMatch(/^\uFEFF?\w+,/)
  const comments = await client.comments.list({ account_id: [account.id], hidden: false })
  expect(comments).toMatchObject({ data: [], has_more: false, next_cursor: null })
  await expect(client.comments.reply('cmt_x', { text: 'Hi' })).rejects.toMatchObject({
    status: 404,
  })
})
