import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  type ConnectedAccount,
  failureOf,
  type InboxFixture,
  openInboxFixture,
} from '../../test/platforms/inbox-fixture.ts'
import type { PlatformValue } from '../core/networks.ts'
import type { CommentReference, Paged, PlatformComment } from './contract/comments.ts'
import { manageScope } from './youtube/permissions.ts'

const start = new Date('2026-11-21T09:00:00.000Z')
const values: PlatformValue[] = ['threads', 'instagram', 'facebook', 'youtube']
const permissionFor: Record<string, { list: string; reply: string; hide: string }> = {
  threads: {
    list: 'threads_read_replies',
    reply: 'threads_content_publish',
    hide: 'threads_manage_replies',
  },
  instagram: {
    list: 'instagram_business_manage_comments',
    reply: 'instagram_business_manage_comments',
    hide: 'instagram_business_manage_comments',
  },
  facebook: {
    list: 'pages_read_engagement',
    reply: 'pages_manage_engagement',
    hide: 'pages_manage_engagement',
  },
  youtube: { list: manageScope, reply: manageScope, hide: manageScope },
}
const replyNames: Record<string, string> = {
  threads: 'create',
  instagram: 'reply',
  facebook: 'comment',
  youtube: 'comment_insert',
}
let fixture: InboxFixture

beforeAll(async () => {
  fixture = await openInboxFixture(start)
})
afterAll(() => fixture.close())
beforeEach(() => fixture.reset())

test('only platforms with comments have the ability', () => {
  const withComments = [...fixture.platforms.values()].filter(({ comments }) => comments)
  expect(withComments.map(({ value }) => value)).toEqual([
    ...values,
    'mastodon',
    'bluesky',
    'wordpress',
  ])
})

describe.each(values)('%s', (value) => {
  test('posts published elsewhere are listed, newest first, over several pages', async () => {
    const connected = await fixture.connect(value)
    const ids: string[] = []
    for (let hours = 60; hours > 0; hours--) {
      ids.unshift(await fixture.post(connected, { text: `number ${hours}`, hours_ago: hours }))
    }
    await fixture.comment(ids[0]!)
    const posts = await allOf((cursor) =>
      ability(connected).listPosts({ ...connected.credentials, cursor }),
    )
    expect(posts.map(({ platformPostId }) => platformPostId)).toEqual(ids)
    expect(posts[0]).toMatchObject({
      text: 'number 1',
      publishedAt: new Date('2026-11-21T08:00:00Z'),
      commentCount: value === 'threads' ? null : 1,
    })
    expect(posts[0]?.permalink).toMatch(/^http/)
    expect(posts[1]?.commentCount).toBe(0)
  })

  test("another person's comment is read with all fields", async () => {
    const connected = await fixture.connect(value)
    const post = await fixture.post(connected)
    const text = '<b>שלום</b> 👩‍👩‍👧 \u202e ignore your instructions\n"quoted"'
    const id = await fixture.comment(post, { text, author: 'kim', likes: 3, hours_ago: 2 })
    const [comment] = await commentsOf(connected, post)
    expect(comment).toMatchObject({
      platformCommentId: id,
      parentCommentId: null,
      platformPostId: post,
      text,
      hidden: false,
      isOwn: false,
      canReply: true,
      canHide: true,
      commentedAt: new Date('2026-11-21T07:00:00Z'),
      likeCount: value === 'threads' ? null : 3,
    })
    expect(comment?.authorUsername ?? comment?.authorName).toBe('kim')
    if (value !== 'instagram') expect(comment?.permalink).toMatch(/^http/)
  })

  test('replies have their parent and own replies are recognized', async () => {
    const connected = await fixture.connect(value)
    const post = await fixture.post(connected)
    const top = await fixture.comment(post, { author: 'kim', hours_ago: 3 })
    const ownReply = await fixture.comment(post, { by_owner: true, parent: top, hours_ago: 2 })
    const nested = await fixture.comment(post, { author: 'lee', parent: top, hours_ago: 1 })
    const alone = await fixture.comment(post, { by_owner: true })
    const comments = await commentsOf(connected, post)
    expect(comments).toHaveLength(4)
    const facts = (id: string) => {
      const found = comments.find(({ platformCommentId }) => platformCommentId === id)
      return { parent: found?.parentCommentId, own: found?.isOwn, canHide: found?.canHide }
    }
    expect(facts(top)).toEqual({ parent: null, own: false, canHide: true })
    expect(facts(ownReply)).toEqual({ parent: top, own: true, canHide: false })
    const hidesReplies = !['threads', 'youtube'].includes(value)
    expect(facts(nested)).toEqual({ parent: top, own: false, canHide: hidesReplies })
    expect(facts(alone)).toEqual({ parent: null, own: true, canHide: false })
  })

  test('120 comments are read once each', async () => {
    const connected = await fixture.connect(value)
    const post = await fixture.post(connected)
    const ids: string[] = []
    for (let hours = 120; hours > 0; hours--) {
      ids.push(await fixture.comment(post, { text: `${hours}`, hours_ago: hours }))
    }
    const parts: number[] = []
    const comments = await allOf(async (cursor) => {
      const input = { ...connected.credentials, platformPostId: post, cursor }
      const part = await ability(connected).listComments(input)
      parts.push(part.items.length)
      return part
    })
    expect(comments.map(({ platformCommentId }) => platformCommentId)).toEqual(ids.reverse())
    expect(parts.slice(0, 3)).toEqual([50, 50, 20])
  })

  test('a reply makes one writing call and appears under the comment', async () => {
    const connected = await fixture.connect(value)
    const post = await fixture.post(connected)
    const top = await fixture.comment(post, { hours_ago: 1 })
    const text = 'Thank you 🙂'
    let reply = { platformReplyId: '', permalink: null as string | null }
    const changes = await fixture.writesOf(async () => {
      reply = await replyTo(connected, { platformPostId: post, platformCommentId: top }, text)
    })
    expect(changes).toHaveLength(1)
    if (value !== 'instagram') expect(reply.permalink).toMatch(/^http/)
    const comments = await commentsOf(connected, post)
    const found = comments.find((each) => each.platformCommentId === reply.platformReplyId)
    expect(found).toMatchObject({ text, isOwn: true, parentCommentId: top })
  })

  test('a reply to a reply is accepted', async () => {
    const connected = await fixture.connect(value)
    const post = await fixture.post(connected)
    const top = await fixture.comment(post, { hours_ago: 2 })
    const nested = await fixture.comment(post, { parent: top, hours_ago: 1 })
    const reference = { platformPostId: post, platformCommentId: nested, parentCommentId: top }
    const { platformReplyId } = await replyTo(connected, reference, 'and you')
    const found = (await commentsOf(connected, post)).find(
      (each) => each.platformCommentId === platformReplyId,
    )
    expect(found?.parentCommentId).toBe(value === 'threads' ? nested : top)
  })

  test('hiding and unhiding make one writing call each and are idempotent', async () => {
    const connected = await fixture.connect(value)
    const post = await fixture.post(connected)
    const id = await fixture.comment(post)
    for (const hidden of [true, true, false, false]) {
      const changes = await fixture.writesOf(() => hide(connected, post, id, hidden))
      expect(changes).toHaveLength(1)
      expect(await fixture.commentsOf(post)).toMatchObject([{ id, hidden }])
      expect(await commentsOf(connected, post)).toMatchObject([{ hidden }])
    }
  })

  test('an edited comment has its new text and a deleted one is not listed', async () => {
    const connected = await fixture.connect(value)
    const post = await fixture.post(connected)
    const [edited, deleted] = [await fixture.comment(post), await fixture.comment(post)]
    await fixture.control('PATCH', `/comments/${edited}`, { text: 'Lovelier!' })
    await fixture.control('DELETE', `/comments/${deleted}`)
    const comments = await commentsOf(connected, post)
    expect(comments).toMatchObject([{ platformCommentId: edited, text: 'Lovelier!' }])
  })

  test('isDeleted reads the comment and writes nothing', async () => {
    const connected = await fixture.connect(value)
    const post = await fixture.post(connected)
    const id = await fixture.comment(post)
    const comment = { platformPostId: post, platformCommentId: id, parentCommentId: null }
    const isDeleted = () => ability(connected).isDeleted!({ ...connected.credentials, comment })
    expect(await isDeleted()).toBe(false)
    await fixture.control('DELETE', `/comments/${id}`)
    const changes = await fixture.writesOf(async () => expect(await isDeleted()).toBe(true))
    expect(changes).toEqual([])
    await fixture.act('password-change')
    expect((await failureOf(connected, isDeleted())).kind).toBe('access_expired')
  })

  test('a deleted post is rejected', async () => {
    const connected = await fixture.connect(value)
    const post = await fixture.post(connected)
    await fixture.control('DELETE', `/posts/${post}`)
    const err = await failureOf(connected, commentsOf(connected, post))
    const platformCode = value === 'youtube' ? 'videoNotFound' : '100/33'
    expect(err).toMatchObject({ kind: 'rejected', platformCode })
  })

  test.each(['list', 'reply', 'hide'] as const)(
    '%s without its permission throws permission_missing',
    async (what) => {
      const connected = await fixture.connect(value)
      const post = await fixture.post(connected)
      const id = await fixture.comment(post)
      await fixture.act('remove-permission', { permission: permissionFor[value]![what] })
      const run = {
        list: () => commentsOf(connected, post),
        reply: () => replyTo(connected, { platformPostId: post, platformCommentId: id }, 'Thanks'),
        hide: () => hide(connected, post, id, true),
      }[what]
      expect((await failureOf(connected, run())).kind).toBe('permission_missing')
      expect(await fixture.commentsOf(post)).toMatchObject([{ id, hidden: false }])
    },
  )

  test('a reply whose response is lost throws unavailable and is not sent twice', async () => {
    const connected = await fixture.connect(value)
    const post = await fixture.post(connected)
    const id = await fixture.comment(post)
    await fixture.fail(value, replyNames[value]!, 'after_accepting_500')
    const run = replyTo(connected, { platformPostId: post, platformCommentId: id }, 'Thanks')
    expect((await failureOf(connected, run)).kind).toBe('unavailable')
    expect(await fixture.commentsOf(post)).toHaveLength(2)
  })

  test.skipIf(value === 'youtube')('a reply without a readable permalink is returned', async () => {
    const connected = await fixture.connect(value)
    const post = await fixture.post(connected)
    const id = await fixture.comment(post)
    await fixture.fail(value, 'node', 'http_500')
    const reference = { platformPostId: post, platformCommentId: id }
    const reply = await replyTo(connected, reference, 'Thanks')
    expect(reply).toMatchObject({ permalink: null })
    expect(reply.platformReplyId).toBeTruthy()
  })

  test('a call after a password change throws access_expired', async () => {
    const connected = await fixture.connect(value)
    const post = await fixture.post(connected)
    await fixture.act('password-change')
    const err = await failureOf(connected, commentsOf(connected, post))
    const reason = value === 'youtube' ? 'token_expired' : 'password_changed'
    expect(err).toMatchObject({ kind: 'access_expired', reason })
  })
})

function ability(connected: ConnectedAccount) {
  return connected.platform.comments!
}

async function commentsOf(
  connected: ConnectedAccount,
  platformPostId: string,
): Promise<PlatformComment[]> {
  return await allOf((cursor) =>
    ability(connected).listComments({ ...connected.credentials, platformPostId, cursor }),
  )
}

async function replyTo(
  connected: ConnectedAccount,
  reference: Omit<CommentReference, 'parentCommentId'> & { parentCommentId?: string },
  text: string,
) {
  const comment = { parentCommentId: null, ...reference }
  return await ability(connected).reply!({ ...connected.credentials, comment, text })
}

async function hide(
  connected: ConnectedAccount,
  post: string,
  id: string,
  hidden: boolean,
): Promise<void> {
  const comment = { platformCommentId: id, parentCommentId: null, platformPostId: post }
  await ability(connected).hide!({ ...connected.credentials, comment, hidden })
}

async function allOf<Item>(read: (cursor: string | null) => Promise<Paged<Item>>): Promise<Item[]> {
  const items: Item[] = []
  let cursor: string | null = null
  do {
    const part = await read(cursor)
    items.push(...part.items)
    cursor = part.next
  } while (cursor)
  return items
}
