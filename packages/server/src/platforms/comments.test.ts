import { describe, expect, test } from 'vitest'
import { scriptedSetup } from '../../test/platforms/scripted.ts'
import { PlatformError } from './contract/errors.ts'
import type { Tokens } from './contract/tokens.ts'
import { createFacebook } from './facebook/index.ts'
import { createInstagram } from './instagram/index.ts'
import { createThreads } from './threads/index.ts'

const tokens: Tokens = {
  access: 'the-access-token',
  refresh: null,
  accessExpiresAt: null,
  refreshExpiresAt: null,
  issuedAt: '2026-11-20T09:00:00.000Z',
}
const credentials = (id: string, username: string) => ({
  tokens,
  account: { platformAccountId: id, username },
})

describe('Threads (threads.md §4)', () => {
  const anna = credentials('1', 'anna.bakes')
  const reply = {
    id: '1234567890',
    text: 'First Reply',
    username: 'threadsapitestuser',
    permalink: 'https://www.threads.net/@threadsapitestuser/post/abcdefg',
    timestamp: '2024-01-01T18:20:00+0000',
    has_replies: true,
    root_post: { id: '777' },
    replied_to: { id: '777' },
    is_reply_owned_by_me: false,
    hide_status: 'NOT_HUSHED',
  }
  const list = async (...data: object[]) => {
    const { setup } = scriptedSetup({
      'GET /v1.0/777/conversation': JSON.stringify({
        data,
        paging: { cursors: { before: 'B', after: 'AFTER' } },
      }),
    })
    const input = { ...anna, platformPostId: '777', cursor: null }
    return await createThreads(setup).comments!.listComments(input)
  }

  test('the documented reply is parsed', async () => {
    expect(await list(reply)).toEqual({
      items: [
        {
          platformCommentId: '1234567890',
          parentCommentId: null,
          platformPostId: '777',
          authorUsername: 'threadsapitestuser',
          authorName: null,
          text: 'First Reply',
          permalink: reply.permalink,
          likeCount: null,
          hidden: false,
          isOwn: false,
          canReply: true,
          canHide: true,
          commentedAt: new Date('2024-01-01T18:20:00Z'),
        },
      ],
      next: 'AFTER',
    })
  })

  test('private authors, empty texts and own replies by username are recognized', async () => {
    const hidden = { ...reply, username: undefined, permalink: undefined, text: undefined }
    const { items } = await list(hidden, {
      ...reply,
      username: 'Anna.Bakes',
      is_reply_owned_by_me: undefined,
    })
    expect(items).toMatchObject([
      { authorUsername: null, permalink: null, text: '', isOwn: false },
      { isOwn: true, canHide: false },
    ])
  })

  test.each([
    ['HIDDEN', true],
    ['UNHUSHED', false],
    ['COVERED', false],
    ['BLOCKED', false],
    ['RESTRICTED', false],
  ])('hide_status %s is hidden: %s', async (hide_status, hidden) => {
    expect((await list({ ...reply, hide_status })).items[0]?.hidden).toBe(hidden)
  })

  test('an empty page ends the list even if it has a cursor', async () => {
    expect(await list()).toEqual({ items: [], next: null })
  })

  test('hiding a nested reply is rejected without a call', async () => {
    const { setup, requests } = scriptedSetup({})
    const comment = { platformCommentId: '2', parentCommentId: '1', platformPostId: '777' }
    const hide = createThreads(setup).comments!.hide!({ ...anna, comment, hidden: true })
    await expect(hide).rejects.toMatchObject({ name: 'PlatformError', kind: 'rejected' })
    expect(requests).toEqual([])
  })

  test('reposts are not listed', async () => {
    const at = { timestamp: '2024-01-01T18:20:00+0000' }
    const data = [
      { id: '1', media_type: 'REPOST_FACADE', ...at },
      { id: '2', media_type: 'TEXT_POST', has_replies: true, ...at },
    ]
    const { setup } = scriptedSetup({ 'GET /v1.0/me/threads': JSON.stringify({ data }) })
    const posts = await createThreads(setup).comments!.listPosts({ ...anna, cursor: null })
    expect(posts).toMatchObject({ items: [{ platformPostId: '2', text: '' }], next: null })
  })
})

describe('Instagram (instagram.md §4)', () => {
  const owner = credentials('1784', 'Owner')
  const at = { timestamp: '2026-08-07T12:34:56+0000' }
  const comment = { id: '10', text: 'Nice!', username: 'fan', like_count: 1, hidden: false, ...at }
  const list = async (script: Record<string, unknown>) => {
    const texts = Object.entries(script).map(([name, body]) => [name, JSON.stringify(body)])
    const { setup, requests } = scriptedSetup(Object.fromEntries(texts))
    const input = { ...owner, platformPostId: '5', cursor: null }
    const listed = await createInstagram(setup).comments!.listComments(input)
    return { ...listed, requests }
  }

  test('nested replies are returned, own ones recognized by id or username', async () => {
    const replies = [
      { id: '11', text: 'thanks', from: { id: '1784', username: 'x' }, parent_id: '10', ...at },
      { id: '12', text: 'again', username: 'owner', ...at },
      { id: '13', text: 'me too', username: 'other', ...at },
    ]
    const { items, next } = await list({
      'GET /v25.0/5/comments': { data: [{ ...comment, replies: { data: replies } }] },
    })
    expect(items.map((each) => [each.platformCommentId, each.parentCommentId, each.isOwn])).toEqual(
      [
        ['10', null, false],
        ['11', '10', true],
        ['12', '10', true],
        ['13', '10', false],
      ],
    )
    expect(next).toBeNull()
  })

  test('further replies are read, each once', async () => {
    const first = Array.from({ length: 25 }, (_, index) => ({ id: `r${index}`, text: 'a', ...at }))
    const rest = [...first.slice(20), { id: 'last', text: 'b', ...at }]
    const paging = { cursors: { after: 'MORE' }, next: 'https://elsewhere.example/' }
    const { items, requests } = await list({
      'GET /v25.0/5/comments': { data: [{ ...comment, replies: { data: first, paging } }] },
      'GET /v25.0/10/replies': { data: rest },
    })
    expect(items).toHaveLength(27)
    expect(requests.at(-1)?.url.searchParams.get('after')).toBe('MORE')
  })

  test('neither a hidden comment nor its replies can be replied to', async () => {
    const { items } = await list({
      'GET /v25.0/5/comments': {
        data: [{ ...comment, hidden: true, replies: { data: [{ id: '11', ...at }] } }],
      },
    })
    expect(items).toMatchObject([{ hidden: true, canReply: false }, { canReply: false }])
  })

  test('if authors are refused, the list is read without them', async () => {
    const { setup, requests } = scriptedSetup({})
    const call: typeof setup.call = async (request) => {
      requests.push(request)
      const isRefused = request.url.searchParams.get('fields')?.includes('from')
      const refusal = { error: { code: 100, message: '(#100) Tried accessing nonexisting field' } }
      const text = JSON.stringify(isRefused ? refusal : { data: [comment] })
      return { status: isRefused ? 400 : 200, headers: {}, text }
    }
    const { comments } = createInstagram({ ...setup, call })
    const input = { ...owner, platformPostId: '5', cursor: null }
    expect((await comments!.listComments(input)).items).toMatchObject([{ authorUsername: 'fan' }])
    expect(requests).toHaveLength(2)
  })

  test('a list continues only if it has a next URL', async () => {
    const paging = { cursors: { before: 'B', after: 'A' } }
    expect((await list({ 'GET /v25.0/5/comments': { data: [comment], paging } })).next).toBeNull()
    const next = { ...paging, next: 'https://graph.instagram.com/v25.0/5/comments?after=A' }
    const more = await list({ 'GET /v25.0/5/comments': { data: [comment], paging: next } })
    expect(more.next).toBe('A')
  })
})

describe('Facebook (facebook.md §4)', () => {
  const page = credentials('135', 'mypage')
  const at = { created_time: '2026-07-04T10:00:00+0000' }
  const setupWith = (script: Record<string, unknown>) => {
    const texts = Object.entries(script).map(([name, body]) => [name, JSON.stringify(body)])
    return scriptedSetup(Object.fromEntries(texts))
  }

  test('the documented comment is parsed, also without an author', async () => {
    const { setup } = setupWith({
      'GET /v25.0/135_44/comments': {
        data: [
          {
            id: '44_91',
            message: 'Looks good',
            is_hidden: true,
            can_hide: true,
            can_comment: true,
            from: { id: 'user-1', name: 'Rita' },
            ...at,
          },
          { id: '44_92', message: 'no name', parent: { id: '44_91' }, can_comment: false, ...at },
          { id: '44_93', message: 'on the post', parent: { id: '44' }, ...at },
          { id: '44_94', message: 'ours', from: { id: '135', name: 'My Page' }, ...at },
        ],
      },
    })
    const input = { ...page, platformPostId: '135_44', cursor: null }
    const { items } = await createFacebook(setup).comments!.listComments(input)
    expect(items).toMatchObject([
      { authorName: 'Rita', hidden: true, canHide: true, parentCommentId: null, isOwn: false },
      { authorName: null, isOwn: false, parentCommentId: '44_91', canReply: true },
      { parentCommentId: null },
      { isOwn: true, canHide: false },
    ])
  })

  test.each([
    ['44_91', '44_90', '44_90'],
    ['44_91', '135_44', '44_91'],
    ['44_91', '44', '44_91'],
    ['44_91', null, '44_91'],
  ])('a reply to %s under %s is sent to %s', async (platformCommentId, parentCommentId, target) => {
    const { setup, requests } = setupWith({
      [`POST /v25.0/${target}/comments`]: { id: '44_99' },
      'GET /v25.0/44_99': { permalink_url: 'https://www.facebook.com/1' },
    })
    const comment = { platformCommentId, parentCommentId, platformPostId: '135_44' }
    const reply = createFacebook(setup).comments!.reply!({ ...page, comment, text: 'Thanks' })
    expect(await reply).toEqual({
      platformReplyId: '44_99',
      permalink: 'https://www.facebook.com/1',
    })
    expect(requests.filter(({ method }) => method === 'POST')).toHaveLength(1)
  })

  test.each([
    [false, 'rejected'],
    [true, 'permission_missing'],
  ])('a refusal to hide a comment with can_hide %s is %s', async (can_hide, kind) => {
    const message = '(#200) Can not hide or unhide this comment'
    const text = JSON.stringify({ error: { message, type: 'OAuthException', code: 200 } })
    const { setup } = scriptedSetup({
      'POST /v25.0/44_91': { status: 403, text },
      'GET /v25.0/44_91': JSON.stringify({ id: '44_91', can_hide }),
    })
    const comment = { platformCommentId: '44_91', parentCommentId: null, platformPostId: '135_44' }
    const hide = createFacebook(setup).comments!.hide!({ ...page, comment, hidden: true })
    await expect(hide).rejects.toMatchObject({ kind, platformCode: '200' })
  })

  test('posts by visitors are not listed', async () => {
    const data = [
      { id: '135_1', from: { id: '9' }, ...at },
      { id: '135_2', from: { id: '135' }, comments: { summary: { total_count: 4 } }, ...at },
    ]
    const { setup } = setupWith({ 'GET /v25.0/135/feed': { data } })
    const posts = await createFacebook(setup).comments!.listPosts({ ...page, cursor: null })
    expect(posts.items).toMatchObject([{ platformPostId: '135_2', commentCount: 4 }])
  })

  test('an unconfirmed change throws', async () => {
    const { setup } = setupWith({ 'POST /v25.0/44_91': { success: false } })
    const comment = { platformCommentId: '44_91', parentCommentId: null, platformPostId: '135_44' }
    const hide = createFacebook(setup).comments!.hide!({ ...page, comment, hidden: true })
    await expect(hide).rejects.toBeInstanceOf(PlatformError)
  })
})
