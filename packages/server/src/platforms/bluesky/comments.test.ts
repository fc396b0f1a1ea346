import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type BlueskyFixture, openBlueskyFixture } from '../../../test/platforms/bluesky-fixture.ts'
import type { CommentReference } from '../contract/comments.ts'
import type { GrantedAccount } from '../contract/platform.ts'

const start = new Date('2026-11-21T09:00:00.000Z')
let fixture: BlueskyFixture
let account: GrantedAccount
let post: string

beforeAll(async () => {
  fixture = await openBlueskyFixture(() => start)
})
afterAll(() => fixture.close())
beforeEach(async () => {
  await fixture.control('POST', '/reset')
  account = await fixture.connect()
  const body = { account: account.platformAccountId, text: 'Bread' }
  post = ((await fixture.control('POST', '/posts', body)) as { id: string }).id
})

const ability = () => fixture.platform.comments!
const access = () => ({ tokens: account.tokens, account })

async function addComment(body: object): Promise<string> {
  return ((await fixture.control('POST', '/comments', { post, ...body })) as { id: string }).id
}

async function list() {
  const platformPostId = post.split('/').at(-1)!
  return (await ability().listComments({ ...access(), platformPostId, cursor: null })).items
}

function referenceTo(platformCommentId: string): CommentReference {
  return { platformCommentId, parentCommentId: null, platformPostId: post.split('/').at(-1)! }
}

test('posts of the account are listed with their comment counts', async () => {
  await addComment({ text: 'Nice' })
  const { items, next } = await ability().listPosts({ ...access(), cursor: null })
  expect(items).toMatchObject([{ platformPostId: post, text: 'Bread', commentCount: 1 }])
  expect(next).toBeNull()
})

test('comments of every level are listed with their parents', async () => {
  const top = await addComment({ text: 'Top' })
  const nested = await addComment({ text: 'Nested', parent: top })
  const found = new Map((await list()).map((comment) => [comment.platformCommentId, comment]))
  expect(found.get(top)).toMatchObject({ text: 'Top', parentCommentId: null, isOwn: false })
  expect(found.get(nested)).toMatchObject({ text: 'Nested', parentCommentId: top })
})

test('a reply appears below the comment as our own', async () => {
  const comment = await addComment({ text: 'Open on Sunday?' })
  const reply = await ability().reply!({
    ...access(),
    comment: referenceTo(comment),
    text: 'Yes, see https://example.com',
  })
  expect((await list()).find((each) => each.platformCommentId === reply.platformReplyId)).toEqual(
    expect.objectContaining({ parentCommentId: comment, isOwn: true, canHide: false }),
  )
})

test('a comment is hidden and shown again, and the rest of the thread gate is kept', async () => {
  const comment = await addComment({ text: 'Spam' })
  const hide = (hidden: boolean) =>
    ability().hide!({ ...access(), comment: referenceTo(comment), hidden })
  await hide(true)
  await hide(true)
  expect((await list()).map(({ hidden }) => hidden)).toEqual([true])
  await hide(false)
  expect((await list()).map(({ hidden }) => hidden)).toEqual([false])
})

test('a deleted comment is found to be deleted', async () => {
  const comment = await addComment({ text: 'Oops' })
  expect(await ability().isDeleted!({ ...access(), comment: referenceTo(comment) })).toBe(false)
  await fixture.control('DELETE', `/comments/${encodeURIComponent(comment)}`)
  expect(await ability().isDeleted!({ ...access(), comment: referenceTo(comment) })).toBe(true)
  await expect(
    ability().reply!({ ...access(), comment: referenceTo(comment), text: 'Late' }),
  ).rejects.toMatchObject({ kind: 'rejected' })
})

test('a post that is not in the network yet has no comments', async () => {
  await fixture.control('PUT', '/settings', { bluesky_appview_lag_ms: 60_000 })
  const input = {
    ...access(),
    key: { id: 'target_1', createdAt: start },
    facts: null,
    answers: null,
    content: { text: 'New', media: [], options: {} },
    progress: {},
  }
  const { progress } = await fixture.platform.publish!.prepare(input)
  const published = await fixture.platform.publish!.commit({ ...input, progress })
  if (published.state !== 'published') throw new Error('not published')
  const { platformPostId } = published
  const page = await ability().listComments({ ...access(), platformPostId, cursor: null })
  expect(page).toEqual({ items: [], next: null })
})

test('metrics of the account and of a post', async () => {
  const insights = fixture.platform.insights!
  const days = await insights.readDays({ ...access(), days: [], today: '2026-11-21' })
  expect(days.map(({ metric }) => metric)).toEqual(['followers_count', 'following_count', 'posts'])
  const { values } = await insights.readPost({ ...access(), platformPostId: post })
  expect(Object.keys(values)).toEqual(['likes', 'replies', 'reposts', 'quotes', 'saves'])
  const gone = await insights.readPost({ ...access(), platformPostId: '3jzfcijpj2z2a' })
  expect(Object.values(gone.values)).toEqual([null, null, null, null, null])
})
