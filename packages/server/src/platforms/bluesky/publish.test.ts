import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type BlueskyFixture, openBlueskyFixture } from '../../../test/platforms/bluesky-fixture.ts'
import type { GrantedAccount, PlatformRequest } from '../contract/platform.ts'
import type { PostContent, PostMedia, Progress, PublishInput } from '../contract/publish.ts'
import { isTid } from './tid.ts'

const start = new Date('2026-11-21T09:00:00.000Z')
const ben = 'did:plc:benokaforsandbox22222222'
const jpeg = Buffer.from(
  '/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAAEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQH/wAALCAABAAEBAREA/8QAFAABAAAAAAAAAAAAAAAAAAAACf/EABQQAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQEAAD8AVN//2Q==',
  'base64',
)
let fixture: BlueskyFixture
let account: GrantedAccount

beforeAll(async () => {
  fixture = await openBlueskyFixture(() => start)
})
afterAll(() => fixture.close())
beforeEach(async () => {
  await fixture.control('POST', '/reset')
  account = await fixture.connect()
})

const publishing = () => fixture.platform.publish!

function inputOf(content: Partial<PostContent>, progress: Progress = {}): PublishInput {
  return {
    tokens: account.tokens,
    key: { id: 'target_1', createdAt: start },
    account,
    facts: null,
    answers: null,
    content: { text: 'Hello', media: [], options: {}, ...content },
    progress,
  }
}

async function prepared(
  content: Partial<PostContent>,
  progress: Progress = {},
): Promise<PublishInput> {
  const input = inputOf(content, progress)
  const step = await publishing().prepare(input)
  return step.state === 'ready'
    ? { ...input, progress: step.progress }
    : await prepared(content, step.progress)
}

async function publish(content: Partial<PostContent>) {
  const input = await prepared(content)
  const committed = await publishing().commit(input)
  if (committed.state === 'published') return committed
  const followed = await publishing().follow!({ ...input, progress: committed.progress })
  if (followed.state !== 'published') throw new Error('The post was not published.')
  return followed
}

/** The records of the account, as its server has them. */
async function recordOf(collection: string, rkey: string): Promise<Record<string, unknown>> {
  const { server } = account.tokens.bound!
  const url = new URL(`${server}/xrpc/com.atproto.repo.getRecord`)
  const query = { repo: account.platformAccountId, collection, rkey }
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  const { port } = url
  url.hostname = '127.0.0.1'
  const response = await fetch(`${fixture.url}/bluesky/pds${url.pathname}${url.search}`)
  expect(port).toBe(new URL(fixture.url).port)
  return ((await response.json()) as { value: Record<string, unknown> }).value
}

async function countPosts(): Promise<number> {
  const path = `/posts?account=${encodeURIComponent(account.platformAccountId)}`
  return ((await fixture.control('GET', path)) as { data: unknown[] }).data.length
}

const image = (more: Partial<PostMedia> = {}): PostMedia => ({
  id: 'media_1',
  type: 'image',
  mimeType: 'image/jpeg',
  size: jpeg.length,
  width: 1,
  height: 1,
  durationMs: null,
  altText: 'A dot',
  url: 'https://files.example/1.jpg',
  read: async (first, last) => jpeg.subarray(first, last + 1),
  fit: async () => ({ type: 'image/jpeg', data: jpeg, width: 4, height: 3 }),
  ...more,
})

test('a post has its text, languages, labels and facets with resolved mentions', async () => {
  const text = 'Größe 👍 #tag https://example.com @ben.test @nobody.test'
  const { platformPostId, permalink } = await publish({
    text,
    options: { languages: ['de', 'en'], labels: ['nudity'] },
  })
  expect(isTid(platformPostId)).toBe(true)
  expect(permalink).toBe(
    `https://bsky.app/profile/${account.platformAccountId}/post/${platformPostId}`,
  )
  expect(await recordOf('app.bsky.feed.post', platformPostId)).toEqual({
    $type: 'app.bsky.feed.post',
    text,
    createdAt: start.toISOString(),
    langs: ['de', 'en'],
    labels: { $type: 'com.atproto.label.defs#selfLabels', values: [{ val: 'nudity' }] },
    facets: [
      {
        index: { byteStart: 13, byteEnd: 17 },
        features: [{ $type: 'app.bsky.richtext.facet#tag', tag: 'tag' }],
      },
      {
        index: { byteStart: 18, byteEnd: 37 },
        features: [{ $type: 'app.bsky.richtext.facet#link', uri: 'https://example.com' }],
      },
      {
        index: { byteStart: 38, byteEnd: 47 },
        features: [{ $type: 'app.bsky.richtext.facet#mention', did: ben }],
      },
    ],
  })
})

test('shorten_links shows a shorter text whose link leads to the whole address', async () => {
  const text = 'Menu: https://www.bakery.example/menu/2026/winter'
  const { platformPostId } = await publish({ text, options: { shorten_links: true } })
  expect(await recordOf('app.bsky.feed.post', platformPostId)).toMatchObject({
    text: 'Menu: bakery.example/menu/2026/win…',
    facets: [{ features: [{ uri: 'https://www.bakery.example/menu/2026/winter' }] }],
  })
})

test('an image of 2 MB, at a server that takes 1 MB → a smaller copy, published once', async () => {
  await fixture.control('PUT', '/settings', { bluesky_image_bytes_max: 1_000_000 })
  const asked: number[] = []
  const fit: PostMedia['fit'] = async ({ bytesMax }) => {
    asked.push(bytesMax)
    const data = Buffer.concat([jpeg, Buffer.alloc(bytesMax - jpeg.length)])
    return { type: 'image/jpeg', data, width: 4, height: 3 }
  }
  const content = { media: [image({ fit })] }
  const first = await prepared(content)
  await expect(publishing().commit(first)).rejects.toMatchObject({ kind: 'not_ready' })
  const second = await prepared(content, { ...first.progress, commitsNotReady: 1 })
  expect(await publishing().commit(second)).toMatchObject({ state: 'published' })
  expect([asked, await countPosts()]).toEqual([[2_000_000, 1_000_000], 1])
})

test('an image is uploaded as its rendition, with alternative text and aspect ratio', async () => {
  const { platformPostId } = await publish({ media: [image(), image({ altText: null })] })
  expect((await recordOf('app.bsky.feed.post', platformPostId)).embed).toEqual({
    $type: 'app.bsky.embed.images',
    images: ['A dot', ''].map((alt) => ({
      image: {
        $type: 'blob',
        ref: { $link: expect.any(String) },
        mimeType: 'image/jpeg',
        size: jpeg.length,
      },
      alt,
      aspectRatio: { width: 4, height: 3 },
    })),
  })
})

test('a link card has the title and description of the options', async () => {
  const card = {
    card_url: 'https://example.com/a',
    card_title: 'Title',
    card_description: 'Text',
  }
  const { platformPostId } = await publish({ options: card })
  expect((await recordOf('app.bsky.feed.post', platformPostId)).embed).toEqual({
    $type: 'app.bsky.embed.external',
    external: { uri: 'https://example.com/a', title: 'Title', description: 'Text' },
  })
})

test('a quote refers to the post and its content', async () => {
  const { id } = (await fixture.control('POST', '/posts', { account: ben })) as { id: string }
  const rkey = id.split('/').at(-1)
  const { platformPostId } = await publish({
    options: { quote_url: `https://bsky.app/profile/ben.test/post/${rkey}` },
  })
  expect((await recordOf('app.bsky.feed.post', platformPostId)).embed).toEqual({
    $type: 'app.bsky.embed.record',
    record: { uri: `at://${ben}/app.bsky.feed.post/${rkey}`, cid: expect.any(String) },
  })
})

test('a quoted post that does not exist is rejected before the commit', async () => {
  const options = { quote_url: 'https://bsky.app/profile/ben.test/post/3jzfcijpj2z2a' }
  await expect(publishing().prepare(inputOf({ options }))).rejects.toMatchObject({
    kind: 'rejected',
    reason: 'content_invalid',
  })
})

test.each([
  ['nobody', []],
  ['mentioned_only', [{ $type: 'app.bsky.feed.threadgate#mentionRule' }]],
  ['accounts_you_follow', [{ $type: 'app.bsky.feed.threadgate#followingRule' }]],
  ['followers_only', [{ $type: 'app.bsky.feed.threadgate#followerRule' }]],
])('reply_control %s writes a thread gate after the post', async (reply_control, allow) => {
  const { platformPostId } = await publish({ options: { reply_control } })
  expect(await recordOf('app.bsky.feed.threadgate', platformPostId)).toEqual({
    $type: 'app.bsky.feed.threadgate',
    post: `at://${account.platformAccountId}/app.bsky.feed.post/${platformPostId}`,
    allow,
    createdAt: start.toISOString(),
  })
})

test('limited replies without the permission are refused before the post is public', async () => {
  const { tokens } = account
  const scope = 'atproto repo:app.bsky.feed.post blob:*/*'
  const input = inputOf({ options: { reply_control: 'nobody' } })
  const limited = { ...input, tokens: { ...tokens, bound: { ...tokens.bound!, scope } } }
  await expect(publishing().prepare(limited)).rejects.toMatchObject({ kind: 'permission_missing' })
  expect(await countPosts()).toBe(0)
})

test('a commit repeated with the same progress publishes one post', async () => {
  const input = await prepared({ text: 'Once' })
  const first = await publishing().commit(input)
  expect(await publishing().commit(input)).toEqual(first)
  expect(await countPosts()).toBe(1)
})

test('a commit after a retry with another text publishes one post', async () => {
  const first = await publish({ text: 'First' })
  const again = await publish({ text: 'Second' })
  expect(again.platformPostId).toBe(first.platformPostId)
  expect(await countPosts()).toBe(1)
})

test('a search finds the post of a commit without a response, or is certain that there is none', async () => {
  const input = { ...(await prepared({ text: 'Lost' })), committedAt: start }
  expect(await publishing().find(input)).toEqual({ state: 'absent', certain: true })
  const published = await publishing().commit(input)
  expect(await publishing().find(input)).toEqual(published)
})

test('after a lost response a post with limited replies still gets its thread gate', async () => {
  const input = {
    ...(await prepared({ options: { reply_control: 'nobody' } })),
    committedAt: start,
  }
  await publishing().commit(input)
  const found = await publishing().find(input)
  expect(found.state).toBe('accepted')
})

test('the first comment is a reply to the post, once', async () => {
  const input = await prepared({})
  const published = await publishing().commit(input)
  if (published.state !== 'published') throw new Error('not published')
  const comment = { ...input, platformPostId: published.platformPostId, text: 'First!' }
  await publishing().comment!(comment)
  await publishing().comment!(comment)
  const page = await fixture.platform.comments!.listComments({
    ...account,
    account,
    platformPostId: published.platformPostId,
    cursor: null,
  })
  expect(page.items).toMatchObject([{ text: 'First!', isOwn: true, parentCommentId: null }])
})

test('a post is removed once', async () => {
  const { platformPostId } = await publish({})
  const input = { tokens: account.tokens, account, platformPostId }
  expect(await publishing().remove!(input)).toBe('removed')
  expect(await publishing().remove!(input)).toBe('not_found')
  expect(await countPosts()).toBe(0)
})

test('files are uploaded again after a commit that was not ready, for the same record', async () => {
  const first = await prepared({ media: [image()] })
  fixture.requests.length = 0
  const again = await prepared({ media: [image()] }, { ...first.progress, commitsNotReady: 1 })
  expect(again.progress.record).toEqual(first.progress.record)
  const uploads = fixture.requests.filter(({ url }) => url.pathname.endsWith('uploadBlob'))
  expect(uploads).toHaveLength(1)
})

test('the nonce is known before a video is sent', async () => {
  const mp4 = Buffer.concat([Buffer.from('0000001866747970', 'hex'), Buffer.from('mp42')])
  const video = image({
    type: 'video',
    mimeType: 'video/mp4',
    size: mp4.length,
    durationMs: 1_000,
    read: async (first, last) => mp4.subarray(first, last + 1),
  })
  fixture.requests.length = 0
  await prepared({ media: [video] }).catch(() => {})
  const names = fixture.requests.map(({ url }: PlatformRequest) => url.pathname.split('.').at(-1))
  expect(names.slice(0, 2)).toEqual(['getSession', 'uploadBlob'])
})

test('a later part answers the one before it, and has no thread gate, card or quote', async () => {
  const options = {
    reply_control: 'nobody',
    languages: ['de'],
    card_url: 'https://example.com/a',
    quote_url: 'https://bsky.app/profile/ben.test/post/3jzfcijpj2z2a',
  }
  const root = await publish({ text: 'One' })
  const part = async (id: string, parent: { platformPostId: string }) => {
    const key = { id, createdAt: start }
    const input = { ...inputOf({ options }), key, answers: { root, parent } }
    const { progress } = await publishing().prepare(input)
    const committed = await publishing().commit({ ...input, progress })
    if (committed.state !== 'published') throw new Error('The thread gate is for the first part.')
    return committed
  }
  const second = await part('target_1.2', root)
  const third = await part('target_1.3', second)
  const uriOf = ({ platformPostId }: { platformPostId: string }) =>
    `at://${account.platformAccountId}/app.bsky.feed.post/${platformPostId}`
  const cid = expect.any(String)
  expect(await recordOf('app.bsky.feed.post', third.platformPostId)).toEqual({
    $type: 'app.bsky.feed.post',
    text: 'Hello',
    createdAt: start.toISOString(),
    langs: ['de'],
    reply: { root: { uri: uriOf(root), cid }, parent: { uri: uriOf(second), cid } },
  })
})
