import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type { GrantedAccount } from '../../server/src/platforms/contract/platform.ts'
import type {
  PostContent,
  PostMedia,
  PublishInput,
} from '../../server/src/platforms/contract/publish.ts'
import { type BlueskyAccount, blueskyConsent, type Decision } from '../src/bluesky/consent.ts'
import { controlBluesky } from '../src/bluesky/control.ts'
import { connectBluesky } from './connect-bluesky.ts'

const network = controlBluesky(inject('bluesky'))
const { alice, bob } = network.accounts
const redirectUri = 'http://localhost:4000/connect/callback/bluesky'
const { platformAt, close, state } = connectBluesky(network)
// Another file may have left the servers' clock in the future.
beforeAll(() => network.setClockOffset(0))
afterAll(close)

const bluesky = platformAt('http://localhost:4000')

async function authorize(person: BlueskyAccount, decision: Decision = 'allow') {
  const login = { redirectUri, state: 'the-state', reconnect: null, language: 'en' }
  const { url, kept } = await bluesky.connect.begin({ ...login, server: person.handle })
  const callback = new URL(await blueskyConsent(url.href, person, decision))
  return { read: bluesky.connect.readReturn(callback.searchParams), kept, callback }
}

async function connect(person: BlueskyAccount): Promise<GrantedAccount> {
  const { read, kept } = await authorize(person)
  if (!('code' in read)) throw new Error(`refused: ${read.refused}`)
  const { accounts } = await bluesky.connect.finish({
    code: read.code,
    iss: read.iss ?? null,
    redirectUri,
    kept,
  })
  return accounts[0]!
}

async function draft(
  account: GrantedAccount,
  content: Partial<PostContent>,
  answers: PublishInput['answers'] = null,
): Promise<PublishInput> {
  const input: PublishInput = {
    tokens: account.tokens,
    key: { id: randomUUID(), createdAt: new Date() },
    account,
    facts: null,
    answers,
    content: { text: 'Hello', media: [], options: {}, ...content },
    progress: {},
  }
  for (;;) {
    const step = await bluesky.publish!.prepare(input)
    input.progress = step.progress
    if (step.state === 'ready') return input
  }
}

async function publish(
  account: GrantedAccount,
  content: Partial<PostContent>,
  answers: PublishInput['answers'] = null,
) {
  const input = await draft(account, content, answers)
  const committed = await bluesky.publish!.commit(input)
  const done = committed.state === 'accepted' ? await bluesky.publish!.follow!(input) : committed
  if (done.state !== 'published') throw new Error('not published')
  await network.processAll()
  return {
    ...done,
    uri: `at://${account.platformAccountId}/app.bsky.feed.post/${done.platformPostId}`,
  }
}

async function recordOf(account: GrantedAccount, collection: string, rkey: string) {
  const query = { repo: account.platformAccountId, collection, rkey }
  const found = await network.asPerson(alice, 'com.atproto.repo.getRecord', { query })
  return found.value
}

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const image: PostMedia = {
  id: 'media_1',
  type: 'image',
  mimeType: 'image/png',
  size: png.length,
  width: 1,
  height: 1,
  durationMs: null,
  altText: 'A dot',
  url: 'https://files.example/1.png',
  read: async (first, last) => png.subarray(first, last + 1),
  fit: async () => ({ type: 'image/png', data: png, width: 1, height: 1 }),
}

test('a login grants every permission and the profile', async () => {
  const account = await connect(alice)
  expect(account).toMatchObject({
    platformAccountId: alice.did,
    username: 'alice.test',
    missing: [],
    tokens: { bound: { server: network.pdsUrl, issuer: network.pdsUrl } },
  })
  await bluesky.tokens!.probe(account.tokens)
})

test('a canceled login returns access_denied', async () => {
  expect((await authorize(alice, 'cancel')).read).toEqual({ refused: 'access_denied' })
})

test('a post with facets, image, languages and labels is accepted', async () => {
  const account = await connect(alice)
  const { platformPostId, uri } = await publish(account, {
    text: 'Größe 👍 #tag https://example.com @bob.test',
    media: [image],
    options: { languages: ['de'], labels: ['nudity'] },
  })
  const { posts } = await network.asPerson(bob, 'app.bsky.feed.getPosts', { query: { uris: uri } })
  expect(posts[0].record.facets).toHaveLength(3)
  expect(posts[0].embed.images[0]).toMatchObject({ alt: 'A dot' })
  expect(await recordOf(account, 'app.bsky.feed.post', platformPostId)).toMatchObject({
    langs: ['de'],
  })
})

test('cards, quotes and every reply control are accepted', async () => {
  const account = await connect(alice)
  const { platformPostId } = await publish(account, {
    options: { card_url: 'https://example.com', card_title: 'Example' },
  })
  for (const reply_control of [
    'nobody',
    'mentioned_only',
    'accounts_you_follow',
    'followers_only',
  ]) {
    const quote_url = `https://bsky.app/profile/alice.test/post/${platformPostId}`
    const quoting = await publish(account, { options: { quote_url, reply_control } })
    const gate = await recordOf(account, 'app.bsky.feed.threadgate', quoting.platformPostId)
    expect(gate.allow).toHaveLength(reply_control === 'nobody' ? 0 : 1)
  }
})

test('a commit without a response is found, and repeated it publishes nothing else', async () => {
  const account = await connect(alice)
  const input = await draft(account, { text: 'Lost' })
  const search = { ...input, committedAt: new Date() }
  expect(await bluesky.publish!.find(search)).toEqual({ state: 'absent', certain: true })
  state.loseResponse = ({ url }) => url.pathname.endsWith('putRecord')
  await expect(bluesky.publish!.commit(input)).rejects.toThrow('lost')
  state.loseResponse = null
  const found = await bluesky.publish!.find(search)
  expect(found.state).toBe('published')
  expect(await bluesky.publish!.commit(input)).toEqual(found)
  const retried = await draft(account, { text: 'Edited' })
  const again = await bluesky.publish!.commit({ ...retried, key: input.key })
  expect(again).toEqual(found)
  const query = { repo: alice.did, collection: 'app.bsky.feed.post', limit: '100' }
  const { records } = await network.asPerson(alice, 'com.atproto.repo.listRecords', { query })
  const texts = records.map((each: { value: { text: string } }) => each.value.text)
  expect(texts.filter((text: string) => ['Lost', 'Edited'].includes(text))).toEqual(['Lost'])
})

test('comments are listed, answered, hidden and shown; allow is kept', async () => {
  const account = await connect(alice)
  const { platformPostId, uri } = await publish(account, {
    options: { reply_control: 'mentioned_only' },
    text: 'Open? @bob.test',
  })
  const { posts } = await network.asPerson(bob, 'app.bsky.feed.getPosts', { query: { uris: uri } })
  const root = { uri, cid: posts[0].cid }
  const { uri: replyUri } = await network.asPerson(bob, 'com.atproto.repo.createRecord', {
    body: {
      repo: bob.did,
      collection: 'app.bsky.feed.post',
      record: {
        $type: 'app.bsky.feed.post',
        text: 'Sunday?',
        createdAt: new Date().toISOString(),
        reply: { root, parent: root },
      },
    },
  })
  await network.processAll()
  const access = { tokens: account.tokens, account }
  const list = async () => {
    const page = await bluesky.comments!.listComments({ ...access, platformPostId, cursor: null })
    return page.items
  }
  const [comment] = await list()
  const id = `${bob.did}/${replyUri.split('/').at(-1)}`
  expect(comment).toMatchObject({ platformCommentId: id, text: 'Sunday?', parentCommentId: null })
  await bluesky.comments!.reply!({ ...access, comment: comment!, text: 'Yes' })
  await network.processAll()
  expect((await list()).find(({ text }) => text === 'Yes')).toMatchObject({
    isOwn: true,
    parentCommentId: id,
  })
  for (const hidden of [true, false]) {
    await bluesky.comments!.hide!({ ...access, comment: comment!, hidden })
    await network.processAll()
    expect((await list()).find(({ text }) => text === 'Sunday?')?.hidden).toBe(hidden)
  }
  const gate = await recordOf(account, 'app.bsky.feed.threadgate', platformPostId)
  expect(gate.allow).toEqual([{ $type: 'app.bsky.feed.threadgate#mentionRule' }])
  const { values } = await bluesky.insights!.readPost({ ...access, platformPostId })
  expect(values).toMatchObject({ replies: 1, likes: 0 })
  expect(await bluesky.publish!.remove!({ ...access, platformPostId })).toBe('removed')
  expect(await bluesky.publish!.remove!({ ...access, platformPostId })).toBe('not_found')
})

test('the first comment is a reply to the post, once', async () => {
  const account = await connect(alice)
  const input = await draft(account, {})
  const published = await bluesky.publish!.commit(input)
  if (published.state !== 'published') throw new Error('not published')
  const { platformPostId } = published
  const comment = { ...input, platformPostId, text: 'First!' }
  await bluesky.publish!.comment!(comment)
  await bluesky.publish!.comment!(comment)
  await network.processAll()
  const access = { tokens: account.tokens, account }
  const page = await bluesky.comments!.listComments({ ...access, platformPostId, cursor: null })
  expect(page.items.map(({ text }) => text)).toEqual(['First!'])
})

test('a thread of three parts is one thread, and the part after a deleted one is refused', async () => {
  const account = await connect(alice)
  const content = { options: { reply_control: 'mentioned_only' } }
  const root = await publish(account, { ...content, text: 'One' })
  const parts = [root]
  for (const text of ['Two', 'Three']) {
    const answers = { root, parent: parts.at(-1)! }
    parts.push(await publish(account, { ...content, text, media: [image] }, answers))
  }
  const access = { tokens: account.tokens, account, cursor: null }
  const { platformPostId } = root
  const { items } = await bluesky.comments!.listComments({ ...access, platformPostId })
  const [, second, third] = parts.map(
    (part) => `${account.platformAccountId}/${part.platformPostId}`,
  )
  expect(items.toReversed()).toMatchObject([
    { platformCommentId: second, parentCommentId: null, text: 'Two', isOwn: true },
    { platformCommentId: third, parentCommentId: second, text: 'Three', isOwn: true },
  ])
  const posts = await bluesky.comments!.listPosts(access)
  const ids = posts.items.map((post) => post.platformPostId)
  expect(parts.map((part) => ids.includes(part.platformPostId))).toEqual([true, false, false])
  const { values } = await bluesky.insights!.readPost({ ...access, ...parts[1]! })
  expect(values).toMatchObject({ replies: 1 })
  const answers = { root, parent: parts[2]! }
  const prepared = await draft(account, { text: 'Four' }, answers)
  await bluesky.publish!.remove!({ ...access, ...parts[2]! })
  await expect(draft(account, { text: 'Five' }, answers)).rejects.toMatchObject({
    kind: 'rejected',
    reason: 'part_deleted',
  })
  // The server accepts a reply to a deleted post, and no thread shows it.
  expect((await bluesky.publish!.commit(prepared)).state).toBe('published')
  await network.processAll()
  const left = await bluesky.comments!.listComments({ ...access, platformPostId })
  expect(left.items.map(({ text }) => text)).toEqual(['Two'])
})

test('expired tokens are refreshed, and the access token before them is dead', async () => {
  const { tokens } = await connect(alice)
  state.offsetMs = 61 * 60_000
  await network.setClockOffset(state.offsetMs)
  try {
    await expect(bluesky.tokens!.probe(tokens)).rejects.toMatchObject({ kind: 'access_expired' })
    const fresh = await bluesky.tokens!.refresh!(tokens)
    await bluesky.tokens!.probe(fresh)
    await expect(bluesky.tokens!.refresh!(tokens)).rejects.toMatchObject({
      kind: 'access_expired',
      platformCode: 'invalid_grant',
    })
  } finally {
    state.offsetMs = 0
    await network.setClockOffset(0)
  }
})

test('a deactivated account is reported as such and works again after its activation', async () => {
  const { tokens } = await connect(bob)
  await network.deactivate(bob)
  await expect(bluesky.tokens!.probe(tokens)).rejects.toMatchObject({ reason: 'deactivated' })
  await network.activate(bob)
  await bluesky.tokens!.probe(tokens)
})

test('an app that the person removed has no access', async () => {
  const { tokens } = await connect(alice)
  await network.removeApps(alice)
  await expect(bluesky.tokens!.probe(tokens)).rejects.toMatchObject({ kind: 'access_expired' })
})
