import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildWebhook } from '../../../../test/build.ts'
import { advanceMinutes, type Inbox, openInbox } from '../../../../test/inbox.ts'
import { openReceiver, type Receiver } from '../../../../test/receiver.ts'
import { openTestApp, type TestApp } from '../../../../test/test-app.ts'
import { recordComments } from './record.ts'
import { lockConnectedAccount } from './schedule.ts'

let testApp: TestApp
let receiver: Receiver
let inbox: Inbox

beforeAll(async () => {
  testApp = await openTestApp()
  receiver = await openReceiver()
  await buildWebhook(testApp, { url: receiver.url })
  inbox = await openInbox(testApp)
  await testApp.work()
})
afterAll(async () => {
  await testApp.close()
  await receiver.close()
})

describe('comment.created', () => {
  test("is emitted for another person's new comment with all fields of the contract", async () => {
    const posted = await inbox.addComment({ text: 'Do you deliver?' })
    await advanceMinutes(testApp, 2)
    const comment = (await inbox.find(posted))!
    const events = await inbox.events(posted)
    expect(events).toEqual([
      {
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        type: 'comment.created',
        created_at: testApp.clock.now().toISOString(),
        profile_id: inbox.account.profile_id,
        profile_external_id: null,
        data: {
          comment_id: comment.id,
          account_id: inbox.account.id,
          post_id: comment.post_id,
          platform: 'threads',
          author_username: 'kim',
          text: 'Do you deliver?',
          permalink: comment.permalink,
          parent_comment_id: null,
          reply_status: 'unreplied',
          profile_external_id: null,
          commented_at: comment.commented_at,
        },
      },
    ])
  })

  test('has an escaped permalink for a hostile author name', async () => {
    const posted = await inbox.addComment({ author: 'evil"><img src=x>' })
    await advanceMinutes(testApp, 2)
    const [event] = await inbox.events(posted)
    expect(event?.data.permalink).toMatch(/^http[^\s"'<>]+\/@evil%22%3E%3Cimg%20src=x%3E\//)
    expect((await inbox.find(posted))?.permalink).toBe(event?.data.permalink)
  })

  test('is emitted for a comment a millisecond younger than 24 hours, not for one of 24 hours', async () => {
    const now = testApp.clock.now()
    const commentAged = (id: string, ageMs: number) => ({
      ...{ platformCommentId: id, parentCommentId: null, platformPostId: inbox.post },
      ...{ authorUsername: 'kim', authorName: null, text: id, permalink: null, likeCount: null },
      ...{ hidden: false, isOwn: false, canReply: true, canHide: true },
      commentedAt: new Date(now.getTime() - ageMs),
    })
    const postId = (await inbox.list())[0]!.post_id
    await testApp.ctx.db.transact(async (tx) => {
      const account = (await lockConnectedAccount(tx, inbox.account.id))!
      const comments = [commentAged('of 24', 86_400_000), commentAged('younger', 86_399_999)]
      const options = { seenAt: now, now, source: 'webhook', orphans: 'store' } as const
      await recordComments(tx, {
        account,
        postId,
        platformPostId: inbox.post,
        comments,
        ...options,
      })
    })
    const texts = (await inbox.events()).map((event) => event.data.text)
    expect(texts).toContain('younger')
    expect(texts).not.toContain('of 24')
  })

  test('is emitted once, however often the comment is synced', async () => {
    const posted = await inbox.addComment()
    for (let reading = 0; reading < 5; reading += 1) await advanceMinutes(testApp, 30)
    expect(await inbox.events(posted)).toHaveLength(1)
  })

  test("is not emitted for the account's own comments and replies", async () => {
    const posted = await inbox.addComment()
    const ownReply = await inbox.addComment({ by_owner: true, parent: posted.id, text: 'We do.' })
    const ownComment = await inbox.addComment({
      by_owner: true,
      text: 'By the way: closed on Monday.',
    })
    await advanceMinutes(testApp, 10)
    expect(await inbox.events(posted)).toHaveLength(1)
    expect(await inbox.find(ownReply)).toBe(undefined)
    expect(await inbox.find(ownComment)).toBe(undefined)
    const texts = (await inbox.events()).map((event) => event.data.text)
    expect(texts).not.toContain('We do.')
    expect(texts).not.toContain('By the way: closed on Monday.')
  })

  test('is not emitted for a comment older than 24 hours at its first sync', async () => {
    const young = await inbox.addComment({ hours_ago: 23.99 })
    const old = await inbox.addComment({ hours_ago: 24 })
    const older = await inbox.addComment({ hours_ago: 200 })
    await advanceMinutes(testApp, 0)
    await advanceMinutes(testApp, 60)
    // The sync runs after the comment has passed 24 hours.
    expect((await inbox.find(young))?.reply_status).toBe('unreplied')
    expect(await inbox.events(old)).toEqual([])
    expect(await inbox.events(older)).toEqual([])
    expect(await inbox.find(old)).toMatchObject({ text: old.text })
    expect(await inbox.find(older)).toMatchObject({ text: older.text })
  })

  test('after a long outage is emitted for comments younger than 24 hours; older ones are only stored', async () => {
    const early = await inbox.addComment()
    testApp.clock.advance(30 * 3_600_000)
    const late = await inbox.addComment({ hours_ago: 5 })
    await testApp.work()
    expect(await inbox.find(early)).toMatchObject({ text: early.text })
    expect(await inbox.events(early)).toEqual([])
    expect(await inbox.events(late)).toHaveLength(1)
  })

  test('names the parent comment in any order of the sync', async () => {
    await inbox.publish(0)
    await advanceMinutes(testApp, 10)
    const top = await inbox.addComment()
    const nested = await inbox.addComment({ parent: top.id })
    const ownReply = await inbox.addComment({ parent: nested.id, by_owner: true })
    const nestedReply = await inbox.addComment({ parent: ownReply.id })
    await advanceMinutes(testApp, 60)
    const ids = async (posted: { id: string }) => (await inbox.find(posted))?.id
    expect((await inbox.events(nested))[0]?.data.parent_comment_id).toBe(await ids(top))
    // A reply to the account's reply names the comment that the account replied to.
    expect((await inbox.events(nestedReply))[0]?.data.parent_comment_id).toBe(await ids(nested))
  })

  test('has an empty author_username if the platform returns no author', async () => {
    const posted = await inbox.addComment({ author_private: true })
    await advanceMinutes(testApp, 60)
    expect((await inbox.events(posted))[0]?.data).toMatchObject({
      author_username: '',
      permalink: null,
    })
  })

  test('is emitted at the first sync of a connected account for comments younger than a day', async () => {
    const other = await openInbox(testApp, 'instagram', { hoursAgo: 48 })
    const posted = await other.addComment({ hours_ago: 2 })
    await testApp.work()
    expect(await other.events(posted)).toHaveLength(1)
  })

  test('is delivered to a receiver with the stored text', async () => {
    const posted = await inbox.addComment({ text: '<b>مرحبا</b> 👩‍👩‍👧‍👦 "quoted" \\ back' })
    await advanceMinutes(testApp, 60)
    const request = receiver.received.findLast((each) => each.json.type === 'comment.created')
    expect(request?.json.data.text).toBe('<b>مرحبا</b> 👩‍👩‍👧‍👦 "quoted" \\ back')
    expect(request?.json.data.comment_id).toBe((await inbox.find(posted))?.id)
  })
})
