import { expect, inject, test } from 'vitest'
import { controlBluesky } from '../src/bluesky/control.ts'
import { scope, signIn } from './raw-bluesky.ts'

const collection = 'app.bsky.feed.post'
const bluesky = controlBluesky(inject('bluesky'))
const { pdsUrl, accounts } = bluesky
const { alice, bob, carol } = accounts

function postRecord(text: string) {
  return { $type: collection, text, createdAt: new Date().toISOString(), langs: ['en'] }
}

test('directory, PDS and AppView answer for the same person', async () => {
  const document = await (await fetch(`${bluesky.plcUrl}/${alice.did}`)).json()
  expect(document).toMatchObject({
    alsoKnownAs: ['at://alice.test'],
    service: [{ id: '#atproto_pds', serviceEndpoint: pdsUrl }],
  })
  const query = `handle=${alice.handle}`
  for (const url of [pdsUrl, bluesky.appViewUrl]) {
    const response = await fetch(`${url}/xrpc/com.atproto.identity.resolveHandle?${query}`)
    expect(await response.json()).toEqual({ did: alice.did })
  }
})

test('sign-in returns the issuer, the state and tokens of the person', async () => {
  const { returned, state, token } = await signIn(pdsUrl, alice)
  expect([returned.get('iss'), returned.get('state')]).toEqual([pdsUrl, state])
  expect(token.body).toMatchObject({ token_type: 'DPoP', sub: alice.did, scope })
})

test('a cancelled sign-in returns access_denied and no code', async () => {
  const { returned, token } = await signIn(pdsUrl, alice, 'cancel')
  expect([returned.get('error'), returned.get('code')]).toEqual(['access_denied', null])
  expect([token.status, token.body.error]).toEqual([400, 'invalid_grant'])
})

test('the same record under the same key returns the same cid without a second commit', async () => {
  const { post } = await signIn(pdsUrl, alice)
  const input = {
    repo: alice.did,
    collection,
    rkey: '3m6f72q6k2222',
    swapRecord: null,
    record: postRecord('Fresh bread'),
  }
  const first = await post('com.atproto.repo.putRecord', input)
  const second = await post('com.atproto.repo.putRecord', input)
  expect([first.status, second.status]).toEqual([200, 200])
  expect(second.body.cid).toBe(first.body.cid)
  expect([Boolean(first.body.commit), second.body.commit]).toEqual([true, undefined])
})

test('another record under the key of a post returns InvalidSwap and changes nothing', async () => {
  const { get, post } = await signIn(pdsUrl, alice)
  const key = { repo: alice.did, collection, rkey: '3m6f72q6k2223' }
  const input = { ...key, swapRecord: null, record: postRecord('First') }
  const first = await post('com.atproto.repo.putRecord', input)
  const changed = await post('com.atproto.repo.putRecord', {
    ...input,
    record: postRecord('Second'),
  })
  expect([changed.status, changed.body.error]).toEqual([400, 'InvalidSwap'])
  const stored = await get('com.atproto.repo.getRecord', key)
  expect([stored.body.cid, stored.body.value.text]).toEqual([first.body.cid, 'First'])
})

test('a key without a record returns RecordNotFound, and deleting it succeeds', async () => {
  const { get, post } = await signIn(pdsUrl, alice)
  const key = { repo: alice.did, collection, rkey: '3m6f72q6k222a' }
  const missing = await get('com.atproto.repo.getRecord', key)
  expect([missing.status, missing.body.error]).toEqual([400, 'RecordNotFound'])
  expect((await post('com.atproto.repo.deleteRecord', key)).status).toBe(200)
})

test('a reply is in the thread and the counters once everything is indexed', async () => {
  const { get, post } = await signIn(pdsUrl, alice)
  const root = await post('com.atproto.repo.createRecord', {
    repo: alice.did,
    collection,
    record: postRecord('What shall we bake?'),
  })
  const strong = { uri: root.body.uri, cid: root.body.cid }
  const reply = await bluesky.asPerson(bob, 'com.atproto.repo.createRecord', {
    body: {
      repo: bob.did,
      collection,
      record: { ...postRecord('Rye'), reply: { root: strong, parent: strong } },
    },
  })
  await bluesky.processAll()
  const thread = await get('app.bsky.feed.getPostThread', { uri: strong.uri, depth: '100' })
  const replies = thread.body.thread.replies.map((each: { post: { uri: string } }) => each.post.uri)
  expect(replies).toEqual([reply.uri])
  const posts = await get('app.bsky.feed.getPosts', { uris: strong.uri })
  expect(posts.body.posts[0]).toMatchObject({ replyCount: 1, likeCount: 0, quoteCount: 0 })
})

test('a method outside the granted scope returns ScopeMissingError', async () => {
  const { get } = await signIn(pdsUrl, alice, { scope: 'atproto repo:app.bsky.feed.post' })
  const response = await get('app.bsky.feed.getPosts', { uris: `at://${alice.did}/x/y` })
  expect([response.status, response.body.error]).toEqual([403, 'ScopeMissingError'])
})

test('a token that was refreshed ends at once, and its refresh token ends the session', async () => {
  const { get, refresh, token } = await signIn(pdsUrl, alice)
  const next = await refresh(token.body.refresh_token)
  expect(next.status).toBe(200)
  const session = (accessToken: string) =>
    get('com.atproto.server.getSession', {}, accessToken).then(({ status }) => status)
  expect(await session(token.body.access_token)).toBe(401)
  expect(await session(next.body.access_token)).toBe(200)
  const replayed = await refresh(token.body.refresh_token)
  expect([replayed.status, replayed.body.error]).toEqual([400, 'invalid_grant'])
  expect(await session(next.body.access_token)).toBe(401)
})

test('removing the app ends its tokens', async () => {
  const { get, refresh, token } = await signIn(pdsUrl, carol)
  expect(await bluesky.removeApps(carol)).toBeGreaterThan(0)
  expect((await get('com.atproto.server.getSession', {})).status).toBe(401)
  const refreshed = await refresh(token.body.refresh_token)
  expect([refreshed.status, refreshed.body.error]).toEqual([400, 'invalid_grant'])
})

test('a deactivated account keeps its session but writes nothing', async () => {
  const { get, post } = await signIn(pdsUrl, carol)
  await bluesky.deactivate(carol)
  const session = await get('com.atproto.server.getSession', {})
  expect(session.body).toMatchObject({ active: false, status: 'deactivated' })
  const write = await post('com.atproto.repo.createRecord', {
    repo: carol.did,
    collection,
    record: postRecord('Nobody home'),
  })
  expect([write.status, write.body.error]).toEqual([401, 'AccountDeactivated'])
  await bluesky.activate(carol)
  expect((await get('com.atproto.server.getSession', {})).body.active).toBe(true)
})

test('a taken down account has no valid tokens', async () => {
  const { get } = await signIn(pdsUrl, carol)
  await bluesky.takeDown(carol.did)
  expect((await get('com.atproto.server.getSession', {})).status).toBe(401)
  await bluesky.takeDown(carol.did, false)
})

test('an access token ends after an hour of the servers’ clock', async () => {
  const { get } = await signIn(pdsUrl, bob)
  expect((await get('com.atproto.server.getSession', {})).status).toBe(200)
  await bluesky.setClockOffset(61 * 60_000)
  try {
    const response = await get('com.atproto.server.getSession', {})
    expect(response.status).toBe(401)
  } finally {
    await bluesky.setClockOffset(0)
  }
})
