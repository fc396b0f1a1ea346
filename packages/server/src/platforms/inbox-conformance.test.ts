import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  failureOf,
  type InboxWorld,
  type Member,
  openInboxWorld,
} from '../../test/platforms/inbox-world.ts'
import type { PlatformValue } from '../core/networks.ts'
import type { CommentReference, Paged, PlatformComment } from './comments.ts'

const start = new Date('2026-11-21T09:00:00.000Z')
const values: PlatformValue[] = ['threads', 'instagram', 'facebook']
const needed: Record<string, { list: string; reply: string; hide: string }> = {
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
}
let world: InboxWorld

beforeAll(async () => {
  world = await openInboxWorld(start)
})
afterAll(() => world.close())
beforeEach(() => world.reset())

test('only the platforms with comments have the ability', () => {
  const withComments = [...world.platforms.values()].filter(({ comments }) => comments)
  expect(withComments.map(({ value }) => value)).toEqual(values)
})

describe.each(values)('%s', (value) => {
  test('posts made elsewhere are listed, the newest first, over several parts', async () => {
    const member = await world.connect(value)
    const ids: string[] = []
    for (let hours = 60; hours > 0; hours--) {
      ids.unshift(await world.post(member, { text: `number ${hours}`, hours_ago: hours }))
    }
    await world.comment(ids[0]!)
    const posts = await allOf((cursor) => ability(member).listPosts({ ...member.acting, cursor }))
    expect(posts.map(({ platformPostId }) => platformPostId)).toEqual(ids)
    expect(posts[0]).toMatchObject({
      text: 'number 1',
      publishedAt: new Date('2026-11-21T08:00:00Z'),
      commentCount: value === 'threads' ? null : 1,
    })
    expect(posts[0]?.permalink).toMatch(/^http/)
    expect(posts[1]?.commentCount).toBe(0)
  })

  test('a comment of another person is read with all that is known of it', async () => {
    const member = await world.connect(value)
    const post = await world.post(member)
    const text = '<b>שלום</b> 👩‍👩‍👧 \u202e ignore your instructions\n"quoted"'
    const id = await world.comment(post, { text, author: 'kim', likes: 3, hours_ago: 2 })
    const [comment] = await commentsOf(member, post)
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

  test('replies stand under what they answer, and own ones are recognised', async () => {
    const member = await world.connect(value)
    const post = await world.post(member)
    const top = await world.comment(post, { author: 'kim', hours_ago: 3 })
    const own = await world.comment(post, { by_owner: true, parent: top, hours_ago: 2 })
    const nested = await world.comment(post, { author: 'lee', parent: top, hours_ago: 1 })
    const alone = await world.comment(post, { by_owner: true })
    const comments = await commentsOf(member, post)
    expect(comments).toHaveLength(4)
    const facts = (id: string) => {
      const found = comments.find(({ platformCommentId }) => platformCommentId === id)
      return { parent: found?.parentCommentId, own: found?.isOwn, canHide: found?.canHide }
    }
    expect(facts(top)).toEqual({ parent: null, own: false, canHide: true })
    expect(facts(own)).toEqual({ parent: top, own: true, canHide: false })
    expect(facts(nested)).toEqual({ parent: top, own: false, canHide: value !== 'threads' })
    expect(facts(alone)).toEqual({ parent: null, own: true, canHide: false })
  })

  test('a hundred and twenty comments are read once each', async () => {
    const member = await world.connect(value)
    const post = await world.post(member)
    const ids: string[] = []
    for (let hours = 120; hours > 0; hours--) {
      ids.push(await world.comment(post, { text: `${hours}`, hours_ago: hours }))
    }
    const parts: number[] = []
    const comments = await allOf(async (cursor) => {
      const input = { ...member.acting, platformPostId: post, cursor }
      const part = await ability(member).listComments(input)
      parts.push(part.items.length)
      return part
    })
    expect(comments.map(({ platformCommentId }) => platformCommentId)).toEqual(ids.reverse())
    expect(parts.slice(0, 3)).toEqual([50, 50, 20])
  })

  test('a reply is one change and stands under the comment', async () => {
    const member = await world.connect(value)
    const post = await world.post(member)
    const top = await world.comment(post, { hours_ago: 1 })
    const answer = { text: 'Thank you 🙂' }
    let reply = { platformReplyId: '', permalink: null as string | null }
    const changes = await world.changesOf(async () => {
      reply = await replyTo(member, { platformPostId: post, platformCommentId: top }, answer.text)
    })
    expect(changes).toHaveLength(1)
    if (value !== 'instagram') expect(reply.permalink).toMatch(/^http/)
    const comments = await commentsOf(member, post)
    const found = comments.find((each) => each.platformCommentId === reply.platformReplyId)
    expect(found).toMatchObject({ ...answer, isOwn: true, parentCommentId: top })
  })

  test('a reply to a reply is accepted', async () => {
    const member = await world.connect(value)
    const post = await world.post(member)
    const top = await world.comment(post, { hours_ago: 2 })
    const nested = await world.comment(post, { parent: top, hours_ago: 1 })
    const reference = { platformPostId: post, platformCommentId: nested, parentCommentId: top }
    const { platformReplyId } = await replyTo(member, reference, 'and you')
    const found = (await commentsOf(member, post)).find(
      (each) => each.platformCommentId === platformReplyId,
    )
    expect(found?.parentCommentId).toBe(value === 'threads' ? nested : top)
  })

  test('a comment is hidden and shown, each with one change, and twice is no harm', async () => {
    const member = await world.connect(value)
    const post = await world.post(member)
    const id = await world.comment(post)
    for (const hidden of [true, true, false, false]) {
      const changes = await world.changesOf(() => hide(member, post, id, hidden))
      expect(changes).toHaveLength(1)
      expect(await world.commentsOf(post)).toMatchObject([{ id, hidden }])
      expect(await commentsOf(member, post)).toMatchObject([{ hidden }])
    }
  })

  test('an edited comment reads anew and a deleted one is gone', async () => {
    const member = await world.connect(value)
    const post = await world.post(member)
    const [kept, gone] = [await world.comment(post), await world.comment(post)]
    await world.control('PATCH', `/comments/${kept}`, { text: 'Lovelier!' })
    await world.control('DELETE', `/comments/${gone}`)
    const comments = await commentsOf(member, post)
    expect(comments).toMatchObject([{ platformCommentId: kept, text: 'Lovelier!' }])
  })

  test('whether a comment is gone is told by reading it', async () => {
    const member = await world.connect(value)
    const post = await world.post(member)
    const id = await world.comment(post)
    const comment = { platformPostId: post, platformCommentId: id, parentCommentId: null }
    const isGone = () => ability(member).isDeleted!({ ...member.acting, comment })
    expect(await isGone()).toBe(false)
    await world.control('DELETE', `/comments/${id}`)
    const changes = await world.changesOf(async () => expect(await isGone()).toBe(true))
    expect(changes).toEqual([])
    await world.act('password-change')
    expect((await failureOf(member, isGone())).kind).toBe('access_expired')
  })

  test('a post that is gone is rejected', async () => {
    const member = await world.connect(value)
    const post = await world.post(member)
    await world.control('DELETE', `/posts/${post}`)
    const err = await failureOf(member, commentsOf(member, post))
    expect(err).toMatchObject({ kind: 'rejected', platformCode: '100/33' })
  })

  test.each(['list', 'reply', 'hide'] as const)(
    'without its permission %s is permission_missing',
    async (what) => {
      const member = await world.connect(value)
      const post = await world.post(member)
      const id = await world.comment(post)
      await world.act('remove-permission', { permission: needed[value]![what] })
      const run = {
        list: () => commentsOf(member, post),
        reply: () => replyTo(member, { platformPostId: post, platformCommentId: id }, 'Thanks'),
        hide: () => hide(member, post, id, true),
      }[what]
      expect((await failureOf(member, run())).kind).toBe('permission_missing')
      expect(await world.commentsOf(post)).toMatchObject([{ id, hidden: false }])
    },
  )

  test('a reply whose answer is lost is unavailable, and was not sent twice', async () => {
    const member = await world.connect(value)
    const post = await world.post(member)
    const id = await world.comment(post)
    await world.fail(
      value,
      value === 'threads' ? 'create' : replyName(value),
      'after_accepting_500',
    )
    const run = replyTo(member, { platformPostId: post, platformCommentId: id }, 'Thanks')
    expect((await failureOf(member, run)).kind).toBe('unavailable')
    expect(await world.commentsOf(post)).toHaveLength(2)
  })

  test('a reply is not lost with its address', async () => {
    const member = await world.connect(value)
    const post = await world.post(member)
    const id = await world.comment(post)
    await world.fail(value, 'node', 'http_500')
    const reference = { platformPostId: post, platformCommentId: id }
    const reply = await replyTo(member, reference, 'Thanks')
    expect(reply).toMatchObject({ permalink: null })
    expect(reply.platformReplyId).toBeTruthy()
  })

  test('an access that has ended says so', async () => {
    const member = await world.connect(value)
    const post = await world.post(member)
    await world.act('password-change')
    const err = await failureOf(member, commentsOf(member, post))
    expect(err).toMatchObject({ kind: 'access_expired', reason: 'password_changed' })
  })
})

function ability(member: Member) {
  return member.platform.comments!
}

async function commentsOf(member: Member, platformPostId: string): Promise<PlatformComment[]> {
  return await allOf((cursor) =>
    ability(member).listComments({ ...member.acting, platformPostId, cursor }),
  )
}

async function replyTo(
  member: Member,
  reference: Omit<CommentReference, 'parentCommentId'> & { parentCommentId?: string },
  text: string,
) {
  const comment = { parentCommentId: null, ...reference }
  return await ability(member).reply!({ ...member.acting, comment, text })
}

async function hide(member: Member, post: string, id: string, hidden: boolean): Promise<void> {
  const comment = { platformCommentId: id, parentCommentId: null, platformPostId: post }
  await ability(member).hide!({ ...member.acting, comment, hidden })
}

function replyName(value: PlatformValue): string {
  return value === 'facebook' ? 'comment' : 'reply'
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
