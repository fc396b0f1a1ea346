import { expect, test } from 'vitest'
import {
  type Body,
  type Client,
  call,
  dids,
  get,
  login,
  openBluesky,
  POST,
  putPost,
  type Session,
} from './bluesky-client.ts'

const ROOT = '3jzfcijpj2z2a'
const REPLY = '3jzfcijpj2z2b'
const rootUri = `at://${dids.anna}/${POST}/${ROOT}`

type Comment = { id: string; hidden: boolean }

/** A client with one post of Anna's. */
async function open(): Promise<{ client: Client; session: Session; cid: string }> {
  const client = await openBluesky()
  const session = await login(client)
  const { body } = await putPost(client, session, ROOT, { text: 'New bread' })
  return { client, session, cid: String(body.cid) }
}

const comment = (client: Client, input: Body) =>
  client.control<Comment>('POST', '/comments', { post: ROOT, text: 'Nice', ...input })

const uriOf = ({ id }: Comment) => id.replace(/^(.*)\/(.*)$/, `at://$1/${POST}/$2`)

test('notifications have replies, mentions and quotes of others, newest first and in pages', async () => {
  const { client, session, cid } = await open()
  const first = await comment(client, { text: 'First', hours_ago: 2 })
  await comment(client, { text: 'Below a stranger', parent: first.id })
  await comment(client, { text: 'By Anna', by_owner: true })
  const ben = await login(client, 'ben')
  const record = { $type: 'app.bsky.embed.record', record: { uri: rootUri, cid } }
  await client.advance(1)
  await putPost(client, ben, ROOT, { text: 'Look', embed: record })
  const features = [{ $type: 'app.bsky.richtext.facet#mention', did: dids.anna }]
  const facets = [{ index: { byteStart: 0, byteEnd: 4 }, features }]
  await client.advance(1)
  await putPost(client, ben, REPLY, { text: '@anna', facets })
  const list = async (query: URLSearchParams | Record<string, string>) => {
    const method = 'app.bsky.notification.listNotifications'
    const { body } = await call(client, session, method, { query })
    return { items: body.notifications as Body[], cursor: body.cursor }
  }
  const { items } = await list({})
  expect(items.map(({ reason }) => reason)).toEqual(['mention', 'quote', 'reply'])
  expect(items[2]).toMatchObject({
    uri: uriOf(first),
    reasonSubject: rootUri,
    record: { text: 'First' },
    isRead: false,
  })
  const replies = await list(
    new URLSearchParams([
      ['reasons', 'reply'],
      ['reasons', 'quote'],
    ]),
  )
  expect(replies.items).toHaveLength(2)
  const page = await list({ limit: '2' })
  expect(page.items).toHaveLength(2)
  const rest = await list({ limit: '2', cursor: String(page.cursor) })
  expect(rest.items.map(({ reason }) => reason)).toEqual(['reply'])
  expect(rest.cursor).toBeUndefined()
})

test('figures set in the control API are the counters of a post', async () => {
  const { client, session } = await open()
  const numbers = { likes: 7, reposts: 2, quotes: 1, saved: 4 }
  await client.control('PUT', `/posts/${ROOT}/numbers`, numbers)
  const query = { uris: rootUri }
  const { body } = await call(client, session, 'app.bsky.feed.getPosts', { query })
  expect(body.posts).toMatchObject([
    { likeCount: 7, repostCount: 2, quoteCount: 1, bookmarkCount: 4, replyCount: 0 },
  ])
})

test('a profile has name, handle, picture and counts, with and without a login', async () => {
  const { client, session } = await open()
  const profile = {
    did: dids.anna,
    handle: 'anna.test',
    displayName: 'Anna Bergmann',
    avatar: `${client.url}/pictures/${dids.anna}`,
    followersCount: 1240,
    followsCount: 180,
    postsCount: 1,
  }
  const query = { actor: dids.anna }
  const own = await call(client, session, 'app.bsky.actor.getProfile', { query })
  expect(own.body).toMatchObject(profile)
  const address = `${client.url}/bluesky/appview/xrpc/app.bsky.actor.getProfile?actor=anna.test`
  expect((await get(address)).body).toMatchObject(profile)
})

test.each([
  ['suspended', 'AccountTakedown'],
  ['deactivated', 'AccountDeactivated'],
])('the profile of a %s account returns %s', async (status, error) => {
  const client = await openBluesky()
  await client.control('PATCH', '/accounts/bluesky:ben.test', { status })
  const address = `${client.url}/bluesky/appview/xrpc/app.bsky.actor.getProfile?actor=ben.test`
  expect((await get(address)).body.error).toBe(error)
})

test('an author feed has the posts newest first, in pages', async () => {
  const { client, session } = await open()
  await client.control('POST', '/posts', { account: dids.anna, text: 'Old', hours_ago: 48 })
  const query = { actor: 'anna.test', limit: '1' }
  const method = 'app.bsky.feed.getAuthorFeed'
  const first = await call(client, session, method, { query })
  const texts = (body: Body) =>
    (body.feed as { post: Body }[]).map(({ post }) => (post.record as Body).text)
  expect(texts(first.body)).toEqual(['New bread'])
  const next = { ...query, cursor: String(first.body.cursor) }
  const second = await call(client, session, method, { query: next })
  expect(texts(second.body)).toEqual(['Old'])
  expect(second.body.cursor).toBeUndefined()
})

test('a post of the control API has a record with its text and time', async () => {
  const { client } = await open()
  const { now } = await client.control<{ now: string }>('GET', '/clock')
  const input = { account: 'bluesky:anna.test', text: 'From the app', hours_ago: 3 }
  const { id } = await client.control<{ id: string }>('POST', '/posts', input)
  const query = new URLSearchParams({ repo: dids.anna, collection: POST, rkey: id })
  const { body } = await get(`${client.origin('pds')}/xrpc/com.atproto.repo.getRecord?${query}`)
  expect(body.value).toMatchObject({ $type: POST, text: 'From the app' })
  const { createdAt } = body.value as { createdAt: string }
  const ageMs = Date.parse(createdAt) - (Date.parse(now) - 3 * 3_600_000)
  expect(Math.abs(ageMs)).toBeLessThan(60_000)
})
