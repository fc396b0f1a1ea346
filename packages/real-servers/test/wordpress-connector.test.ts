import { expect, inject, onTestFinished, test } from 'vitest'
import type { OutboundRequest } from '../../server/src/outbound/outbound.ts'
import type { Comment } from '../../server/src/schemas/comment.ts'
import {
  type Author,
  openAuthor,
  uniqueText,
} from '../../server/test/platforms/conformance/author.ts'
import { wordpressNetwork } from '../../server/test/platforms/conformance/wordpress-network.ts'
import { advanceUntilIdle } from '../../server/test/publishing.ts'
import { serveInFront } from '../src/front.ts'
import { freePort } from '../src/running.ts'
import type { WordpressName } from '../src/wordpress/start.ts'
import { realWordpress } from './worlds.ts'

const { origin, port: sitePort, accounts } = inject('wordpress')

async function open(name?: WordpressName, origin?: string) {
  const world = realWordpress(name, origin)
  const author = await openAuthor(world)
  onTestFinished(() => author.close())
  return { author, site: await world.open() }
}

/** A server in front of the site, which is a site of its own. */
async function openFront(front: NonNullable<Parameters<typeof serveInFront>[2]> = {}) {
  const port = await freePort()
  const start = () => serveInFront(port, sitePort, front)
  let stop = await start()
  onTestFinished(() => stop())
  return {
    origin: `http://localhost:${port}`,
    stop: () => stop(),
    start: async () => {
      stop = await start()
    },
  }
}

function isRequest(method: string, path: RegExp) {
  return (request: OutboundRequest) => request.method === method && path.test(request.url.pathname)
}

/** Publishes and receives a comment of the administrator. */
async function receiveComment(author: Author) {
  const [text, said] = [uniqueText('Which bread?'), uniqueText('Rye & spelt <3')]
  const post = await author.publish(await author.connect(), { text })
  const found = await author.findPost(text)
  await author.network.reply(found, said)
  return { post, found, said, comment: await waitForComment(author, said) }
}

async function waitForComment(author: Author, said: string): Promise<Comment> {
  const find = () => author.syncComments(said)
  await expect.poll(find, { timeout: 20_000 }).toHaveLength(1)
  return (await find())[0]!
}

const statusOf = async (author: Author, id: string) => (await author.readPost(id)).targets[0]!

test('a contributor may not publish → the account is not connected, with that reason', async () => {
  const { author } = await open('contributor')
  const landing = await author.logIn(await author.newLink(), author.network.entered)
  expect(landing.location).toContain('permission_missing')
  expect(await author.readAccount()).toBeUndefined()
})

test('an author moderates the comments of their own posts: waiting ones too', async () => {
  const { author, site } = await open('author')
  const { comment, found, said } = await receiveComment(author)
  expect(comment).toMatchObject({ text: said, hidden: false, can_hide: true })
  const hide = (hidden: boolean) =>
    author.call('POST', `/v1/comments/${comment.id}/hide`, { hidden })
  await hide(true)
  await hide(true)
  expect(await site.countHidden(found)).toBe(1)
  await hide(false)
  await hide(false)
  expect(await site.countHidden(found)).toBe(0)
  // The first comment of a person waits until somebody approves it.
  const { subscriber } = accounts
  const first = uniqueText('First time here')
  const guest = wordpressNetwork({ origin, fetch, authorId: subscriber.id, other: subscriber })
  await guest.reply(found, first)
  const waiting = await waitForComment(author, first)
  expect(waiting).toMatchObject({ hidden: true })
  await author.call('POST', `/v1/comments/${waiting.id}/hide`, { hidden: false })
  expect(await site.countHidden(found)).toBe(0)
})

test.each(['editor', 'author'] as const)(
  'a lost response of a reply of the %s, repeated by the caller → one reply',
  async (name) => {
    const { author } = await open(name)
    const { comment, found } = await receiveComment(author)
    const text = uniqueText('Thank you & “bye”')
    author.loseNextResponse(isRequest('POST', /\/comments$/))
    const reply = () => author.call('POST', `/v1/comments/${comment.id}/reply`, { text })
    await reply().catch(() => {})
    expect(author.isResponseLost()).toBe(true)
    const { body } = await reply()
    expect(await author.findReplies(found, text)).toMatchObject([{ id: body.platform_reply_id }])
  },
)

test.each([
  ['the draft', isRequest('POST', /\/wp\/v2\/posts$/)],
  ['a file', isRequest('POST', /\/wp\/v2\/media$/)],
  ['a description of a file', isRequest('POST', /\/wp\/v2\/media\/\d+$/)],
  ['a tag', isRequest('POST', /\/wp\/v2\/tags$/)],
] as const)(
  'a lost response to the creation of %s → one post with its picture',
  async (_, lost) => {
    const { author, site } = await open()
    const account = await author.connect()
    const text = uniqueText('Crust & crumb')
    author.loseNextResponse(lost)
    const media = [{ id: await author.uploadImage(), alt_text: 'A loaf' }]
    const options = { tags: [uniqueText('Loaf')] }
    const post = await author.publish(account, { text, media }, { options })
    expect(author.isResponseLost()).toBe(true)
    expect(post.targets[0]).toMatchObject({ status: 'published', error: null })
    expect((await author.findPost(text)).altTexts).toEqual(['A loaf'])
    expect(await site.findDrafts!(text)).toEqual([])
  },
)

/** The site, where somebody deletes the post right before the first commit, or before the first look at it afterwards. */
async function openDeleting(before: 'commit' | 'look', force: boolean) {
  let commits = 0
  let deletions = 0
  const front = await openFront({
    answer: async (req) => {
      const id = /\/wp\/v2\/posts\/(\d+)/.exec(req.url ?? '')?.[1]
      if (!id || deletions > 0) return null
      if (req.method === 'POST') commits += 1
      if (commits === 0 || (before === 'commit') !== (req.method === 'POST')) return null
      deletions += 1
      await opened.site.call('DELETE', `posts/${id}?force=${force}`)
      return null
    },
  })
  const opened = await open('editor', front.origin)
  // The test's own requests pass the server in front, too.
  return { ...opened, site: await realWordpress().open(), countDeletions: () => deletions }
}

test.each([
  ['deletes', true],
  ['puts into the trash', false],
])(
  'somebody %s a post whose commit had a lost response → it does not come back',
  async (_, force) => {
    const { author, site, countDeletions } = await openDeleting('look', force)
    const account = await author.connect()
    const text = uniqueText('Not for long')
    author.loseNextResponse(author.network.isCommit)
    await author.publish(account, { text })
    expect(countDeletions()).toBe(1)
    expect(await site.findPosts(text)).toEqual([])
  },
)

test.each([
  ['deletes', true],
  ['puts into the trash', false],
])('somebody %s the draft before the commit → the post is published once', async (_, force) => {
  const { author, site, countDeletions } = await openDeleting('commit', force)
  const text = uniqueText('Again')
  const post = await author.publish(await author.connect(), { text })
  expect(countDeletions()).toBe(1)
  expect(post.targets[0]).toMatchObject({ status: 'published', error: null })
  expect(await author.findPosts(text)).toHaveLength(1)
  expect(await site.findDrafts!(text)).toEqual([])
})

test.each([
  ['is away', null],
  ['answers a maintenance page', { status: 503, html: '<h1>Briefly unavailable</h1>' }],
  ['answers a login page with 200', { status: 200, html: '<form action="/login"></form>' }],
  ['answers a page of a firewall', { status: 403, html: '<h1>Blocked</h1>' }],
])(
  'a site that %s for a while → the account stays, and the post is published once',
  async (_, page) => {
    let isAway = false
    const front = await openFront({ answer: () => (isAway ? page : null) })
    const { author, site } = await open('editor', front.origin)
    const account = await author.connect()
    const text = uniqueText('Patience')
    const away = async (value: boolean) => {
      isAway = value
      if (page === null) await (value ? front.stop() : front.start())
    }
    await away(true)
    const { body } = await author.call('POST', '/v1/posts', {
      mode: 'now',
      text,
      targets: [{ account_id: account.id }],
    })
    await author.testApp.work()
    expect(await statusOf(author, body.id)).toMatchObject({ published_at: null })
    expect((await author.readAccount()).status).toBe('connected')
    await away(false)
    await advanceUntilIdle(author.testApp)
    expect(await statusOf(author, body.id)).toMatchObject({ status: 'published', error: null })
    expect(await site.findPosts(text)).toHaveLength(1)
  },
)

test('a role that loses the right to publish → the post fails with that reason, and no draft is left', async () => {
  const { author, site } = await open('author')
  const account = await author.connect()
  const { id } = accounts.author
  const text = uniqueText('Not mine')
  await site.call('POST', `users/${id}`, { roles: ['contributor'] })
  onTestFinished(async () => {
    await site.call('POST', `users/${id}`, { roles: ['author'] })
  })
  const post = await author.publish(account, { text })
  expect(post.targets[0]).toMatchObject({ status: 'failed', error: { code: 'permission_missing' } })
  expect(await site.findPosts(text)).toEqual([])
  expect(await site.findDrafts!(text)).toEqual([])
})

test('a site without pretty permalinks is connected and published to', async () => {
  const front = await openFront({ headers: { 'x-site': 'plain' } })
  const { author } = await open('editor', front.origin)
  const text = uniqueText('Plain')
  const post = await author.publish(await author.connect(), { text })
  expect(post.targets[0]!.permalink).toMatch(/\?p=\d+$/)
  await author.findPost(text)
})

test('a site without application passwords is refused on our page', async () => {
  const front = await openFront({ headers: { 'x-site': 'without-passwords' } })
  const { author } = await open('editor', front.origin)
  const landing = await author.submit(await author.newLink(), front.origin)
  expect([landing.status, landing.location]).toEqual([422, null])
})

test('disconnecting removes the application password from the site', async () => {
  const { author, site } = await open()
  const account = await author.connect()
  const list = () =>
    site.call<{ name: string }[]>('GET', `users/${accounts.editor.id}/application-passwords`)
  const before = (await list()).length
  await author.call('DELETE', `/v1/accounts/${account.id}`)
  await author.testApp.work()
  expect((await list()).length).toBe(before - 1)
})
