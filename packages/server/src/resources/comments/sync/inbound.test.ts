import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildWebhook } from '../../../../test/build.ts'
import { advanceMinutes, type Inbox, openInbox } from '../../../../test/inbox.ts'
import { openReceiver, type Receiver } from '../../../../test/receiver.ts'
import { useTestApp } from '../../../../test/test-app.ts'
import { createWorkLoop } from '../../../jobs/loop.ts'
import type { CommentsAbility } from '../../../platforms/contract/comments.ts'
import { webhookVerifyTokens } from './inbound.ts'
import { commentPolling } from './poll.ts'

const secret = 'sandbox-threads-secret'

const testApp = useTestApp({ poolMax: 4, listening: true })
let receiver: Receiver
let inbox: Inbox
let count = 0

beforeAll(async () => {
  receiver = await openReceiver()
  await buildWebhook(testApp, { url: receiver.url })
  const { publicUrl, keyring } = testApp.ctx.config
  for (const platform of ['threads', 'facebook'] as const) {
    const app = await testApp.sandbox.control('PUT', `/apps/${platform}`, {
      webhook_url: `${publicUrl}/platform-webhooks/${platform}`,
      verify_token: webhookVerifyTokens(keyring, platform)[0],
    })
    expect(app.webhook_problem ?? null).toBe(null)
  }
  inbox = await openInbox(testApp)
  await testApp.work()
})
afterAll(() => receiver.close())
beforeEach(() => testApp.sandbox.control('PUT', '/settings', { webhook_duplicates: false }))

const settleWebhooks = () => testApp.sandbox.control('POST', '/outgoing/settle')

/** A webhook of Threads about a reply (threads.md §6.1). */
function webhookBody(change: Record<string, unknown> = {}): Record<string, unknown> {
  count += 1
  const root = {
    id: inbox.post,
    owner_id: inbox.account.platform_account_id,
    username: inbox.account.username,
  }
  return {
    app_id: '900100100100101',
    topic: 'moderate',
    target_id: inbox.post,
    time: Math.floor(testApp.clock.now().getTime() / 1_000),
    subscription_id: '1',
    has_uid_field: false,
    values: {
      field: 'replies',
      value: {
        id: `1810000000000${count}`,
        username: 'mallory',
        text: `Delivered ${count}`,
        media_type: 'TEXT_POST',
        permalink: 'https://www.threads.net/@mallory/post/x',
        replied_to: { id: inbox.post },
        root_post: root,
        shortcode: 'x',
        timestamp: testApp.clock.now().toISOString().replace('.000Z', '+0000'),
        ...change,
      },
    },
  }
}

async function sendWebhook(body: unknown, options: { signature?: string; platform?: string } = {}) {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const digest = createHmac('sha256', secret).update(text).digest('hex')
  const response = await testApp.app.request(
    `/platform-webhooks/${options.platform ?? 'threads'}`,
    {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-hub-signature-256': options.signature ?? `sha256=${digest}`,
      },
      body: text,
    },
  )
  return response.status
}

const idOf = (body: Record<string, unknown>) => ({
  id: (body.values as { value: { id: string } }).value.id,
})

describe('the handshake', () => {
  const requestHandshake = async (token: string, platform = 'threads') => {
    const query = new URLSearchParams({
      'hub.mode': 'subscribe',
      'hub.challenge': '1158201444',
      'hub.verify_token': token,
    })
    return await testApp.app.request(`/platform-webhooks/${platform}?${query}`)
  }

  test('returns the challenge as plain text for a valid verify token', async () => {
    const [token] = webhookVerifyTokens(testApp.ctx.config.keyring, 'threads')
    const response = await requestHandshake(token!)
    expect([response.status, await response.text()]).toEqual([200, '1158201444'])
    expect(response.headers.get('content-type')).toContain('text/plain')
  })

  test("returns 403 for any other token, also another platform's", async () => {
    const [other] = webhookVerifyTokens(testApp.ctx.config.keyring, 'instagram')
    for (const token of ['', 'guess', other!])
      expect((await requestHandshake(token)).status).toBe(403)
    expect((await requestHandshake('guess', 'myspace')).status).toBe(403)
  })
})

describe('a platform webhook', () => {
  test('about a comment announces it immediately, and the next sync does not announce it again', async () => {
    const posted = await inbox.addComment({ webhook: true, text: 'Now!' })
    await settleWebhooks()
    expect(await inbox.find(posted)).toMatchObject({ text: 'Now!', author_username: 'kim' })
    expect(await inbox.events(posted)).toHaveLength(1)
    await advanceMinutes(testApp, 61)
    expect(await inbox.events(posted)).toHaveLength(1)
  })

  test('about a stored comment announces nothing', async () => {
    const posted = await inbox.addComment()
    await advanceMinutes(testApp, 61)
    const body = webhookBody({ id: posted.id, text: 'an older text' })
    expect(await sendWebhook(body)).toBe(200)
    await advanceMinutes(testApp, 61)
    expect(await inbox.events(posted)).toHaveLength(1)
    expect(await inbox.find(posted)).toMatchObject({ text: posted.text })
  })

  test('that is repeated, also after days, announces the comment once', async () => {
    await testApp.sandbox.control('PUT', '/settings', { webhook_duplicates: true })
    const posted = await inbox.addComment({ webhook: true })
    await settleWebhooks()
    const body = webhookBody()
    for (let time = 0; time < 3; time += 1) expect(await sendWebhook(body)).toBe(200)
    expect(await inbox.events(posted)).toHaveLength(1)
    expect(await inbox.events(idOf(body))).toHaveLength(1)
    testApp.clock.advance(3 * 86_400_000)
    await testApp.ctx.db.pool.query('delete from inbound_webhook')
    expect(await sendWebhook(body)).toBe(200)
    await testApp.work()
    expect(await inbox.events(idOf(body))).toHaveLength(1)
    // A sync did not find the comment on the platform, and the old webhook does not restore it.
    expect((await inbox.find(idOf(body)))?.deleted_at).not.toBe(null)
  })

  test('about a comment older than 24 hours stores it without an event', async () => {
    const old = new Date(testApp.clock.now().getTime() - 25 * 3_600_000)
    const body = webhookBody({ timestamp: old.toISOString().replace('.000Z', '+0000') })
    expect(await sendWebhook(body)).toBe(200)
    expect(await inbox.find(idOf(body))).toMatchObject({ commented_at: old.toISOString() })
    expect(await inbox.events(idOf(body))).toEqual([])
  })

  test('about an unknown post imports it, and the next listing adds its text', async () => {
    const post = await inbox.publish(0, 'Brand new')
    const posted = await inbox.addComment({ post, webhook: true })
    await settleWebhooks()
    const { post_id } = (await inbox.find(posted))!
    expect(await inbox.events(posted)).toHaveLength(1)
    // The unknown post makes the listing due now; the regular one is ten minutes away.
    await advanceMinutes(testApp, 1)
    const { body } = await testApp.call('GET', `/v1/posts/${post_id}`)
    expect(body).toMatchObject({ source: 'external', text: 'Brand new' })
  })

  test("about the owner's own reply sets replied and announces nothing", async () => {
    const posted = await inbox.addComment()
    await advanceMinutes(testApp, 61)
    await inbox.addComment({ by_owner: true, parent: posted.id, text: 'Seen!', webhook: true })
    await settleWebhooks()
    expect(await inbox.find(posted)).toMatchObject({
      reply_status: 'replied',
      replies: [{ text: 'Seen!' }],
    })
  })

  test('about a reply to an unknown comment syncs the post, parent first', async () => {
    const top = await inbox.addComment()
    const nested = await inbox.addComment({ parent: top.id, webhook: true })
    await settleWebhooks()
    expect(await inbox.find(nested)).toBe(undefined)
    await advanceMinutes(testApp, 1)
    expect(await inbox.find(nested)).toMatchObject({
      parent_comment_id: (await inbox.find(top))?.id,
    })
    expect(await inbox.events(nested)).toHaveLength(1)
  })

  test('about a deletion marks the comment as deleted', async () => {
    const page = await openInbox(testApp, 'facebook')
    await testApp.work()
    const posted = await page.addComment({ webhook: true })
    await settleWebhooks()
    expect(await page.find(posted)).toMatchObject({ deleted_at: null })
    await page.remove(posted.id)
    await settleWebhooks()
    expect((await page.find(posted))?.deleted_at).toBe(testApp.clock.now().toISOString())
  })

  test('during a sync of its post makes the post due again', async () => {
    await advanceMinutes(testApp, 61)
    testApp.clock.advance(61 * 60_000)
    const platform = testApp.ctx.platforms.get('threads')!
    const posted: Awaited<ReturnType<Inbox['addComment']>>[] = []
    const listComments: CommentsAbility['listComments'] = async (input) => {
      const page = await platform.comments!.listComments(input)
      if (posted.length > 0 || input.platformPostId !== inbox.post) return page
      const top = await inbox.addComment()
      posted.push(await inbox.addComment({ parent: top.id, webhook: true }))
      await settleWebhooks()
      return page
    }
    const threads = { ...platform, comments: { ...platform.comments!, listComments } }
    const platforms = new Map(testApp.ctx.platforms).set('threads', threads)
    await createWorkLoop({ ...testApp.ctx, platforms }, [commentPolling]).runUntilIdle()
    expect(await inbox.find(posted[0]!)).toBe(undefined)
    testApp.clock.advance(11_000)
    await testApp.work()
    expect(await inbox.events(posted[0]!)).toHaveLength(1)
  })

  test('costs few calls: many webhooks about one post cause one sync', async () => {
    await advanceMinutes(testApp, 61)
    await testApp.sandbox.control('DELETE', '/calls')
    for (let number = 0; number < 20; number += 1) {
      await sendWebhook(webhookBody({ replied_to: { id: `unknown-${number}` } }))
      await testApp.work()
    }
    const { data } = await testApp.sandbox.control('GET', '/calls')
    const syncs = data.filter((call: { name: string }) => call.name === 'conversation')
    expect(syncs.length).toBeLessThanOrEqual(4)
  })
})

describe('a forged or foreign webhook', () => {
  test('with an invalid signature returns 403 and changes nothing', async () => {
    const before = await inbox.list()
    const body = webhookBody()
    const text = JSON.stringify(body)
    const forged = createHmac('sha256', 'guess').update(text).digest('hex')
    const other = createHmac('sha256', secret).update(`${text} `).digest('hex')
    for (const signature of ['', 'sha256=', `sha256=${forged}`, `sha256=${other}`, forged]) {
      expect(await sendWebhook(text, { signature })).toBe(403)
    }
    expect(await sendWebhook(text, { platform: 'instagram' })).toBe(403)
    expect(await inbox.list()).toEqual(before)
    const { rows } = await testApp.ctx.db.pool.query(
      `select 1 from comment where author_username = 'mallory'
      and platform_comment_id = $1`,
      [idOf(body).id],
    )
    expect(rows).toEqual([])
  })

  test('about an unknown account returns 200 and changes nothing', async () => {
    const before = await inbox.list()
    const unknown = { id: '99', owner_id: '99', username: 'unknown' }
    const body = webhookBody({ root_post: unknown })
    expect(await sendWebhook(body)).toBe(200)
    expect(await inbox.list()).toEqual(before)
  })

  test.each([
    ['an empty body', ''],
    ['invalid JSON', '{'],
    ['another shape', '{"object":"page","entry":[{}]}'],
    ['a list of nonsense', '[1,null,"x",{"values":[]}]'],
  ])('with %s changes nothing', async (_kind, text) => {
    const before = await inbox.list()
    expect([200, 403]).toContain(await sendWebhook(text))
    expect(await inbox.list()).toEqual(before)
  })

  test('for an unknown platform returns 404, and one that is too large 413', async () => {
    expect(await sendWebhook('{}', { platform: 'myspace' })).toBe(404)
    expect(await sendWebhook('x'.repeat(5_000_000))).toBe(413)
  })

  test('for a disconnected account changes nothing', async () => {
    await testApp.call('DELETE', `/v1/accounts/${inbox.account.id}`)
    const body = webhookBody()
    expect(await sendWebhook(body)).toBe(200)
    expect(await inbox.find(idOf(body))).toBe(undefined)
  })
})
