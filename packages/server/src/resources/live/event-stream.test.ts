import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest'
import { buildKey, buildProfile } from '../../../test/build.ts'
import { buildWebhook, emitComments } from '../../../test/build-webhook.ts'
import { openReceiver } from '../../../test/receiver.ts'
import { openTestApp, type TestApp } from '../../../test/test-app.ts'
import { newUuid, uuidAt } from '../../core/ids.ts'

let testApp: TestApp
let profile: { id: string }
beforeAll(async () => {
  // A transaction that stays open needs a connection.
  testApp = await openTestApp({ poolMax: 2 })
  profile = await buildProfile(testApp)
})
afterAll(() => testApp.close())

const openStreams: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const stream of openStreams.splice(0)) await stream.close()
})

type Message = { event: string; id: string; data: { type?: string; data?: { text?: string } } }

/** Opens a stream and reads its first message, the cursor. */
async function listen(query = '', options: { key?: string; profile?: string } = {}) {
  const response = await testApp.app.request(`/v1/events/stream${query}`, {
    headers: {
      authorization: `Bearer ${options.key ?? testApp.ownerKey}`,
      ...(options.profile ? { 'service-profile': options.profile } : {}),
    },
  })
  expect(response.status).toBe(200)
  const reader = response.body!.getReader()
  const decoder = new TextDecoder()
  let text = ''
  const next = async (): Promise<Message | null> => {
    for (let end = text.indexOf('\n\n'); end < 0; end = text.indexOf('\n\n')) {
      const { done, value } = await reader.read()
      if (done) return null
      text += decoder.decode(value)
    }
    const [message] = text.split('\n\n', 1)
    text = text.slice(message!.length + 2)
    const fields = Object.fromEntries(
      message!.split('\n').map((line) => [line.split(': ', 1)[0], line.replace(/^\w+: /, '')]),
    )
    return { event: fields.event!, id: fields.id!, data: JSON.parse(fields.data!) }
  }
  const nextEvent = async (): Promise<Message | null> => {
    for (;;) {
      const message = await next()
      if (message?.event !== 'cursor') return message
    }
  }
  const stream = {
    cursor: (await next())!.id,
    nextEvent,
    nextTexts: async (count: number) => {
      const texts: unknown[] = []
      while (texts.length < count) texts.push((await nextEvent())!.data.data!.text)
      return texts
    },
    isOver: async () => (await nextEvent()) === null,
    close: () => reader.cancel(),
  }
  openStreams.push(stream)
  return stream
}

test('events come as they are committed, without any endpoint, as webhooks get them', async () => {
  const stream = await listen()
  await emitComments(testApp, profile, ['one', 'two'])
  const first = (await stream.nextEvent())!
  expect(first).toMatchObject({
    event: 'event',
    data: { id: first.id, type: 'comment.created', profile_id: profile.id },
  })
  expect(first.data.data!.text).toBe('one')
  expect(await stream.nextTexts(1)).toEqual(['two'])
})

test('a test event goes to its endpoint only', async () => {
  const receiver = await openReceiver()
  onTestFinished(() => receiver.close())
  const stream = await listen()
  const { path } = await buildWebhook(testApp, { url: receiver.url })
  await testApp.call('POST', `${path}/test`, { type: 'comment.created' })
  expect(receiver.received).toHaveLength(1)
  await emitComments(testApp, profile, ['after the test'])
  expect(await stream.nextTexts(1)).toEqual(['after the test'])
})

test('event_type leaves other events out', async () => {
  const stream = await listen('?event_type=account.connected,comment.created')
  const other = await listen('?event_type=post.published')
  await emitComments(testApp, profile, ['typed'])
  expect(await stream.nextTexts(1)).toEqual(['typed'])
  await other.close()
})

test('a stream resumed after an event gets the events since, more than a page of them', async () => {
  const before = await listen()
  await emitComments(testApp, profile, ['seen'])
  const { id } = (await before.nextEvent())!
  await before.close()
  const texts = Array.from({ length: 120 }, (_, index) => `missed ${index}`)
  await emitComments(testApp, profile, texts)
  const resumed = await listen(`?after=${id}`)
  const seen = new Set<unknown>()
  while (!texts.every((text) => seen.has(text))) {
    for (const text of await resumed.nextTexts(1)) seen.add(text)
  }
  expect(seen.has('seen')).toBe(false)
})

test('a stream resumed after its first cursor gets the events since', async () => {
  const before = await listen()
  await before.close()
  await emitComments(testApp, profile, ['missed at the start'])
  const resumed = await listen(`?after=${before.cursor}`)
  const texts: unknown[] = []
  while (texts.at(-1) !== 'missed at the start') texts.push(...(await resumed.nextTexts(1)))
})

test('an event committed after a newer one is not missed', async () => {
  const stream = await listen()
  const db = testApp.ctx.db
  await db.transact(async (tx) => {
    await tx
      .insertInto('event')
      .values({
        id: newUuid(),
        created_at: testApp.clock.now(),
        owner_id: testApp.ownerId,
        profile_id: profile.id,
        type: 'comment.created',
        resource_id: null,
        body: Buffer.from('{"data":{"text":"late"}}'),
      })
      .execute()
    await emitComments(testApp, profile, ['newer'])
    expect(await stream.nextTexts(1)).toEqual(['newer'])
  })
  expect(await stream.nextTexts(1)).toEqual(['late'])
})

test('a profile key and the Service-Profile header get the events of their profile only', async () => {
  const own = await buildProfile(testApp)
  const key = await buildKey(testApp, { profile_id: own.id })
  const streams = [await listen('', { key }), await listen('', { profile: own.id })]
  await emitComments(testApp, profile, ['of another'])
  await emitComments(testApp, own, ['own'])
  for (const stream of streams) expect(await stream.nextTexts(1)).toEqual(['own'])
})

test('the stream ends when its key is revoked', async () => {
  const key = await buildKey(testApp)
  const stream = await listen('', { key })
  const { body } = await testApp.call('GET', '/v1/me', undefined, { key })
  await testApp.call('DELETE', `/v1/api-keys/${body.key.id}`)
  expect(await stream.isOver()).toBe(true)
})

test('the stream ends when its key expires, before any later event', async () => {
  const expires_at = new Date(testApp.clock.now().getTime() + 60_000).toISOString()
  const stream = await listen('', { key: await buildKey(testApp, { expires_at }) })
  await emitComments(testApp, profile, ['before'])
  expect(await stream.nextTexts(1)).toEqual(['before'])
  testApp.clock.advance(60_000)
  await emitComments(testApp, profile, ['after'])
  expect(await stream.isOver()).toBe(true)
})

test('events of a profile that is being deleted are not sent', async () => {
  const deleted = await buildProfile(testApp)
  const start = await listen()
  await emitComments(testApp, deleted, ['of the deleted profile'])
  await testApp.call('DELETE', `/v1/profiles/${deleted.id}`)
  await emitComments(testApp, profile, ['of the other'])
  const resumed = await listen(`?after=${start.cursor}`)
  const texts: unknown[] = []
  while (texts.at(-1) !== 'of the other') texts.push(...(await resumed.nextTexts(1)))
  expect(texts).not.toContain('of the deleted profile')
})

test('an event of more than a day ago returns 400 too_long_ago', async () => {
  const after = uuidAt(Date.now() - 25 * 3_600_000)
  const { status, body } = await testApp.call('GET', `/v1/events/stream?after=${after}`)
  expect(status).toBe(400)
  expect(body.error.details).toMatchObject([{ path: 'after', code: 'too_long_ago' }])
})

test('a key without webhooks:read gets 403', async () => {
  const key = await buildKey(testApp, { scopes: ['posts:read'] })
  const { status, body } = await testApp.call('GET', '/v1/events/stream', undefined, { key })
  expect([status, body.error.code]).toEqual([403, 'insufficient_scope'])
})

test('a key has at most ten streams', async () => {
  const key = await buildKey(testApp)
  for (let count = 0; count < 10; count += 1) await listen('', { key })
  const { status, body } = await testApp.call('GET', '/v1/events/stream', undefined, { key })
  expect([status, body.error.code]).toEqual([429, 'rate_limited'])
})

test('all streams end when the process starts to stop', async () => {
  const stopping = await openTestApp()
  try {
    const response = await stopping.app.request('/v1/events/stream', {
      headers: { authorization: `Bearer ${stopping.ownerKey}` },
    })
    const reader = response.body!.getReader()
    await reader.read()
    const end = reader.read()
    stopping.ctx.db.changes.end()
    expect((await end).done).toBe(true)
  } finally {
    await stopping.close()
  }
})
