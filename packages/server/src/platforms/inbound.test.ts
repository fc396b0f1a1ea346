import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { scriptedSetup } from '../../test/platforms/scripted.ts'
import type { InboundRequest } from './contract/inbound.ts'
import type { Platform } from './contract/platform.ts'
import { createFacebook } from './facebook/index.ts'
import { createInstagram } from './instagram/index.ts'
import { readSignedRequest } from './meta/signed-request.ts'
import { createThreads } from './threads/index.ts'
import { createTiktok } from './tiktok/index.ts'

const { setup } = scriptedSetup({})
const secret = setup.app.clientSecret
const nowUnix = Math.floor(setup.now().getTime() / 1_000)

describe('the documented webhooks of Threads (threads.md §6.1)', () => {
  const threads = createThreads(setup)
  const value = {
    id: '8901234',
    username: 'test_username',
    text: 'Reply',
    media_type: 'TEXT_POST',
    permalink: 'https://www.threads.net/@test_username/post/Pp',
    replied_to: { id: '567890' },
    root_post: { id: '123456', owner_id: '123456', username: 'test_username_2' },
    shortcode: 'Pp',
    timestamp: '2024-08-07T10:33:16+0000',
  }
  const replied = { field: 'replies', value }
  const delivery = (values: unknown) => ({
    app_id: '123456',
    topic: 'moderate',
    target_id: '78901',
    time: 1723226877,
    values,
  })
  const event = {
    type: 'comment',
    platformAccountId: '123456',
    platformPostId: '123456',
    comment: {
      platformCommentId: '8901234',
      parentCommentId: '567890',
      platformPostId: '123456',
      authorUsername: 'test_username',
      authorName: null,
      text: 'Reply',
      permalink: value.permalink,
      likeCount: null,
      hidden: false,
      isOwn: false,
      canReply: true,
      canHide: false,
      commentedAt: new Date('2024-08-07T10:33:16Z'),
    },
  }

  test('one reply, several replies and an array of webhooks are parsed', () => {
    expect(metaEvents(threads, delivery(replied))).toEqual([event])
    expect(metaEvents(threads, delivery([replied, replied]))).toEqual([event, event])
    expect(metaEvents(threads, [delivery(replied), delivery([])])).toEqual([event])
  })

  test('a reply by the owner of the post is own', () => {
    const ownReply = { ...value, username: 'Test_Username_2' }
    expect(metaEvents(threads, delivery({ field: 'replies', value: ownReply }))).toMatchObject([
      { comment: { isOwn: true } },
    ])
  })

  test("a reply without the owner's username has no comment", () => {
    const unnamed = { ...value, root_post: { id: '123456', owner_id: '9' } }
    expect(metaEvents(threads, delivery({ field: 'replies', value: unnamed }))).toEqual([
      { type: 'comment', platformAccountId: '9', platformPostId: '123456', comment: null },
    ])
  })

  test('deletions are events, other fields are ignored', () => {
    const deleted = { id: '5', owner: { owner_id: '7' }, deleted_at: value.timestamp }
    const changes = [
      { field: 'delete', value: deleted },
      { field: 'publish', value: { id: '5', media_type: 'TEXT_POST' } },
      { field: 'mentions', value },
      { field: 'replies', value: { id: '1' } },
      null,
    ]
    expect(metaEvents(threads, delivery(changes))).toEqual([
      { type: 'comment_deleted', platformAccountId: '7', platformCommentId: '5' },
    ])
  })
})

describe('the documented webhooks of Instagram (instagram.md §6)', () => {
  const instagram = createInstagram(setup)
  const value = {
    id: '17865799348089039',
    from: { id: '7123', username: 'fan' },
    text: 'Nice',
    media: { id: '17000', media_product_type: 'FEED' },
  }
  const deliver = (changed: unknown) => {
    const changes = [{ field: 'comments', value: changed }]
    const entry = [{ id: '17841', time: 1520383571, changes }]
    return metaEvents(instagram, { object: 'instagram', entry })
  }

  test('a comment has the time of its webhook', () => {
    expect(deliver(value)).toMatchObject([
      {
        platformAccountId: '17841',
        platformPostId: '17000',
        comment: {
          authorUsername: 'fan',
          isOwn: false,
          commentedAt: new Date(1520383571_000),
        },
      },
    ])
  })

  test('own comments are marked, and a comment without author is null', () => {
    const ownComment = { ...value, from: { id: '17841', username: 'owner' } }
    expect(deliver(ownComment)).toMatchObject([{ comment: { isOwn: true, canHide: false } }])
    expect(deliver({ ...value, from: undefined })).toMatchObject([{ comment: null }])
  })

  test('a mention in other media is ignored', () => {
    expect(deliver({ media_id: '17000', comment_id: '178' })).toEqual([])
  })
})

describe('the documented webhooks of Facebook (facebook.md §6)', () => {
  const facebook = createFacebook(setup)
  const value = {
    item: 'comment',
    verb: 'add',
    comment_id: '44_91',
    post_id: '135_44',
    parent_id: '135_44',
    from: { id: '1067280970047460', name: 'Sam' },
    message: 'Nice',
    created_time: 1520544814,
  }
  const deliver = (changes: object, field = 'feed') => {
    const all = [{ field, value: { ...value, ...changes } }]
    return metaEvents(facebook, { object: 'page', entry: [{ id: '135', time: 1, changes: all }] })
  }

  test.each(['135_44', '44', undefined])('a top-level comment (%s) has no parent', (id) => {
    const comment = { parentCommentId: null, authorName: 'Sam', text: 'Nice', isOwn: false }
    expect(deliver({ parent_id: id })).toMatchObject([{ comment }])
  })

  test('a reply has a parent, and a reply by the page is own', () => {
    const reply = { parent_id: '44_90', from: { id: '135', name: 'Bakery' } }
    expect(deliver(reply)).toMatchObject([{ comment: { parentCommentId: '44_90', isOwn: true } }])
  })

  test.each(['edit', 'edited', 'hide', 'unhide'])('%s gives an event without comment', (verb) => {
    expect(deliver({ verb })).toMatchObject([{ platformPostId: '135_44', comment: null }])
  })

  test('all other changes are ignored', () => {
    expect(deliver({ verb: 'mute' })).toEqual([])
    expect(deliver({ item: 'reaction' })).toEqual([])
    expect(deliver({}, 'mention')).toEqual([])
    expect(metaEvents(facebook, { object: 'instagram', entry: [] })).toEqual([])
    expect(metaEvents(facebook, 'no JSON object')).toEqual([])
  })
})

describe('the documented webhooks of TikTok (tiktok.md §6)', () => {
  const tiktok = createTiktok(setup)
  const deliver = (event: string, content: string, changes: object = {}) => {
    const facts = { client_key: 'app-id', event, create_time: 1615338610, user_openid: 'open-id' }
    const body = Buffer.from(JSON.stringify({ ...facts, content, ...changes }))
    const signature = createHmac('sha256', secret).update(`${nowUnix}.`).update(body).digest('hex')
    const headers = { 'tiktok-signature': `t=${nowUnix}, s=${signature}` }
    return tiktok.inbound!.readEvents({ headers, query: new URLSearchParams(), body })
  }

  test('removed access has a time', () => {
    const at = new Date(1615338610_000)
    const event = { type: 'deauthorized', platformUserId: 'open-id', at }
    expect(deliver('authorization.removed', '{"reason": 1 }')).toEqual([event])
    expect(deliver('authorization.removed', '')).toEqual([event])
    expect(deliver('authorization.removed', '{"reason": 5 }')).toEqual([])
  })

  test('a post id of nineteen digits keeps all digits', () => {
    const content = '{"publish_id":"v_pub_file~v2-1.1","post_id":7404040404040404041}'
    const event = {
      type: 'published',
      platformAccountId: 'open-id',
      publishId: 'v_pub_file~v2-1.1',
    }
    expect(deliver('post.publish.publicly_available', content)).toEqual([
      { ...event, platformPostId: '7404040404040404041' },
    ])
    const complete = '{"publish_id":"v_pub_file~v2-1.1","publish_type":"DIRECT_PUBLISH"}'
    expect(deliver('post.publish.complete', complete)).toEqual([{ ...event, platformPostId: null }])
  })

  test('other events are ignored, those of another app are refused', () => {
    expect(deliver('post.publish.inbox_delivered', '{"publish_id":"x"}')).toEqual([])
    expect(deliver('post.publish.complete', 'not JSON')).toEqual([])
    expect(deliver('post.publish.complete', '{}', { client_key: 'other' })).toBeNull()
  })
})

describe('a signed_request (threads.md §6.2)', () => {
  const sign = (payload: unknown, key = secret) => {
    const encoded = Buffer.from(JSON.stringify(payload)).toString('base64url')
    return `${createHmac('sha256', key).update(encoded).digest('base64url')}.${encoded}`
  }
  const payload = { user_id: '218471', algorithm: 'HMAC-SHA256', issued_at: 1291836800 }

  test('a valid request returns user and time', () => {
    const person = { platformUserId: '218471', issuedAt: new Date(1291836800_000) }
    expect(readSignedRequest(sign(payload), [secret])).toEqual(person)
    expect(readSignedRequest(sign({ ...payload, user_id: 218471 }), [secret])).toEqual(person)
    const [signature, encoded] = sign(payload).split('.')
    expect(readSignedRequest(`${signature}=.${encoded}`, [secret])).toEqual(person)
  })

  test.each([
    '',
    '.',
    'a.b',
    `${sign(payload)}.more`,
    sign(payload, 'guessed'),
    sign(payload).replace('.', '.e30'),
    `.${sign(payload).split('.')[1]}`,
    sign({ ...payload, algorithm: 'none' }),
    sign({ ...payload, user_id: '' }),
    sign({ user_id: '218471' }),
    sign('text'),
  ])('an invalid request returns null: %s', (signedRequest) => {
    expect(readSignedRequest(signedRequest, [secret, 'another'])).toBeNull()
  })
})

test.each([
  ['hub.mode=unsubscribe&hub.challenge=1158201444&hub.verify_token=ours', 'ours', null],
  ['hub.mode=subscribe&hub.challenge=1158201444&hub.verify_token=ours', 'ours', '1158201444'],
  ['hub.mode=subscribe&hub.challenge=1158201444&hub.verify_token=theirs', 'ours', null],
  ['hub.mode=subscribe&hub.challenge=1158201444&hub.verify_token=', '', null],
  ['hub.mode=subscribe&hub.challenge=1158201444', 'ours', null],
  ['hub.mode=subscribe&hub.verify_token=ours', 'ours', null],
])('the handshake %s with token %s returns %s', (query, token, challenge) => {
  const { handshake } = createFacebook(setup).inbound!
  expect(handshake!(new URLSearchParams(query), token)).toBe(challenge)
})

function metaEvents(platform: Platform, payload: unknown) {
  const body = Buffer.from(JSON.stringify(payload))
  const signature = createHmac('sha256', secret).update(body).digest('hex')
  const request: InboundRequest = {
    headers: { 'x-hub-signature-256': `sha256=${signature}` },
    query: new URLSearchParams(),
    body,
  }
  return platform.inbound!.readEvents(request)
}
