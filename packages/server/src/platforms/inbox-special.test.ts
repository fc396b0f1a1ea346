import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  type ConnectedAccount,
  type InboxFixture,
  openInboxFixture,
} from '../../test/platforms/inbox-fixture.ts'

const start = new Date('2026-11-21T09:00:00.000Z')
let fixture: InboxFixture

beforeAll(async () => {
  fixture = await openInboxFixture(start)
})
afterAll(() => fixture.close())
beforeEach(() => fixture.reset())

test('a private author on Threads has no username', async () => {
  const connected = await fixture.connect('threads')
  const post = await fixture.post(connected)
  await fixture.comment(post, { author_private: true })
  expect(await commentsOf(connected, post)).toMatchObject([
    { authorUsername: null, permalink: null, text: 'Lovely!', isOwn: false },
  ])
})

test('replies under a hidden Threads reply are hidden too', async () => {
  const connected = await fixture.connect('threads')
  const post = await fixture.post(connected)
  const top = await fixture.comment(post, { hours_ago: 1 })
  await fixture.comment(post, { parent: top })
  const comment = { platformCommentId: top, parentCommentId: null, platformPostId: post }
  await connected.platform.comments!.hide!({ ...connected.credentials, comment, hidden: true })
  const comments = await commentsOf(connected, post)
  expect(comments.map(({ hidden, canHide }) => [hidden, canHide])).toEqual([
    [true, false],
    [true, true],
  ])
})

test('a Threads reply pending approval is not listed', async () => {
  const connected = await fixture.connect('threads')
  const post = await fixture.post(connected, { facts: { enable_reply_approvals: 'true' } })
  await fixture.comment(post)
  expect(await commentsOf(connected, post)).toEqual([])
})

test('60 replies under one Instagram comment are read once each', async () => {
  const connected = await fixture.connect('instagram')
  const post = await fixture.post(connected)
  const top = await fixture.comment(post, { hours_ago: 70 })
  for (let count = 0; count < 60; count++) await fixture.comment(post, { parent: top })
  const comments = await commentsOf(connected, post)
  expect(comments).toHaveLength(61)
  expect(new Set(comments.map((each) => each.platformCommentId)).size).toBe(61)
})

test("Instagram comments without from have the author's username", async () => {
  await fixture.control('PUT', '/settings', { instagram_omit_from: true })
  const connected = await fixture.connect('instagram')
  const post = await fixture.post(connected)
  await fixture.comment(post, { author: 'kim' })
  await fixture.comment(post, { by_owner: true, hours_ago: 1 })
  expect(await commentsOf(connected, post)).toMatchObject([
    { authorUsername: 'kim', isOwn: false },
    { isOwn: true },
  ])
})

test('withheld Instagram comments give an empty list', async () => {
  const connected = await fixture.connect('instagram')
  const post = await fixture.post(connected)
  await fixture.comment(post)
  await fixture.control('PUT', '/settings', { instagram_withhold_comments: true })
  expect(await commentsOf(connected, post)).toEqual([])
})

test.each([{ facebook_omit_from: true }, {}])(
  'Facebook authors that the page may not identify have no name (%o)',
  async (settings) => {
    await fixture.control('PUT', '/settings', settings)
    const isOmitted = 'facebook_omit_from' in settings
    const declined = isOmitted ? undefined : 'pages_read_user_content'
    const connected = await fixture.connect('facebook', declined)
    const post = await fixture.post(connected)
    await fixture.comment(post, { author: 'Kim' })
    await fixture.comment(post, { by_owner: true, hours_ago: 1 })
    expect(await commentsOf(connected, post)).toMatchObject([
      { authorName: null, isOwn: false, text: 'Lovely!' },
      { isOwn: true },
    ])
  },
)

async function commentsOf(connected: ConnectedAccount, platformPostId: string) {
  const input = { ...connected.credentials, platformPostId, cursor: null }
  return (await connected.platform.comments!.listComments(input)).items
}
