import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildWebhook } from '../../../../test/build.ts'
import { advanceMinutes, type Inbox, openInbox } from '../../../../test/inbox.ts'
import { advanceUntilIdle } from '../../../../test/publishing.ts'
import { openReceiver, type Receiver } from '../../../../test/receiver.ts'
import { openTestApp, useTestApp } from '../../../../test/test-app.ts'
import { createWorkLoop } from '../../../jobs/loop.ts'
import { commentPolling } from './poll.ts'

const testApp = useTestApp()
let receiver: Receiver
let inbox: Inbox

beforeAll(async () => {
  receiver = await openReceiver()
  await buildWebhook(testApp, { url: receiver.url })
  inbox = await openInbox(testApp)
  await testApp.work()
})
afterAll(() => receiver.close())

type Call = { name: string; platform: string; path: string }
const calls = async (platform = 'threads'): Promise<Call[]> =>
  (await testApp.sandbox.control('GET', '/calls')).data.filter(
    (call: Call) => call.platform === platform,
  )
const countReads = async () => (await calls()).filter((call) => call.name === 'conversation').length

describe('a change on the platform', () => {
  test('an edited text is updated and not announced again', async () => {
    const posted = await inbox.addComment({ text: 'Helo' })
    await advanceMinutes(testApp, 2)
    await inbox.edit(posted.id, { text: 'Hello' })
    await advanceMinutes(testApp, 60)
    expect(await inbox.find(posted)).toMatchObject({ text: 'Hello' })
    expect(await inbox.events(posted)).toHaveLength(1)
    expect((await inbox.events(posted))[0]?.data.text).toBe('Helo')
  })

  test("a comment hidden in the platform's app is hidden here", async () => {
    const posted = await inbox.addComment()
    await advanceMinutes(testApp, 10)
    await inbox.edit(posted.id, { hidden: true })
    await advanceMinutes(testApp, 60)
    expect(await inbox.find(posted)).toMatchObject({ hidden: true })
  })

  test('a deleted comment is kept with deleted_at, the time of the sync', async () => {
    const posted = await inbox.addComment()
    const other = await inbox.addComment()
    await advanceMinutes(testApp, 10)
    await inbox.remove(posted.id)
    await advanceMinutes(testApp, 60)
    expect(await inbox.find(posted)).toMatchObject({
      deleted_at: testApp.clock.now().toISOString(),
      can_reply: false,
      can_hide: false,
    })
    expect(await inbox.find(other)).toMatchObject({ deleted_at: null })
  })

  test("the owner's own reply sets replied once", async () => {
    const posted = await inbox.addComment()
    await advanceMinutes(testApp, 10)
    const ownReply = await inbox.addComment({ parent: posted.id, by_owner: true, text: 'Yes!' })
    await advanceMinutes(testApp, 60)
    const comment = (await inbox.find(posted))!
    expect(comment).toMatchObject({
      reply_status: 'replied',
      replies: [{ object: 'comment_reply', text: 'Yes!', platform_reply_id: ownReply.id }],
    })
    await testApp.call('PATCH', `/v1/comments/${comment.id}`, { reply_status: 'in_progress' })
    await advanceMinutes(testApp, 60)
    expect(await inbox.find(posted)).toMatchObject({ reply_status: 'in_progress' })
  })
})

describe('posts', () => {
  test("a post made in the platform's app has source external and a published target", async () => {
    const posted = await inbox.addComment()
    await advanceMinutes(testApp, 60)
    const { post_id } = (await inbox.find(posted))!
    const { body: post } = await testApp.call('GET', `/v1/posts/${post_id}`)
    expect(post).toMatchObject({
      source: 'external',
      status: 'published',
      text: 'Fresh bread',
      profile_id: inbox.account.profile_id,
      targets: [
        {
          account_id: inbox.account.id,
          status: 'published',
          platform_post_id: inbox.post,
          error: null,
        },
      ],
    })
    expect(post.targets[0].permalink).toMatch(/^http/)
    const retried = await testApp.call('POST', `/v1/posts/${post_id}/retry`)
    expect(retried.body.error.code).toBe('post_not_editable')
  })

  test('a post published here is not imported again, and its comments refer to it', async () => {
    const { body: created } = await testApp.call('POST', '/v1/posts', {
      text: 'Made here',
      mode: 'now',
      targets: [{ account_id: inbox.account.id }],
    })
    await advanceUntilIdle(testApp)
    await advanceMinutes(testApp, 10)
    const { body: post } = await testApp.call('GET', `/v1/posts/${created.id}`)
    const posted = await inbox.addComment({ post: post.targets[0].platform_post_id })
    await advanceMinutes(testApp, 10)
    expect(await inbox.find(posted)).toMatchObject({ post_id: created.id })
    const { body: list } = await testApp.call('GET', '/v1/posts?limit=100')
    const texts = list.data.map((each: { text: string }) => each.text)
    expect(texts.filter((text: string) => text === 'Made here')).toHaveLength(1)
  })

  test('the parts of a thread are no comments; one under a later part is a comment of the post', async () => {
    const { body: created } = await testApp.call('POST', '/v1/posts', {
      text: 'Part by part',
      thread: [{ text: 'Part by part, 2' }, { text: 'Part by part, 3' }],
      mode: 'now',
      targets: [{ account_id: inbox.account.id }],
    })
    await advanceUntilIdle(testApp)
    const { body: post } = await testApp.call('GET', `/v1/posts/${created.id}`)
    const [root, second] = post.targets[0].parts
    const parent = second.platform_post_id
    const posted = await inbox.addComment({ post: root.platform_post_id, parent })
    await advanceMinutes(testApp, 10)
    const comments = (await inbox.list()).filter(({ post_id }) => post_id === created.id)
    expect(comments).toMatchObject([
      { platform_comment_id: posted.id, parent_comment_id: null, can_reply: true },
    ])
    const { body: list } = await testApp.call('GET', '/v1/posts?limit=100')
    const texts = list.data.map((each: { text: string }) => each.text)
    expect(texts.filter((text: string) => text.startsWith('Part by part'))).toHaveLength(1)
  })

  test('an imported post is replaced when its publishing from here is recorded', async () => {
    const { body: created } = await testApp.call('POST', '/v1/posts', {
      text: 'Whose is it?',
      mode: 'schedule',
      scheduled_at: new Date(testApp.clock.now().getTime() + 365 * 86_400_000).toISOString(),
      targets: [{ account_id: inbox.account.id }],
    })
    const elsewhere = await inbox.publish(0, 'Whose is it?')
    const posted = await inbox.addComment({ post: elsewhere })
    await advanceMinutes(testApp, 10)
    const imported = (await inbox.find(posted))!.post_id
    expect(imported).not.toBe(created.id)
    // The response of the publishing call was lost; the owner resolves it to this post.
    await testApp.ctx.db.pool.query(
      `update post_target set status = 'unknown', phase = null, due_at = null where post_id = $1`,
      [created.id],
    )
    const resolved = await testApp.call(
      'POST',
      `/v1/posts/${created.id}/targets/${created.targets[0].id}/resolve`,
      { platform_post_id: elsewhere },
    )
    expect(resolved.status).toBe(200)
    await advanceMinutes(testApp, 10)
    expect(await inbox.find(posted)).toMatchObject({ post_id: created.id })
    expect((await testApp.call('GET', `/v1/posts/${imported}`)).status).toBe(404)
    expect(await inbox.events(posted)).toHaveLength(1)
  })

  test('an unknown post is not imported while a post of the account is being published', async () => {
    const { body: created } = await testApp.call('POST', '/v1/posts', {
      text: 'Under way',
      mode: 'now',
      targets: [{ account_id: inbox.account.id }],
    })
    await testApp.ctx.db.pool.query(
      `update post_target set status = 'publishing', phase = 'commit', committed_at = $2,
       due_at = null where post_id = $1`,
      [created.id, testApp.clock.now()],
    )
    const elsewhere = await inbox.publish(0, 'Under way')
    const posted = await inbox.addComment({ post: elsewhere })
    await advanceMinutes(testApp, 10)
    expect(await inbox.find(posted)).toBe(undefined)
    await testApp.ctx.db.pool.query(
      `update post_target set status = 'failed', phase = null where post_id = $1`,
      [created.id],
    )
    await advanceMinutes(testApp, 10)
    expect(await inbox.events(posted)).toHaveLength(1)
  })
})

describe('the interval', () => {
  test('is short for new posts and long for old ones', async () => {
    const quiet = await openTestApp()
    await openInbox(quiet, 'threads')
    const loop = createWorkLoop(quiet.ctx, [commentPolling])
    await loop.runUntilIdle()
    // Counted in steps, because the sandbox keeps the last two hundred calls.
    const during = async (minutes: number, step: number) => {
      let count = 0
      for (let at = 0; at < minutes; at += step) {
        await quiet.sandbox.control('DELETE', '/calls')
        quiet.clock.advance(step * 60_000)
        await loop.runUntilIdle()
        const { data } = await quiet.sandbox.control('GET', '/calls')
        count += data.filter((call: Call) => call.name === 'conversation').length
      }
      return count
    }
    expect(await during(58, 1)).toBe(29)
    await during(10, 10)
    expect(await during(120, 5)).toBe(12)
    await during(24 * 60, 24 * 60)
    expect(await during(300, 20)).toBe(5)
    await during(7 * 24 * 60, 7 * 24 * 60)
    expect(await during(48 * 60, 240)).toBe(2)
    await during(90 * 24 * 60, 90 * 24 * 60)
    expect(await during(30 * 24 * 60, 24 * 60)).toBe(0)
    await quiet.close()
  })

  test('an account without the permission to read comments is not synced', async () => {
    const scopes = ['threads_basic', 'threads_content_publish']
    const silent = await openTestApp()
    const restricted = await openInbox(silent, 'threads', { permissions: scopes })
    await restricted.addComment()
    await silent.work()
    expect(await restricted.list()).toEqual([])
    const names = (await silent.sandbox.control('GET', '/calls')).data.map(
      (call: Call) => call.name,
    )
    expect(names).not.toContain('conversation')
    await silent.close()
  })
})

describe('when the platform fails', () => {
  const fault = (kind: string, match: string, times = 1) =>
    testApp.sandbox.control('POST', '/faults', { platform: 'threads', match, kind, times })

  test('a rate limit pauses the account until Retry-After', async () => {
    const posted = await inbox.addComment()
    await fault('rate_limited', 'conversation')
    await advanceMinutes(testApp, 60)
    const before = await countReads()
    await advanceMinutes(testApp, 10)
    expect(await countReads()).toBe(before)
    await advanceMinutes(testApp, 10)
    expect(await inbox.events(posted)).toHaveLength(1)
  })

  test('a failure is retried soon and loses no comment', async () => {
    const posted = await inbox.addComment()
    await fault('http_500', 'conversation')
    await advanceMinutes(testApp, 60)
    expect(await inbox.find(posted)).toBe(undefined)
    await advanceMinutes(testApp, 2)
    expect(await inbox.events(posted)).toHaveLength(1)
  })

  test('lost access is confirmed and stops the syncs; reconnecting resumes them', async () => {
    const { data: grants } = await testApp.sandbox.control('GET', '/grants')
    const grant = grants.find((each: { platform: string }) => each.platform === 'threads')
    await testApp.sandbox.control('POST', `/grants/${grant.id}/password-change`)
    const posted = await inbox.addComment()
    await advanceMinutes(testApp, 60)
    const { body: account } = await testApp.call('GET', `/v1/accounts/${inbox.account.id}`)
    expect(account).toMatchObject({ status: 'expired', status_reason: 'password_changed' })
    const before = (await calls()).length
    await advanceMinutes(testApp, 120)
    expect((await calls()).length).toBe(before)
    const reconnected = await openInbox(testApp, 'threads', { profileId: inbox.account.profile_id })
    expect(reconnected.account.id).toBe(inbox.account.id)
    await testApp.work()
    expect(await inbox.events(posted)).toHaveLength(1)
  })
})
