import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  type ConnectedAccount,
  failureOf,
  type InboxFixture,
  openInboxFixture,
} from '../../../test/platforms/inbox-fixture.ts'

const start = new Date('2026-11-21T09:00:00.000Z')
const today = '2026-11-21'
let fixture: InboxFixture
let connected: ConnectedAccount

beforeAll(async () => {
  fixture = await openInboxFixture(start)
})
afterAll(() => fixture.close())
beforeEach(async () => {
  await fixture.reset()
  connected = await fixture.connect('mastodon')
})

const comments = () => connected.platform.comments!
const commentsOf = async (platformPostId: string) =>
  (await comments().listComments({ ...connected.credentials, platformPostId, cursor: null })).items

describe('comments', () => {
  test('posts are listed newest first over several pages', async () => {
    const ids: string[] = []
    for (let hours = 60; hours > 0; hours--) {
      ids.unshift(await fixture.post(connected, { text: `number ${hours}`, hours_ago: hours }))
    }
    await fixture.comment(ids[0]!)
    const first = await comments().listPosts({ ...connected.credentials, cursor: null })
    const rest = await comments().listPosts({ ...connected.credentials, cursor: first.next })
    const posts = [...first.items, ...rest.items]
    expect(posts.map(({ platformPostId }) => platformPostId)).toEqual(ids)
    expect(posts[0]).toMatchObject({ text: 'number 1', commentCount: 1 })
    expect(posts[0]?.permalink).toMatch(/^http/)
    const end = await comments().listPosts({ ...connected.credentials, cursor: rest.next })
    expect(end).toEqual({ items: [], next: null })
  })

  test('replies are read with author, parent and plain text, newest first', async () => {
    const post = await fixture.post(connected, { text: 'Bread' })
    const text = '<b>שלום</b> 👩‍👩‍👧 & "quoted"'
    const top = await fixture.comment(post, { text, author: 'kim', likes: 3, hours_ago: 2 })
    const own = await fixture.comment(post, { by_owner: true, parent: top, hours_ago: 1 })
    const [newest, oldest] = await commentsOf(post)
    expect(newest).toMatchObject({
      platformCommentId: own,
      parentCommentId: top,
      isOwn: true,
      authorUsername: connected.account.username,
    })
    expect(oldest).toMatchObject({
      platformCommentId: top,
      parentCommentId: null,
      platformPostId: post,
      text,
      likeCount: 3,
      hidden: false,
      isOwn: false,
      canReply: true,
      canHide: false,
      commentedAt: new Date('2026-11-21T07:00:00Z'),
    })
    expect(oldest?.authorUsername).toMatch(/^kim@/)
    expect(oldest?.permalink).toMatch(/^http/)
  })

  test('a reply mentions the author, and is read back without the mention', async () => {
    const post = await fixture.post(connected)
    const top = await fixture.comment(post, { author: 'kim' })
    const comment = {
      platformCommentId: top,
      parentCommentId: null,
      platformPostId: post,
    }
    let reply: { platformReplyId: string; permalink: string | null } | undefined
    const writes = await fixture.writesOf(async () => {
      reply = await comments().reply!({ ...connected.credentials, comment, text: 'Thank you!' })
    })
    expect(writes).toHaveLength(1)
    const stored = (await fixture.commentsOf(post)).find(({ id }) => id === reply?.platformReplyId)
    expect(stored?.text).toMatch(/^@kim\S* Thank you!$/)
    const own = (await commentsOf(post)).find(({ isOwn }) => isOwn)
    expect(own).toMatchObject({ text: 'Thank you!', parentCommentId: top })
  })

  test('a deleted comment is recognized', async () => {
    const post = await fixture.post(connected)
    const id = await fixture.comment(post, { author: 'kim' })
    const comment = { platformCommentId: id, parentCommentId: null, platformPostId: post }
    const input = { ...connected.credentials, comment }
    expect(await comments().isDeleted!(input)).toBe(false)
    await fixture.control('DELETE', `/comments/${id}`)
    expect(await comments().isDeleted!(input)).toBe(true)
    const replied = comments().reply!({ ...input, text: 'Thank you!' })
    expect((await failureOf(connected, replied)).kind).toBe('rejected')
  })

  test('there is no way to hide a reply', () => {
    expect(comments().hide).toBeUndefined()
  })
})

describe('insights', () => {
  test('account levels are dated today', async () => {
    const path = `/accounts/${connected.account.platformAccountId.split('/')[1]}`
    await fixture.control('PATCH', path, { followers: 4_321 })
    const insights = connected.platform.insights!
    const days = await insights.readDays({ ...connected.credentials, days: ['2026-10-01'], today })
    expect(days).toEqual([
      { day: today, metric: 'followers_count', value: 4_321 },
      { day: today, metric: 'following_count', value: expect.any(Number) },
    ])
  })

  test('a post has its counters', async () => {
    const platformPostId = await fixture.post(connected)
    const numbers = { likes: 5, reposts: 2, quotes: 1 }
    await fixture.control('PUT', `/posts/${platformPostId}/numbers`, numbers)
    await fixture.comment(platformPostId)
    const insights = connected.platform.insights!
    expect(await insights.readPost({ ...connected.credentials, platformPostId })).toEqual({
      values: { likes: 5, replies: 1, reposts: 2, quotes: 1 },
    })
  })
})

describe('access', () => {
  test('a token has no end and is valid', async () => {
    const { tokens, platform } = connected
    expect(platform.tokens!.refreshDueAt(tokens)).toBeNull()
    await platform.tokens!.probe(tokens)
  })

  test.each([
    ['revoke', 'disconnected', null],
    ['checkpoint', 'access_expired', 'suspended'],
  ])('after %s the probe throws %s', async (action, kind, reason) => {
    await fixture.act(action)
    const probe = connected.platform.tokens!.probe(connected.tokens)
    expect(await failureOf(connected, probe)).toMatchObject({ kind, reason })
  })

  test.each(['http_500', 'transient', 'timeout', 'connection_reset', 'redirect'])(
    'the fault %s throws unavailable',
    async (kind) => {
      await fixture.fail('mastodon', '*', kind)
      const probe = connected.platform.tokens!.probe(connected.tokens)
      expect((await failureOf(connected, probe)).kind).toBe('unavailable')
    },
  )

  test('the limits follow those of the server', async () => {
    const readFacts = () => connected.platform.tokens!.readFacts!(connected.tokens)
    expect(await readFacts()).toMatchObject({ textMax: 500, mediaMax: 4, software: '4.6.0' })
    const limits = { mastodon: { max_characters: 300, max_media_attachments: 2 } }
    await fixture.control('PUT', '/settings', { mastodon_limits: limits })
    expect(await readFacts()).toMatchObject({ textMax: 300, mediaMax: 2 })
  })
})
