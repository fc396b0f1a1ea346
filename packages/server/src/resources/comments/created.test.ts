import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildWebhook } from '../../../test/build.ts'
import { advanceMinutes, type Inbox, openInbox } from '../../../test/inbox.ts'
import { openReceiver, type Receiver } from '../../../test/receiver.ts'
import { openTestApp, type TestApp } from '../../../test/test-app.ts'
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
  test('tells of a new comment by another person with all the fields of the contract', async () => {
    const said = await inbox.addComment({ text: 'Do you deliver?' })
    await advanceMinutes(testApp, 2)
    const comment = (await inbox.find(said))!
    const events = await inbox.events(said)
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

  test('has a permalink that ends no attribute, whatever a stranger is called', async () => {
    const said = await inbox.addComment({ author: 'evil"><img src=x>' })
    await advanceMinutes(testApp, 2)
    const [event] = await inbox.events(said)
    expect(event?.data.permalink).toMatch(/^http[^\s"'<>]+\/@evil%22%3E%3Cimg%20src=x%3E\//)
    expect((await inbox.find(said))?.permalink).toBe(event?.data.permalink)
  })

  test('is emitted for a comment younger than 24 hours by a millisecond, not for one of 24', async () => {
    const now = testApp.clock.now()
    const said = (id: string, ageMs: number) => ({
      ...{ platformCommentId: id, parentCommentId: null, platformPostId: inbox.post },
      ...{ authorUsername: 'kim', authorName: null, text: id, permalink: null, likeCount: null },
      ...{ hidden: false, isOwn: false, canReply: true, canHide: true },
      commentedAt: new Date(now.getTime() - ageMs),
    })
    const postId = (await inbox.list())[0]!.post_id
    await testApp.ctx.db.transact(async (tx) => {
      const account = (await lockConnectedAccount(tx, inbox.account.id))!
      const comments = [said('of 24', 86_400_000), said('younger', 86_399_999)]
      const at = { seenAt: now, now, source: 'webhook', orphans: 'store' } as const
      await recordComments(tx, { account, postId, platformPostId: inbox.post, comments, ...at })
    })
    const texts = (await inbox.events()).map((event) => event.data.text)
    expect(texts).toContain('younger')
    expect(texts).not.toContain('of 24')
  })

  test('is emitted once, however often the comment is read', async () => {
    const said = await inbox.addComment()
    for (let reading = 0; reading < 5; reading += 1) await advanceMinutes(testApp, 30)
    expect(await inbox.events(said)).toHaveLength(1)
  })

  test('is not emitted for the own reply of the owner', async () => {
    const said = await inbox.addComment()
    const own = await inbox.addComment({ by_owner: true, parent: said.id, text: 'We do.' })
    const aside = await inbox.addComment({ by_owner: true, text: 'By the way: closed on Monday.' })
    await advanceMinutes(testApp, 10)
    expect(await inbox.events(said)).toHaveLength(1)
    expect(await inbox.find(own)).toBe(undefined)
    expect(await inbox.find(aside)).toBe(undefined)
    const texts = (await inbox.events()).map((event) => event.data.text)
    expect(texts).not.toContain('We do.')
    expect(texts).not.toContain('By the way: closed on Monday.')
  })

  test('is emitted for a comment that is younger than 24 hours and for none that is older', async () => {
    const young = await inbox.addComment({ hours_ago: 23.99 })
    const old = await inbox.addComment({ hours_ago: 24 })
    const older = await inbox.addComment({ hours_ago: 200 })
    await advanceMinutes(testApp, 0)
    await advanceMinutes(testApp, 60)
    // A minute of the clock passes between the writing and the reading.
    expect((await inbox.find(young))?.reply_status).toBe('unreplied')
    expect(await inbox.events(old)).toEqual([])
    expect(await inbox.events(older)).toEqual([])
    expect(await inbox.find(old)).toMatchObject({ text: old.text })
    expect(await inbox.find(older)).toMatchObject({ text: older.text })
  })

  test('after a long outage tells of what is younger than 24 hours and stores the rest silently', async () => {
    const early = await inbox.addComment()
    testApp.clock.advance(30 * 3_600_000)
    const late = await inbox.addComment({ hours_ago: 5 })
    await testApp.work()
    expect(await inbox.find(early)).toMatchObject({ text: early.text })
    expect(await inbox.events(early)).toEqual([])
    expect(await inbox.events(late)).toHaveLength(1)
  })

  test('names the comment that is answered, whatever the order in which they are read', async () => {
    await inbox.publish(0)
    await advanceMinutes(testApp, 10)
    const top = await inbox.addComment()
    const nested = await inbox.addComment({ parent: top.id })
    const own = await inbox.addComment({ parent: nested.id, by_owner: true })
    const back = await inbox.addComment({ parent: own.id })
    await advanceMinutes(testApp, 60)
    const ids = async (said: { id: string }) => (await inbox.find(said))?.id
    expect((await inbox.events(nested))[0]?.data.parent_comment_id).toBe(await ids(top))
    // What answers the account's reply names the comment which that reply belongs to.
    expect((await inbox.events(back))[0]?.data.parent_comment_id).toBe(await ids(nested))
  })

  test('an author whom the platform does not name is empty, not invented', async () => {
    const said = await inbox.addComment({ author_private: true })
    await advanceMinutes(testApp, 60)
    expect((await inbox.events(said))[0]?.data).toMatchObject({
      author_username: '',
      permalink: null,
    })
  })

  test('comes with the first reading of a connected account for what is younger than a day', async () => {
    const other = await openInbox(testApp, 'instagram', { hoursAgo: 48 })
    const said = await other.addComment({ hours_ago: 2 })
    await testApp.work()
    expect(await other.events(said)).toHaveLength(1)
  })

  test('is delivered to a receiver as it was stored', async () => {
    const said = await inbox.addComment({ text: '<b>مرحبا</b> 👩‍👩‍👧‍👦 "quoted" \\ back' })
    await advanceMinutes(testApp, 60)
    const request = receiver.received.findLast((each) => each.json.type === 'comment.created')
    expect(request?.json.data.text).toBe('<b>مرحبا</b> 👩‍👩‍👧‍👦 "quoted" \\ back')
    expect(request?.json.data.comment_id).toBe((await inbox.find(said))?.id)
  })
})
