import { expect, test } from 'vitest'
import {
  type Body,
  type Client,
  call,
  createdAt,
  dids,
  GATE,
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

type View = {
  $type: string
  post: Body & { uri: string; cid: string; author: Body; record: Body }
  replies?: View[]
}
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

async function thread(client: Client, session: Session, uri = rootUri): Promise<View> {
  const { body } = await call(client, session, 'app.bsky.feed.getPostThread', { query: { uri } })
  return body.thread as View
}

const uriOf = ({ id }: Comment) => id.replace(/^(.*)\/(.*)$/, `at://$1/${POST}/$2`)

test('a thread has the replies of people on three levels, with author, record and counts', async () => {
  const { client, session, cid } = await open()
  const first = await comment(client, { text: 'One', author: 'jo.visitor', likes: 3 })
  const second = await comment(client, { text: 'Two', author: 'Sam Lee', parent: first.id })
  await comment(client, { text: 'Three', author: 'ben.test', parent: second.id })
  const root = await thread(client, session)
  expect(root.post).toMatchObject({ uri: rootUri, cid, replyCount: 1, author: { did: dids.anna } })
  const [one] = root.replies!
  expect(one?.post).toMatchObject({ uri: uriOf(first), likeCount: 3, replyCount: 1 })
  expect(one?.post.author).toMatchObject({ handle: 'jo.visitor', displayName: 'jo.visitor' })
  const rootRef = { uri: rootUri, cid }
  expect(one?.post.record).toMatchObject({ text: 'One', reply: { root: rootRef, parent: rootRef } })
  const two = one?.replies?.[0]
  expect(two?.post.author).toMatchObject({ handle: 'sam-lee.test', displayName: 'Sam Lee' })
  const parent = { uri: one?.post.uri, cid: one?.post.cid }
  expect(two?.post.record.reply).toEqual({ root: rootRef, parent })
  expect(two?.replies?.[0]?.post.author).toMatchObject({ did: dids.ben, handle: 'ben.test' })
})

test('a reply that is hours old has its time', async () => {
  const { client, session } = await open()
  await comment(client, { hours_ago: 5 })
  const [reply] = (await thread(client, session)).replies!
  const age = Date.now() - Date.parse(String(reply?.post.record.createdAt))
  expect(Math.round(age / 3_600_000)).toBe(5)
  expect(reply?.post.indexedAt).toBe(reply?.post.record.createdAt)
})

test('a reply of the owner in the app has the account’s DID', async () => {
  const { client, session } = await open()
  await comment(client, { by_owner: true, text: 'Thanks' })
  const [reply] = (await thread(client, session)).replies!
  expect(reply?.post.author).toMatchObject({ did: dids.anna, handle: 'anna.test' })
})

test('a reply through the API is a comment of the thread with the record that was written', async () => {
  const { client, session, cid } = await open()
  const asked = await comment(client, { text: 'Open today?' })
  const [question] = (await thread(client, session)).replies!
  const reply = {
    root: { uri: rootUri, cid },
    parent: { uri: question!.post.uri, cid: question!.post.cid },
  }
  const put = await putPost(client, session, REPLY, { text: 'Until six', reply })
  expect(put.status).toBe(200)
  const { data } = await client.control<{ data: Body[] }>('GET', `/posts/${ROOT}/comments`)
  expect(data[1]).toMatchObject({
    id: `${dids.anna}/${REPLY}`,
    parent_id: asked.id,
    author_id: dids.anna,
  })
  const answer = (await thread(client, session)).replies?.[0]?.replies?.[0]
  expect(answer?.post).toMatchObject({ cid: put.body.cid, record: { text: 'Until six', reply } })
  const again = await putPost(client, session, REPLY, { text: 'Until six', reply })
  expect(again.body.commit).toBeUndefined()
  const json = { repo: dids.anna, collection: POST, rkey: REPLY }
  await call(client, session, 'com.atproto.repo.deleteRecord', { json })
  expect((await thread(client, session)).replies?.[0]?.replies).toEqual([])
})

test('a reply to a post that is nowhere is accepted and listed only with replies', async () => {
  const { client, session } = await open()
  const gone = { uri: `at://${dids.ben}/${POST}/7777777777777`, cid: `bafyrei${'a'.repeat(52)}` }
  const reply = { root: gone, parent: gone }
  expect((await putPost(client, session, REPLY, { text: 'Late', reply })).status).toBe(200)
  const feed = async (filter: string) => {
    const query = { actor: dids.anna, filter }
    const { body } = await call(client, session, 'app.bsky.feed.getAuthorFeed', { query })
    return (body.feed as { post: Body }[]).map(({ post }) => (post.record as Body).text)
  }
  expect(await feed('posts_no_replies')).toEqual(['New bread'])
  expect((await feed('posts_with_replies')).sort()).toEqual(['Late', 'New bread'])
})

test('an edited comment has its new text and another cid', async () => {
  const { client, session } = await open()
  const { id } = await comment(client, {})
  const [before] = (await thread(client, session)).replies!
  await client.control('PATCH', `/comments/${encodeURIComponent(id)}`, { text: 'Very nice' })
  const [after] = (await thread(client, session)).replies!
  expect(after?.post.record.text).toBe('Very nice')
  expect(after?.post.cid).not.toBe(before?.post.cid)
})

test('a reply through the API that was edited in the app has its new text', async () => {
  const { client, session, cid } = await open()
  const root = { uri: rootUri, cid }
  await putPost(client, session, REPLY, { text: 'Until six', reply: { root, parent: root } })
  const id = encodeURIComponent(`${dids.anna}/${REPLY}`)
  await client.control('PATCH', `/comments/${id}`, { text: 'Until seven' })
  const [reply] = (await thread(client, session)).replies!
  expect(reply?.post.record).toMatchObject({ text: 'Until seven', createdAt, reply: { root } })
})

test('a post appears in the AppView after its lag, and then everywhere', async () => {
  const { client, session } = await open()
  await client.settings({ bluesky_appview_lag_ms: 1000 })
  await putPost(client, session, REPLY, { text: 'Fresh' })
  const uri = `at://${dids.anna}/${POST}/${REPLY}`
  const read = (method: string, query: Record<string, string>) =>
    call(client, session, `app.bsky.feed.${method}`, { query })
  const early = await read('getPostThread', { uri })
  expect([early.status, early.body]).toEqual([
    400,
    { error: 'NotFound', message: `Post not found: ${uri}` },
  ])
  expect((await read('getPosts', { uris: uri })).body).toEqual({ posts: [] })
  await client.advance(1)
  expect((await read('getPostThread', { uri })).status).toBe(200)
  expect((await read('getPosts', { uris: uri })).body.posts).toHaveLength(1)
})

test('a deleted post has no thread and is missing from getPosts', async () => {
  const { client, session } = await open()
  await client.control('DELETE', `/posts/${ROOT}`)
  const query = { uri: rootUri }
  const { body } = await call(client, session, 'app.bsky.feed.getPostThread', { query })
  expect(body.error).toBe('NotFound')
  const uris = { query: { uris: rootUri } }
  expect((await call(client, session, 'app.bsky.feed.getPosts', uris)).body.posts).toEqual([])
})

test('a reply of somebody who blocks is blocked, and a missing one not found', async () => {
  const { client, session } = await open()
  const { id } = await comment(client, { author: 'a.blocker', author_private: true })
  await client.settings({ bluesky_thread_has_not_found: true })
  const [blocked, gone] = (await thread(client, session)).replies!
  expect(blocked).toMatchObject({
    $type: 'app.bsky.feed.defs#blockedPost',
    uri: uriOf({ id, hidden: false }),
    blocked: true,
  })
  expect(gone).toMatchObject({ $type: 'app.bsky.feed.defs#notFoundPost', notFound: true })
})

test('depth limits the levels of a thread', async () => {
  const { client, session } = await open()
  const { id } = await comment(client, {})
  await comment(client, { parent: id })
  const query = { uri: rootUri, depth: '1' }
  const { body } = await call(client, session, 'app.bsky.feed.getPostThread', { query })
  const [reply] = (body.thread as View).replies!
  expect(reply?.post.replyCount).toBe(1)
  expect(reply?.replies).toBeUndefined()
  const wrong = { query: { uri: rootUri, depth: '1001' } }
  expect((await call(client, session, 'app.bsky.feed.getPostThread', wrong)).status).toBe(400)
})

const gateUri = `at://${dids.anna}/${GATE}/${ROOT}`

function putGate(client: Client, session: Session, record: Body, swapRecord: string | null) {
  const full = { $type: GATE, post: rootUri, createdAt, ...record }
  const json = { repo: dids.anna, collection: GATE, rkey: ROOT, swapRecord, record: full }
  return call(client, session, 'com.atproto.repo.putRecord', { json })
}

async function hiddenInControl(client: Client): Promise<boolean[]> {
  const { data } = await client.control<{ data: Comment[] }>('GET', `/posts/${ROOT}/comments`)
  return data.map(({ hidden }) => hidden)
}

test('a threadgate hides a reply, which stays in the thread and in the count', async () => {
  const { client, session } = await open()
  const one = await comment(client, {})
  await comment(client, {})
  const { body } = await putGate(client, session, { hiddenReplies: [uriOf(one)] }, null)
  expect(body.uri).toBe(gateUri)
  expect(await hiddenInControl(client)).toEqual([true, false])
  const root = await thread(client, session)
  expect(root.replies).toHaveLength(2)
  expect(root.post).toMatchObject({
    replyCount: 2,
    threadgate: { uri: gateUri, cid: body.cid, record: { hiddenReplies: [uriOf(one)] } },
  })
  await putGate(client, session, { hiddenReplies: [] }, String(body.cid))
  expect(await hiddenInControl(client)).toEqual([false, false])
})

test('an author who hides in the app changes the threadgate and keeps who may reply', async () => {
  const { client, session } = await open()
  const { id } = await comment(client, {})
  const { body: first } = await putGate(client, session, { allow: [] }, null)
  await client.control('PATCH', `/comments/${encodeURIComponent(id)}`, { hidden: true })
  const query = new URLSearchParams({ repo: dids.anna, collection: GATE, rkey: ROOT })
  const { body } = await get(`${client.origin('pds')}/xrpc/com.atproto.repo.getRecord?${query}`)
  expect(body.value).toMatchObject({ allow: [], hiddenReplies: [uriOf({ id, hidden: true })] })
  const late = await putGate(client, session, { hiddenReplies: [] }, String(first.cid))
  expect(late.body.error).toBe('InvalidSwap')
})

test('301 hidden replies are refused', async () => {
  const { client, session } = await open()
  const hiddenReplies = Array(301).fill(rootUri)
  const { body } = await putGate(client, session, { hiddenReplies }, null)
  expect(body.message).toContain('array too big (maximum 300, got 301) at $.record.hiddenReplies')
})

test('replies are disabled for others in a closed thread, not for its author', async () => {
  const { client, session } = await open()
  await putGate(client, session, { allow: [] }, null)
  const viewer = async (login_: Session) => {
    const { post } = await thread(client, login_)
    return (post as unknown as { viewer: Body }).viewer.replyDisabled
  }
  expect(await viewer(session)).toBeUndefined()
  expect(await viewer(await login(client, 'ben'))).toBe(true)
})

test('the state file keeps sessions, records and files', async () => {
  const { client, session } = await open()
  const { state } = client.sandbox
  const records = state.networkRecords.serialize().map((text) => JSON.parse(text))
  expect(new Set(records.map(({ kind }) => kind))).toEqual(
    new Set(['bluesky:pushed_request', 'bluesky:session']),
  )
  await putGate(client, session, {}, null)
  expect(state.networkRecords.serialize()).toHaveLength(3)
})

test('a reply to a deleted post is stored, and no thread shows it', async () => {
  const { client, session, cid } = await open()
  const root = { uri: rootUri, cid }
  const second = await putPost(client, session, REPLY, { text: '2', reply: { root, parent: root } })
  const parent = { uri: String(second.body.uri), cid: String(second.body.cid) }
  await call(client, session, 'com.atproto.repo.deleteRecord', {
    json: { repo: dids.anna, collection: POST, rkey: REPLY },
  })
  const third = await putPost(client, session, '3jzfcijpj2z2c', {
    text: '3',
    reply: { root, parent },
  })
  expect(third.status).toBe(200)
  expect((await thread(client, session)).replies).toEqual([])
})
