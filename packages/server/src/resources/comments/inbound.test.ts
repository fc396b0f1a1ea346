import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildWebhook } from '../../../test/build.ts'
import { advanceMinutes, type Inbox, openInbox, type SandboxComment } from '../../../test/inbox.ts'
import { openReceiver, type Receiver } from '../../../test/receiver.ts'
import { openTestApp, type TestApp } from '../../../test/test-app.ts'
import { createWorkLoop } from '../../jobs/loop.ts'
import type { CommentsAbility } from '../../platforms/comments.ts'
import { webhookVerifyTokens } from './inbound.ts'
import { commentPolling } from './poll.ts'

const secret = 'sandbox-threads-secret'

let testApp: TestApp
let receiver: Receiver
let inbox: Inbox
let count = 0

beforeAll(async () => {
  testApp = await openTestApp({ poolMax: 4, listening: true })
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
afterAll(async () => {
  await testApp.close()
  await receiver.close()
})
beforeEach(() => testApp.sandbox.control('PUT', '/settings', { webhook_duplicates: false }))

const settle = () => testApp.sandbox.control('POST', '/outgoing/settle')

/** What Threads would deliver of a reply (threads.md §6.1). */
function delivery(change: Record<string, unknown> = {}): Record<string, unknown> {
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

async function deliver(body: unknown, options: { signature?: string; platform?: string } = {}) {
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
  const ask = async (token: string, platform = 'threads') => {
    const query = new URLSearchParams({
      'hub.mode': 'subscribe',
      'hub.challenge': '1158201444',
      'hub.verify_token': token,
    })
    return await testApp.app.request(`/platform-webhooks/${platform}?${query}`)
  }

  test('answers the challenge to who knows the verify token, as plain text', async () => {
    const [token] = webhookVerifyTokens(testApp.ctx.config.keyring, 'threads')
    const response = await ask(token!)
    expect([response.status, await response.text()]).toEqual([200, '1158201444'])
    expect(response.headers.get('content-type')).toContain('text/plain')
  })

  test('answers 403 to everyone else, and each platform has a token of its own', async () => {
    const [other] = webhookVerifyTokens(testApp.ctx.config.keyring, 'instagram')
    for (const token of ['', 'guess', other!]) expect((await ask(token)).status).toBe(403)
    expect((await ask('guess', 'myspace')).status).toBe(403)
  })
})

describe('a delivery', () => {
  test('of a comment announces it before any reading, and the reading not again', async () => {
    const said = await inbox.addComment({ webhook: true, text: 'Now!' })
    await settle()
    expect(await inbox.find(said)).toMatchObject({ text: 'Now!', author_username: 'kim' })
    expect(await inbox.events(said)).toHaveLength(1)
    await advanceMinutes(testApp, 61)
    expect(await inbox.events(said)).toHaveLength(1)
  })

  test('of what was read already announces nothing', async () => {
    const said = await inbox.addComment()
    await advanceMinutes(testApp, 61)
    const known = delivery({ id: said.id, text: 'an older text' })
    expect(await deliver(known)).toBe(200)
    await advanceMinutes(testApp, 61)
    expect(await inbox.events(said)).toHaveLength(1)
    expect(await inbox.find(said)).toMatchObject({ text: said.text })
  })

  test('that comes twice, or again after days, is worked once', async () => {
    await testApp.sandbox.control('PUT', '/settings', { webhook_duplicates: true })
    const said = await inbox.addComment({ webhook: true })
    await settle()
    const body = delivery()
    for (let time = 0; time < 3; time += 1) expect(await deliver(body)).toBe(200)
    expect(await inbox.events(said)).toHaveLength(1)
    expect(await inbox.events(idOf(body))).toHaveLength(1)
    testApp.clock.advance(3 * 86_400_000)
    await testApp.ctx.db.pool.query('delete from inbound_seen')
    expect(await deliver(body)).toBe(200)
    await testApp.work()
    expect(await inbox.events(idOf(body))).toHaveLength(1)
    // The reading found that the platform does not have it, and the old delivery brings nothing back.
    expect((await inbox.find(idOf(body)))?.deleted_at).not.toBe(null)
  })

  test('of a comment that is older than 24 hours by its own time stores it silently', async () => {
    const old = new Date(testApp.clock.now().getTime() - 25 * 3_600_000)
    const body = delivery({ timestamp: old.toISOString().replace('.000Z', '+0000') })
    expect(await deliver(body)).toBe(200)
    expect(await inbox.find(idOf(body))).toMatchObject({ commented_at: old.toISOString() })
    expect(await inbox.events(idOf(body))).toEqual([])
  })

  test('about a post that is not known yet imports the post, and the listing tells the rest', async () => {
    const post = await inbox.publish(0, 'Brand new')
    const said = await inbox.addComment({ post, webhook: true })
    await settle()
    const { post_id } = (await inbox.find(said))!
    expect(await inbox.events(said)).toHaveLength(1)
    // Not with the next listing, which is ten minutes away: with one that the unknown post brings on.
    await advanceMinutes(testApp, 1)
    const { body } = await testApp.call('GET', `/v1/posts/${post_id}`)
    expect(body).toMatchObject({ source: 'external', text: 'Brand new' })
  })

  test('of the own reply of the owner makes the comment replied and announces nothing', async () => {
    const said = await inbox.addComment()
    await advanceMinutes(testApp, 61)
    await inbox.addComment({ by_owner: true, parent: said.id, text: 'Seen!', webhook: true })
    await settle()
    expect(await inbox.find(said)).toMatchObject({
      reply_status: 'replied',
      replies: [{ text: 'Seen!' }],
    })
  })

  test('that answers a comment not known here has the post read, its parent first', async () => {
    const top = await inbox.addComment()
    const nested = await inbox.addComment({ parent: top.id, webhook: true })
    await settle()
    expect(await inbox.find(nested)).toBe(undefined)
    await advanceMinutes(testApp, 1)
    expect(await inbox.find(nested)).toMatchObject({
      parent_comment_id: (await inbox.find(top))?.id,
    })
    expect(await inbox.events(nested)).toHaveLength(1)
  })

  test('of a deletion marks the comment', async () => {
    const page = await openInbox(testApp, 'facebook')
    await testApp.work()
    const said = await page.addComment({ webhook: true })
    await settle()
    expect(await page.find(said)).toMatchObject({ deleted_at: null })
    await page.remove(said.id)
    await settle()
    expect((await page.find(said))?.deleted_at).toBe(testApp.clock.now().toISOString())
  })

  test('that comes while its post is read has the post read again', async () => {
    await advanceMinutes(testApp, 61)
    testApp.clock.advance(61 * 60_000)
    const known = testApp.ctx.platforms.get('threads')!
    const said: SandboxComment[] = []
    const listComments: CommentsAbility['listComments'] = async (input) => {
      const page = await known.comments!.listComments(input)
      if (said.length > 0 || input.platformPostId !== inbox.post) return page
      const top = await inbox.addComment()
      said.push(await inbox.addComment({ parent: top.id, webhook: true }))
      await settle()
      return page
    }
    const threads = { ...known, comments: { ...known.comments!, listComments } }
    const platforms = new Map(testApp.ctx.platforms).set('threads', threads)
    await createWorkLoop({ ...testApp.ctx, platforms }, [commentPolling]).runUntilIdle()
    expect(await inbox.find(said[0]!)).toBe(undefined)
    testApp.clock.advance(11_000)
    await testApp.work()
    expect(await inbox.events(said[0]!)).toHaveLength(1)
  })

  test('after delivery costs few calls: a storm of hints is one reading', async () => {
    await advanceMinutes(testApp, 61)
    await testApp.sandbox.control('DELETE', '/calls')
    for (let hint = 0; hint < 20; hint += 1) {
      await deliver(delivery({ replied_to: { id: `unknown-${hint}` } }))
      await testApp.work()
    }
    const { data } = await testApp.sandbox.control('GET', '/calls')
    const readings = data.filter((call: { name: string }) => call.name === 'conversation')
    expect(readings.length).toBeLessThanOrEqual(4)
  })
})

describe('a forged or foreign delivery', () => {
  test('with a signature that does not hold is 403 and changes nothing', async () => {
    const before = await inbox.list()
    const body = delivery()
    const text = JSON.stringify(body)
    const wrong = createHmac('sha256', 'guess').update(text).digest('hex')
    const other = createHmac('sha256', secret).update(`${text} `).digest('hex')
    for (const signature of ['', 'sha256=', `sha256=${wrong}`, `sha256=${other}`, wrong]) {
      expect(await deliver(text, { signature })).toBe(403)
    }
    expect(await deliver(text, { platform: 'instagram' })).toBe(403)
    expect(await inbox.list()).toEqual(before)
    const { rows } = await testApp.ctx.db.pool.query(
      `select 1 from comment where author_username = 'mallory'
      and platform_comment_id = $1`,
      [idOf(body).id],
    )
    expect(rows).toEqual([])
  })

  test('about an account that is not known here is taken and changes nothing', async () => {
    const before = await inbox.list()
    const stranger = { id: '99', owner_id: '99', username: 'nobody' }
    const body = delivery({ root_post: stranger })
    expect(await deliver(body)).toBe(200)
    expect(await inbox.list()).toEqual(before)
  })

  test.each([
    ['nothing at all', ''],
    ['no JSON', '{'],
    ['another shape', '{"object":"page","entry":[{}]}'],
    ['a list of nonsense', '[1,null,"x",{"values":[]}]'],
  ])('of %s does no harm', async (_kind, text) => {
    const before = await inbox.list()
    expect([200, 403]).toContain(await deliver(text))
    expect(await inbox.list()).toEqual(before)
  })

  test('for a platform that does not exist is 404, and one beyond every size is refused', async () => {
    expect(await deliver('{}', { platform: 'myspace' })).toBe(404)
    expect(await deliver('x'.repeat(5_000_000))).toBe(413)
  })

  test('for an account that was disconnected changes nothing', async () => {
    await testApp.call('DELETE', `/v1/accounts/${inbox.account.id}`)
    const body = delivery()
    expect(await deliver(body)).toBe(200)
    expect(await inbox.find(idOf(body))).toBe(undefined)
  })
})
