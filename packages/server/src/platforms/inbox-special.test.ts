import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type InboxWorld, type Member, openInboxWorld } from '../../test/platforms/inbox-world.ts'

const start = new Date('2026-11-21T09:00:00.000Z')
let world: InboxWorld

beforeAll(async () => {
  world = await openInboxWorld(start)
})
afterAll(() => world.close())
beforeEach(() => world.reset())

test('a private person on Threads has no name here', async () => {
  const member = await world.connect('threads')
  const post = await world.post(member)
  await world.comment(post, { author_private: true })
  expect(await commentsOf(member, post)).toMatchObject([
    { authorUsername: null, permalink: null, text: 'Lovely!', isOwn: false },
  ])
})

test('what stands under a hidden reply on Threads is hidden with it', async () => {
  const member = await world.connect('threads')
  const post = await world.post(member)
  const top = await world.comment(post, { hours_ago: 1 })
  await world.comment(post, { parent: top })
  const comment = { platformCommentId: top, parentCommentId: null, platformPostId: post }
  await member.platform.comments!.hide!({ ...member.acting, comment, hidden: true })
  const comments = await commentsOf(member, post)
  expect(comments.map(({ hidden, canHide }) => [hidden, canHide])).toEqual([
    [true, false],
    [true, true],
  ])
})

test('a reply on Threads that waits for approval is not there yet', async () => {
  const member = await world.connect('threads')
  const post = await world.post(member, { facts: { enable_reply_approvals: 'true' } })
  await world.comment(post)
  expect(await commentsOf(member, post)).toEqual([])
})

test('sixty replies under one comment on Instagram are read once each', async () => {
  const member = await world.connect('instagram')
  const post = await world.post(member)
  const top = await world.comment(post, { hours_ago: 70 })
  for (let count = 0; count < 60; count++) await world.comment(post, { parent: top })
  const comments = await commentsOf(member, post)
  expect(comments).toHaveLength(61)
  expect(new Set(comments.map((each) => each.platformCommentId)).size).toBe(61)
})

test('without authors Instagram still tells whose a comment is', async () => {
  await world.control('PUT', '/settings', { instagram_omit_from: true })
  const member = await world.connect('instagram')
  const post = await world.post(member)
  await world.comment(post, { author: 'kim' })
  await world.comment(post, { by_owner: true, hours_ago: 1 })
  expect(await commentsOf(member, post)).toMatchObject([
    { authorUsername: 'kim', isOwn: false },
    { isOwn: true },
  ])
})

test('comments that Instagram withholds are none, and no failure', async () => {
  const member = await world.connect('instagram')
  const post = await world.post(member)
  await world.comment(post)
  await world.control('PUT', '/settings', { instagram_withhold_comments: true })
  expect(await commentsOf(member, post)).toEqual([])
})

test.each([{ facebook_omit_from: true }, {}])(
  'people on Facebook whom the page may not see have no name (%o)',
  async (settings) => {
    await world.control('PUT', '/settings', settings)
    const isOmitted = 'facebook_omit_from' in settings
    const unticked = isOmitted ? undefined : 'pages_read_user_content'
    const member = await world.connect('facebook', unticked)
    const post = await world.post(member)
    await world.comment(post, { author: 'Kim' })
    await world.comment(post, { by_owner: true, hours_ago: 1 })
    expect(await commentsOf(member, post)).toMatchObject([
      { authorName: null, isOwn: false, text: 'Lovely!' },
      { isOwn: true },
    ])
  },
)

async function commentsOf(member: Member, platformPostId: string) {
  const input = { ...member.acting, platformPostId, cursor: null }
  return (await member.platform.comments!.listComments(input)).items
}
