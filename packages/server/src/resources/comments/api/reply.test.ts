import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildWebhook } from '../../../../test/build.ts'
import { advanceMinutes, type Inbox, openInbox, receiveComment } from '../../../../test/inbox.ts'
import { openReceiver, type Receiver } from '../../../../test/receiver.ts'
import { useTestApp } from '../../../../test/test-app.ts'
import { createHeartbeat } from '../../../jobs/heartbeat.ts'

const testApp = useTestApp()
let receiver: Receiver
let threads: Inbox
let instagram: Inbox
let facebook: Inbox

beforeAll(async () => {
  receiver = await openReceiver()
  await buildWebhook(testApp, { url: receiver.url })
  threads = await openInbox(testApp, 'threads')
  instagram = await openInbox(testApp, 'instagram')
  facebook = await openInbox(testApp, 'facebook')
  await testApp.work()
})
afterAll(() => receiver.close())
beforeEach(() => testApp.sandbox.control('DELETE', '/faults'))

const fault = (kind: string, match: string, times = 1, platform = 'threads') =>
  testApp.sandbox.control('POST', '/faults', { platform, match, kind, times })

const received = (inbox: Inbox, input = {}) => receiveComment(testApp, inbox, input)
const reply = (id: string, body: unknown = { text: 'Thank you' }, options = {}) =>
  testApp.call('POST', `/v1/comments/${id}/reply`, body, options)
const hide = (id: string, hidden: unknown = true) =>
  testApp.call('POST', `/v1/comments/${id}/hide`, hidden === 'nothing' ? {} : { hidden })
const findOnPlatform = async (inbox: Inbox, text: string) =>
  (await inbox.listOnPlatform()).filter((each) => each.text === text)

describe('replying', () => {
  test.each(['threads', 'instagram', 'facebook'] as const)(
    'replies on %s as the account',
    async (platform) => {
      const inbox = { threads, instagram, facebook }[platform]
      const comment = await received(inbox)
      const { status, body } = await reply(comment.id, { text: `Thanks from ${platform} 💛` })
      expect(status).toBe(201)
      expect(body).toEqual({
        id: expect.stringMatching(/^rep_/),
        object: 'comment_reply',
        comment_id: comment.id,
        profile_id: comment.profile_id,
        text: `Thanks from ${platform} 💛`,
        platform_reply_id: expect.stringMatching(/^[\d_]+$/),
        permalink: platform === 'instagram' ? null : expect.stringMatching(/^http/),
        created_at: testApp.clock.now().toISOString(),
      })
      const [made] = await findOnPlatform(inbox, `Thanks from ${platform} 💛`)
      expect(made).toMatchObject({ id: body.platform_reply_id, parent_id: comment.posted.id })
      expect(await inbox.find(comment.posted)).toMatchObject({
        reply_status: 'replied',
        replies: [body],
      })
    },
  )

  test('a sync does not add a reply that was sent from here', async () => {
    const comment = await received(threads)
    const { body } = await reply(comment.id, { text: 'Only once' })
    await advanceMinutes(testApp, 61)
    expect(await threads.find(comment.posted)).toMatchObject({ replies: [{ id: body.id }] })
    expect(await findOnPlatform(threads, 'Only once')).toHaveLength(1)
  })

  test('a reply that a failover lost is found at the network when the request is repeated', async () => {
    const comment = await received(threads)
    await createHeartbeat(testApp.ctx).beat()
    const first = await reply(comment.id, { text: 'After the failover' })
    const { pool } = testApp.ctx.db
    await pool.query('delete from comment_reply where id = $1', [first.body.id])
    await pool.query(
      `update database_server set timeline = timeline + 1, replication = 'asynchronous'`,
    )
    const { status, body } = await reply(comment.id, { text: 'After the failover' })
    expect([status, body.platform_reply_id]).toEqual([201, first.body.platform_reply_id])
    expect(await findOnPlatform(threads, 'After the failover')).toHaveLength(1)
    const other = await reply(comment.id, { text: 'Another one' })
    expect(other.body.platform_reply_id).not.toBe(first.body.platform_reply_id)
  })

  test('an empty reply and one that is too long are refused before the platform is called', async () => {
    const comment = await received(threads)
    for (const text of ['', '   ', undefined, 5]) {
      const { status, body } = await reply(comment.id, { text })
      expect([status, body.error.code]).toEqual([400, 'validation_failed'])
    }
    const long = await reply(comment.id, { text: 'x'.repeat(501) })
    expect(long.status).toBe(422)
    expect(long.body.error).toMatchObject({
      code: 'content_invalid',
      param: 'text',
      details: [{ path: 'text', limit: 500, actual: 501 }],
    })
    expect(await threads.find(comment.posted)).toMatchObject({ replies: [] })
  })

  test('a deleted comment, a hidden one on Instagram and an own reply return reply_not_supported', async () => {
    const deleted = await received(threads)
    await threads.remove(deleted.posted.id)
    await advanceMinutes(testApp, 61)
    const hidden = await received(instagram)
    await hide(hidden.id)
    const answered = await received(threads)
    const ownReplyId = (await reply(answered.id)).body.id
    for (const id of [deleted.id, hidden.id, ownReplyId]) {
      const { status, body } = await reply(id)
      expect([status, body.error.code]).toEqual([422, 'reply_not_supported'])
    }
  })

  test.each(['threads', 'instagram', 'facebook'] as const)(
    'a comment deleted on %s since its last sync returns reply_not_supported and is marked deleted',
    async (platform) => {
      const inbox = { threads, instagram, facebook }[platform]
      const comment = await received(inbox)
      await inbox.remove(comment.posted.id)
      const { status, body } = await reply(comment.id)
      expect([status, body.error.code]).toEqual([422, 'reply_not_supported'])
      expect(body.error).toMatchObject({
        retryable: false,
        details: [{ path: 'id', code: 'comment_gone' }],
        platform: { value: platform, code: expect.stringMatching(/^100/) },
      })
      const expected = {
        deleted_at: testApp.clock.now().toISOString(),
        can_reply: false,
        replies: [],
      }
      expect(await inbox.find(comment.posted)).toMatchObject(expected)
    },
  )

  test('a comment is not marked deleted while the access cannot be confirmed', async () => {
    const comment = await received(facebook)
    await facebook.remove(comment.posted.id)
    // The platform returns the same error for invalid access (instagram.md §7).
    await fault('http_500', '/me', 1, 'facebook')
    const { status, body } = await reply(comment.id)
    expect([status, body.error.code]).toEqual([502, 'platform_error'])
    expect(await facebook.find(comment.posted)).toMatchObject({ deleted_at: null })
  })

  test('after a timeout the reply is found on the platform and not sent again', async () => {
    const comment = await received(threads)
    await fault('after_accepting_timeout', 'create')
    const late = await reply(comment.id, { text: 'Did you hear me?' })
    expect([late.status, late.body.error.code]).toEqual([504, 'platform_timeout'])
    expect(late.body.error).toMatchObject({ platform: { value: 'threads' }, retryable: true })
    expect(await threads.find(comment.posted)).toMatchObject({ replies: [] })
    await advanceMinutes(testApp, 1)
    expect(await findOnPlatform(threads, 'Did you hear me?')).toHaveLength(1)
    expect(await threads.find(comment.posted)).toMatchObject({
      reply_status: 'replied',
      replies: [{ text: 'Did you hear me?' }],
    })
  })

  test('a reply repeated with its Idempotency-Key after a timeout is not sent again', async () => {
    const comment = await received(threads)
    const send = () =>
      reply(
        comment.id,
        { text: 'Sent with a key' },
        { headers: { 'idempotency-key': 'reply-once' } },
      )
    await fault('after_accepting_timeout', 'create')
    expect((await send()).body.error.code).toBe('platform_timeout')
    const repeated = await send()
    expect([repeated.status, repeated.body.error.code]).toEqual([504, 'platform_timeout'])
    expect(repeated.headers.get('idempotent-replayed')).toBe('true')
    expect(await findOnPlatform(threads, 'Sent with a key')).toHaveLength(1)
  })

  test('a reply repeated with its Idempotency-Key after its process died is not sent again', async () => {
    const comment = await received(threads)
    const options = { headers: { 'idempotency-key': 'reply-died' } }
    const send = () => reply(comment.id, { text: 'Sent and died' }, options)
    expect((await send()).status).toBe(201)
    // The state after a crash between the platform's response and its storage.
    await testApp.ctx.db.pool.query(
      `update idempotency set status = null, headers = null, body = null where key = 'reply-died'`,
    )
    expect((await send()).body.error.code).toBe('idempotency_in_progress')
    testApp.clock.advance(61_000)
    const repeated = await send()
    expect([repeated.status, repeated.body.error.code]).toEqual([504, 'platform_timeout'])
    expect(await findOnPlatform(threads, 'Sent and died')).toHaveLength(1)
  })

  test('after a timeout before the reply was made it is not listed and has failed', async () => {
    const comment = await received(threads)
    await fault('timeout', 'create')
    expect((await reply(comment.id, { text: 'Lost' })).status).toBe(504)
    await advanceMinutes(testApp, 70)
    expect(await threads.find(comment.posted)).toMatchObject({
      reply_status: 'unreplied',
      replies: [],
    })
    const { rows } = await testApp.ctx.db.pool.query(
      `select status from comment_reply where comment_id = $1`,
      [comment.id],
    )
    expect(rows).toEqual([{ status: 'failed' }])
  })

  test("a reply's length is counted as its platform does: on Threads by its bytes", async () => {
    const comment = await received(threads)
    const { status, body } = await reply(comment.id, { text: '🥐'.repeat(126) })
    expect([status, body.error.code]).toEqual([422, 'content_invalid'])
    const detail = { path: 'text', code: 'too_long', limit: 500, actual: 504 }
    expect(body.error).toMatchObject({ details: [detail], platform: null })
    expect((await reply(comment.id, { text: '🥐'.repeat(125) })).status).toBe(201)
  })

  test("a platform failure returns platform_error with the platform's message", async () => {
    const comment = await received(threads)
    await fault('transient', 'create')
    const { status, body } = await reply(comment.id)
    expect([status, body.error.code]).toEqual([502, 'platform_error'])
    expect(body.error.platform).toEqual({
      value: 'threads',
      code: '2',
      message: expect.stringContaining('unexpected error'),
    })
  })

  test('a rate limit returns platform_rate_limited with Retry-After and pauses the account', async () => {
    const comment = await received(instagram)
    await fault('rate_limited', 'reply', 1, 'instagram')
    const limited = await reply(comment.id)
    expect([limited.status, limited.body.error.code]).toEqual([429, 'platform_rate_limited'])
    expect(limited.headers.get('retry-after')).toBe(String(19 * 60))
    testApp.clock.advance(4 * 60_000)
    const resting = await reply(comment.id)
    expect([resting.status, resting.headers.get('retry-after')]).toEqual([429, String(15 * 60)])
    testApp.clock.advance(16 * 60_000)
    expect((await reply(comment.id)).status).toBe(201)
  })

  test('the same Idempotency-Key returns the same reply', async () => {
    const comment = await received(threads)
    const options = { headers: { 'idempotency-key': 'reply-1' } }
    const first = await reply(comment.id, { text: 'Keyed' }, options)
    const second = await reply(comment.id, { text: 'Keyed' }, options)
    expect(second.body).toEqual(first.body)
    expect(await findOnPlatform(threads, 'Keyed')).toHaveLength(1)
  })
})
