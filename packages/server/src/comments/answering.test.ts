import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildWebhook } from '../../test/build.ts'
import { type Inbox, openInbox, pass, type Said } from '../../test/commenting.ts'
import { type House, openHouse } from '../../test/house.ts'
import { openReceiver, type Receiver } from '../../test/receiver.ts'
import type { Comment } from '../resources/comment.ts'

let house: House
let receiver: Receiver
let threads: Inbox
let instagram: Inbox
let facebook: Inbox

beforeAll(async () => {
  house = await openHouse()
  receiver = await openReceiver()
  await buildWebhook(house, { url: receiver.url })
  threads = await openInbox(house, 'threads')
  instagram = await openInbox(house, 'instagram')
  facebook = await openInbox(house, 'facebook')
  await house.work()
})
afterAll(async () => {
  await house.close()
  await receiver.close()
})
beforeEach(() => house.sandbox.control('DELETE', '/faults'))

const fault = (kind: string, match: string, times = 1, platform = 'threads') =>
  house.sandbox.control('POST', '/faults', { platform, match, kind, times })

/** A comment that was read. */
async function heard(inbox: Inbox, saying = {}): Promise<Comment & { said: Said }> {
  const said = await inbox.say(saying)
  await pass(house, 61)
  const comment = await inbox.find(said)
  if (!comment) throw new Error('not read')
  return { ...comment, said }
}

const reply = (id: string, body: unknown = { text: 'Thank you' }, options = {}) =>
  house.call('POST', `/v1/comments/${id}/reply`, body, options)
const hide = (id: string, hidden: unknown = true) =>
  house.call('POST', `/v1/comments/${id}/hide`, hidden === 'nothing' ? {} : { hidden })
const own = async (inbox: Inbox, text: string) =>
  (await inbox.shown()).filter((each) => each.text === text)

describe('replying', () => {
  test.each(['threads', 'instagram', 'facebook'] as const)(
    'answers on %s as the account',
    async (platform) => {
      const inbox = { threads, instagram, facebook }[platform]
      const comment = await heard(inbox)
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
        created_at: house.clock.now().toISOString(),
      })
      const [made] = await own(inbox, `Thanks from ${platform} 💛`)
      expect(made).toMatchObject({ id: body.platform_reply_id, parent_id: comment.said.id })
      expect(await inbox.find(comment.said)).toMatchObject({
        reply_status: 'replied',
        replies: [body],
      })
    },
  )

  test('a reply that was sent from here is not found a second time on the platform', async () => {
    const comment = await heard(threads)
    const { body } = await reply(comment.id, { text: 'Only once' })
    await pass(house, 61)
    expect(await threads.find(comment.said)).toMatchObject({ replies: [{ id: body.id }] })
    expect(await own(threads, 'Only once')).toHaveLength(1)
  })

  test('an empty reply and one that is too long are refused before anything is sent', async () => {
    const comment = await heard(threads)
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
    expect(await threads.find(comment.said)).toMatchObject({ replies: [] })
  })

  test('what is deleted, hidden on Instagram or a reply of our own takes no reply', async () => {
    const gone = await heard(threads)
    await threads.remove(gone.said.id)
    await pass(house, 61)
    const hidden = await heard(instagram)
    await hide(hidden.id)
    const answered = await heard(threads)
    const mine = (await reply(answered.id)).body.id
    for (const id of [gone.id, hidden.id, mine]) {
      const { status, body } = await reply(id)
      expect([status, body.error.code]).toEqual([422, 'reply_not_supported'])
    }
  })

  test.each(['threads', 'instagram', 'facebook'] as const)(
    'a comment that is gone on %s since it was read takes no reply, and is deleted here too',
    async (platform) => {
      const inbox = { threads, instagram, facebook }[platform]
      const comment = await heard(inbox)
      await inbox.remove(comment.said.id)
      const { status, body } = await reply(comment.id)
      expect([status, body.error.code]).toEqual([422, 'reply_not_supported'])
      expect(body.error).toMatchObject({
        retryable: false,
        details: [{ path: 'id', code: 'comment_gone' }],
        platform: { value: platform, code: expect.stringMatching(/^100/) },
      })
      const gone = { deleted_at: house.clock.now().toISOString(), can_reply: false, replies: [] }
      expect(await inbox.find(comment.said)).toMatchObject(gone)
    },
  )

  test('a comment is not given up while nobody can tell whether the access holds', async () => {
    const comment = await heard(facebook)
    await facebook.remove(comment.said.id)
    // The platform says the same of an access that is at fault (instagram.md §7).
    await fault('http_500', '/me', 1, 'facebook')
    const { status, body } = await reply(comment.id)
    expect([status, body.error.code]).toEqual([502, 'platform_error'])
    expect(await facebook.find(comment.said)).toMatchObject({ deleted_at: null })
  })

  test('after a timeout the reply is found on the platform and not sent again', async () => {
    const comment = await heard(threads)
    await fault('after_accepting_timeout', 'create')
    const late = await reply(comment.id, { text: 'Did you hear me?' })
    expect([late.status, late.body.error.code]).toEqual([504, 'platform_timeout'])
    expect(late.body.error).toMatchObject({ platform: { value: 'threads' }, retryable: true })
    expect(await threads.find(comment.said)).toMatchObject({ replies: [] })
    await pass(house, 1)
    expect(await own(threads, 'Did you hear me?')).toHaveLength(1)
    expect(await threads.find(comment.said)).toMatchObject({
      reply_status: 'replied',
      replies: [{ text: 'Did you hear me?' }],
    })
  })

  test('a reply repeated with its Idempotency-Key after a timeout is not sent again', async () => {
    const comment = await heard(threads)
    const send = () =>
      reply(
        comment.id,
        { text: 'Sent with a key' },
        { headers: { 'idempotency-key': 'reply-once' } },
      )
    await fault('after_accepting_timeout', 'create')
    expect((await send()).body.error.code).toBe('platform_timeout')
    const again = await send()
    expect([again.status, again.body.error.code]).toEqual([504, 'platform_timeout'])
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    expect(await own(threads, 'Sent with a key')).toHaveLength(1)
  })

  test('a reply repeated with its Idempotency-Key after its process died is not sent again', async () => {
    const comment = await heard(threads)
    const options = { headers: { 'idempotency-key': 'reply-died' } }
    const send = () => reply(comment.id, { text: 'Sent and died' }, options)
    expect((await send()).status).toBe(201)
    // What a process leaves that dies before the answer of the platform has reached the database.
    await house.ctx.db.pool.query(
      `update idempotency set status = null, headers = null, body = null where key = 'reply-died'`,
    )
    expect((await send()).body.error.code).toBe('idempotency_in_progress')
    house.clock.advance(61_000)
    const again = await send()
    expect([again.status, again.body.error.code]).toEqual([504, 'platform_timeout'])
    expect(await own(threads, 'Sent and died')).toHaveLength(1)
  })

  test('after a timeout that kept the reply from being made nothing is shown', async () => {
    const comment = await heard(threads)
    await fault('timeout', 'create')
    expect((await reply(comment.id, { text: 'Lost' })).status).toBe(504)
    await pass(house, 70)
    expect(await threads.find(comment.said)).toMatchObject({
      reply_status: 'unreplied',
      replies: [],
    })
    const { rows } = await house.ctx.db.pool.query(
      `select status from comment_reply where comment_id = $1`,
      [comment.id],
    )
    expect(rows).toEqual([{ status: 'failed' }])
  })

  test('a reply is measured as its platform counts, an emoji as its bytes on Threads', async () => {
    const comment = await heard(threads)
    const { status, body } = await reply(comment.id, { text: '🥐'.repeat(126) })
    expect([status, body.error.code]).toEqual([422, 'content_invalid'])
    const found = { path: 'text', code: 'too_long', limit: 500, actual: 504 }
    expect(body.error).toMatchObject({ details: [found], platform: null })
    expect((await reply(comment.id, { text: '🥐'.repeat(125) })).status).toBe(201)
  })

  test('a text that the platform itself refuses is content_invalid with its words', async () => {
    const comment = await heard(threads)
    // 200 characters of 600 bytes, which Threads was seen to refuse (threads.md §3.6).
    const { status, body } = await reply(comment.id, { text: 'パ'.repeat(200) })
    expect([status, body.error.code]).toEqual([422, 'content_invalid'])
    const message = 'Param text must be at most 500 characters long'
    expect(body.error).toMatchObject({
      details: [{ path: 'text', code: 'content_invalid', message }],
      platform: { value: 'threads', code: '100', message },
    })
    expect(await threads.find(comment.said)).toMatchObject({ replies: [] })
  })

  test('a failure of the platform is platform_error with its own words', async () => {
    const comment = await heard(threads)
    await fault('transient', 'create')
    const { status, body } = await reply(comment.id)
    expect([status, body.error.code]).toEqual([502, 'platform_error'])
    expect(body.error.platform).toEqual({
      value: 'threads',
      code: '2',
      message: expect.stringContaining('unexpected error'),
    })
  })

  test('a rate limit is platform_rate_limited with Retry-After, and the account rests', async () => {
    const comment = await heard(instagram)
    await fault('rate_limited', 'reply', 1, 'instagram')
    const limited = await reply(comment.id)
    expect([limited.status, limited.body.error.code]).toEqual([429, 'platform_rate_limited'])
    expect(limited.headers.get('retry-after')).toBe(String(19 * 60))
    house.clock.advance(4 * 60_000)
    const resting = await reply(comment.id)
    expect([resting.status, resting.headers.get('retry-after')]).toEqual([429, String(15 * 60)])
    house.clock.advance(16 * 60_000)
    expect((await reply(comment.id)).status).toBe(201)
  })

  test('the same Idempotency-Key answers the same reply', async () => {
    const comment = await heard(threads)
    const options = { headers: { 'idempotency-key': 'reply-1' } }
    const first = await reply(comment.id, { text: 'Keyed' }, options)
    const second = await reply(comment.id, { text: 'Keyed' }, options)
    expect(second.body).toEqual(first.body)
    expect(await own(threads, 'Keyed')).toHaveLength(1)
  })
})

describe('hiding', () => {
  test.each(['threads', 'instagram', 'facebook'] as const)(
    'hides and shows on %s, as often as asked',
    async (platform) => {
      const inbox = { threads, instagram, facebook }[platform]
      const comment = await heard(inbox)
      const shown = async () =>
        (await inbox.shown()).find((each) => each.id === comment.said.id)?.hidden
      for (const hidden of [true, true, false, false]) {
        const { status, body } = await hide(comment.id, hidden)
        expect(status).toBe(200)
        expect(body).toMatchObject({ id: comment.id, hidden })
        expect(await shown()).toBe(hidden)
      }
      await pass(house, 61)
      expect(await inbox.find(comment.said)).toMatchObject({ hidden: false, can_reply: true })
    },
  )

  test('nested replies on Threads and own replies are hide_not_supported', async () => {
    const top = await heard(threads)
    const nested = await heard(threads, { parent: top.said.id })
    expect(nested).toMatchObject({ parent_comment_id: top.id, can_hide: false })
    const mine = (await reply(top.id)).body.id
    for (const id of [nested.id, mine]) {
      const { status, body } = await hide(id)
      expect([status, body.error.code]).toEqual([422, 'hide_not_supported'])
    }
  })

  test.each(['threads', 'instagram', 'facebook'] as const)(
    'a comment that is gone on %s since it was read cannot be hidden, and is deleted here too',
    async (platform) => {
      const inbox = { threads, instagram, facebook }[platform]
      const comment = await heard(inbox)
      const before = await inbox.find(comment.said)
      await inbox.remove(comment.said.id)
      const { status, body } = await hide(comment.id)
      expect([status, body.error.code]).toEqual([422, 'hide_not_supported'])
      expect(body.error.details).toMatchObject([{ path: 'id', code: 'comment_gone' }])
      const gone = { ...before, deleted_at: house.clock.now().toISOString() }
      expect(await inbox.find(comment.said)).toEqual({ ...gone, can_reply: false, can_hide: false })
    },
  )

  test('anything but a boolean is refused', async () => {
    const comment = await heard(threads)
    for (const hidden of ['true', 1, null, 'nothing']) {
      expect((await hide(comment.id, hidden)).body.error).toMatchObject({
        code: 'validation_failed',
        param: 'hidden',
      })
    }
  })
})

describe('permissions', () => {
  const table = [
    ['threads', 'hide', 'threads_manage_replies'],
    ['instagram', 'reply', 'instagram_business_manage_comments'],
    ['instagram', 'hide', 'instagram_business_manage_comments'],
    ['threads', 'reply', 'threads_content_publish'],
  ] as const

  test.each(table)(
    'on %s to %s without %s is permission_missing',
    async (platform, verb, scope) => {
      const inbox = platform === 'threads' ? threads : instagram
      const comment = await heard(inbox)
      const { rows } = await house.ctx.db.pool.query(
        'select permissions_granted from account where id = $1',
        [inbox.account.id],
      )
      const granted: string[] = rows[0].permissions_granted
      const grant = (scopes: string[]) =>
        house.ctx.db.pool.query('update account set permissions_granted = $2 where id = $1', [
          inbox.account.id,
          scopes,
        ])
      await grant(granted.filter((each) => each !== scope))
      const { status, body } = verb === 'reply' ? await reply(comment.id) : await hide(comment.id)
      await grant(granted)
      expect([status, body.error.code]).toEqual([422, 'permission_missing'])
      expect(body.error.details).toMatchObject([
        { permission: scope, account_id: inbox.account.id },
      ])
      // Only the call that needs it is refused.
      const other = verb === 'reply' ? await hide(comment.id) : await reply(comment.id)
      expect(other.status).toBeLessThan(300)
    },
  )

  test('replying on Threads needs no more than the ordinary publish permission', async () => {
    const comment = await heard(threads)
    await house.ctx.db.pool.query(
      `update account set permissions_granted =
       array_remove(permissions_granted, 'threads_manage_replies') where id = $1`,
      [threads.account.id],
    )
    expect((await reply(comment.id)).status).toBe(201)
    await house.ctx.db.pool.query(
      `update account set permissions_granted =
       array_append(permissions_granted, 'threads_manage_replies') where id = $1`,
      [threads.account.id],
    )
  })

  test('a permission that was taken away on the platform is permission_missing as well', async () => {
    const comment = await heard(instagram)
    const { data: grants } = await house.sandbox.control('GET', '/grants')
    const grant = grants.find((each: { platform: string }) => each.platform === 'instagram')
    await house.sandbox.control('POST', `/grants/${grant.id}/remove-permission`, {
      permission: 'instagram_business_manage_comments',
    })
    const { status, body } = await hide(comment.id)
    expect([status, body.error.code]).toEqual([422, 'permission_missing'])
    expect(body.error.details[0].permission).toBe('instagram_business_manage_comments')
  })

  test('an account that is not connected can neither reply nor hide', async () => {
    const comment = await heard(threads)
    await house.call('DELETE', `/v1/accounts/${threads.account.id}`)
    for (const { status, body } of [await reply(comment.id), await hide(comment.id)]) {
      expect([status, body.error.code]).toEqual([422, 'account_not_connected'])
    }
    expect((await house.call('GET', `/v1/comments/${comment.id}`)).status).toBe(200)
  })
})
