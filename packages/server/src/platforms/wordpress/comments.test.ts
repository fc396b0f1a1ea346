import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  type ConnectedAccount,
  failureOf,
  type InboxFixture,
  openInboxFixture,
} from '../../../test/platforms/inbox-fixture.ts'
import type { Paged, PlatformComment } from '../contract/comments.ts'

const start = new Date('2026-11-21T09:00:00.000Z')
let fixture: InboxFixture
let connected: ConnectedAccount
let post: string

beforeAll(async () => {
  fixture = await openInboxFixture(start)
})
afterAll(() => fixture.close())
beforeEach(async () => {
  await fixture.reset()
  connected = await fixture.connect('wordpress')
  post = await fixture.post(connected)
})

const ability = () => connected.platform.comments!
const settings = (values: object) => fixture.control('PUT', '/settings', values)
const setRole = (role: string) =>
  fixture.control('PATCH', '/accounts/wordpress:anna', { facts: { role } })
const referenceTo = (id: string) => ({
  platformCommentId: id,
  parentCommentId: null,
  platformPostId: post,
})
const reply = (id: string, text: string) =>
  ability().reply!({ ...connected.credentials, comment: referenceTo(id), text })
const hide = (id: string, hidden: boolean) =>
  ability().hide!({ ...connected.credentials, comment: referenceTo(id), hidden })

async function comments(): Promise<PlatformComment[]> {
  const items: PlatformComment[] = []
  let cursor: string | null = null
  do {
    const page: Paged<PlatformComment> = await ability().listComments({
      ...connected.credentials,
      platformPostId: post,
      cursor,
    })
    items.push(...page.items)
    cursor = page.next
  } while (cursor)
  return items
}

describe('reading', () => {
  test('a comment has its writer, text and state', async () => {
    const text = 'Lovely <3 "bread" & it’s\nfresh\n\nreally'
    const id = await fixture.comment(post, { text, author: 'Kim & Co', hours_ago: 2 })
    expect(await comments()).toEqual([
      {
        platformCommentId: id,
        parentCommentId: null,
        platformPostId: post,
        authorUsername: null,
        authorName: 'Kim & Co',
        text,
        permalink: expect.stringMatching(/^http:\/\/blog\.localhost:\d+\/.*#comment-\d+$/),
        likeCount: null,
        hidden: false,
        isOwn: false,
        canReply: true,
        canHide: true,
        commentedAt: new Date('2026-11-21T07:00:00Z'),
      },
    ])
  })

  test('120 comments are read once each, newest first', async () => {
    const ids: string[] = []
    for (let hours = 120; hours > 0; hours--) {
      ids.unshift(await fixture.comment(post, { text: `${hours}`, hours_ago: hours }))
    }
    const read = await comments()
    expect(read.map(({ platformCommentId }) => platformCommentId)).toEqual(ids)
  })

  test('replies have their parent, own ones are recognized', async () => {
    const top = await fixture.comment(post, { hours_ago: 2 })
    await fixture.comment(post, { by_owner: true, parent: top })
    expect(await comments()).toMatchObject([
      { parentCommentId: top, isOwn: true, canHide: false },
      { parentCommentId: null, isOwn: false },
    ])
  })

  test('waiting comments are hidden, spam, the trash and mentions by other sites are left out', async () => {
    await settings({ wordpress_moderates_comments: true })
    const waiting = await fixture.comment(post)
    await fixture.comment(post, { facts: { status: 'spam' }, hours_ago: 1 })
    await fixture.comment(post, { facts: { status: 'trash' }, hours_ago: 1 })
    await fixture.comment(post, { facts: { type: 'pingback' }, hours_ago: 1 })
    expect(await comments()).toMatchObject([{ platformCommentId: waiting, hidden: true }])
  })

  test('the writer’s email and IP address are not asked for', async () => {
    await fixture.comment(post)
    await fixture.control('DELETE', '/calls')
    await comments()
    const { data } = (await fixture.control('GET', '/calls')) as { data: { path: string }[] }
    expect(data.every(({ path }) => path.includes('_fields='))).toBe(true)
    expect(JSON.stringify(data)).not.toMatch(/author_email|author_ip/)
  })

  test('an author reads the waiting comments of their own post, in plain text', async () => {
    await settings({ wordpress_moderates_comments: true })
    await setRole('author')
    await fixture.comment(post, { text: 'One "two"\nthree' })
    expect(await comments()).toMatchObject([{ hidden: true, text: 'One “two”\nthree' }])
  })

  test('with a password that was revoked, neither posts nor comments are an empty list', async () => {
    await fixture.act('revoke')
    const posts = ability().listPosts({ ...connected.credentials, cursor: null })
    expect((await failureOf(connected, posts)).kind).toBe('disconnected')
    expect((await failureOf(connected, comments())).kind).toBe('disconnected')
  })

  test('posts are listed with title and excerpt, over several pages', async () => {
    for (let hours = 45; hours > 0; hours--) {
      await fixture.post(connected, { text: `number ${hours}`, hours_ago: hours })
    }
    const texts: string[] = []
    let cursor: string | null = null
    do {
      const page = await ability().listPosts({ ...connected.credentials, cursor })
      texts.push(...page.items.map(({ text }) => text))
      cursor = page.next
    } while (cursor)
    expect(texts).toHaveLength(46)
    expect(texts[1]).toBe('number 1')
  })
})

describe('a reply', () => {
  test('is written below the comment, with its text unchanged', async () => {
    const top = await fixture.comment(post, { hours_ago: 1 })
    const text = 'Thanks <b> & "you"\n\nhttps://bakery.example 🙂'
    const { platformReplyId } = await reply(top, text)
    const found = (await comments()).find((each) => each.platformCommentId === platformReplyId)
    expect(found).toMatchObject({ text, isOwn: true, parentCommentId: top })
  })

  test.each(['editor', 'author'])('of an %s that exists already is found', async (role) => {
    await setRole(role)
    const top = await fixture.comment(post, { hours_ago: 1 })
    await fixture.fail('wordpress', 'reply', 'after_accepting_timeout')
    expect((await failureOf(connected, reply(top, 'Thank "you"'))).kind).toBe('unavailable')
    const { platformReplyId } = await reply(top, 'Thank "you"')
    expect(await fixture.commentsOf(post)).toMatchObject([{ id: top }, { id: platformReplyId }])
  })

  test.each([
    ['deleted', async (id: string) => await fixture.control('DELETE', `/comments/${id}`)],
  ])('to a comment that was %s is refused, and writes nothing', async (_name, remove) => {
    const top = await fixture.comment(post)
    await remove(top)
    expect((await failureOf(connected, reply(top, 'Thanks'))).kind).toBe('rejected')
    expect(await fixture.commentsOf(post)).toEqual([])
    const comment = referenceTo(top)
    expect(await ability().isDeleted!({ ...connected.credentials, comment })).toBe(true)
  })

  test('that comes too fast waits 15 seconds', async () => {
    const top = await fixture.comment(post)
    await settings({ wordpress_comment_flood: true })
    const err = await failureOf(connected, reply(top, 'Thanks'))
    expect(err).toMatchObject({ kind: 'rate_limited', retryAfterSeconds: 15 })
  })

  test('to a post without comments is refused', async () => {
    const closed = await fixture.post(connected, { facts: { comment_status: 'closed' } })
    const top = await fixture.comment(closed)
    const comment = { ...referenceTo(top), platformPostId: closed }
    const run = ability().reply!({ ...connected.credentials, comment, text: 'Thanks' })
    const err = await failureOf(connected, run)
    expect(err).toMatchObject({ kind: 'rejected', platformCode: 'rest_comment_closed' })
  })
})

describe('hiding', () => {
  test.each([
    ['editor', false],
    ['author', false],
    ['editor', true],
    ['author', true],
  ])('and showing by an %s, repeated, in a site that refuses that: %s', async (role, refuses) => {
    await setRole(role)
    await settings({ wordpress_refuses_same_status: refuses })
    const id = await fixture.comment(post)
    for (const hidden of [true, true, false, false]) {
      await hide(id, hidden)
      expect(await comments()).toMatchObject([{ hidden }])
    }
  })

  test('a comment under another person’s post lacks a permission for an author', async () => {
    await setRole('author')
    const { id } = (await fixture.control('POST', '/posts', { account: 'ben@blog' })) as {
      id: string
    }
    const comment = await fixture.comment(id)
    expect((await failureOf(connected, hide(comment, true))).kind).toBe('permission_missing')
  })
})
