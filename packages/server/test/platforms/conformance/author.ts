import { limits } from '../../../src/core/limits.ts'
import type { ServerPlatformValue } from '../../../src/core/networks.ts'
import type { OutboundRequest } from '../../../src/outbound/outbound.ts'
import type { Account } from '../../../src/schemas/account.ts'
import type { Comment } from '../../../src/schemas/comment.ts'
import type { Post } from '../../../src/schemas/post.ts'
import { buildProfile, buildWebhook } from '../../build.ts'
import { type Landing, openBrowser } from '../../client.ts'
import { buildMedia, imageFile } from '../../media-files.ts'
import { advanceUntilIdle } from '../../publishing.ts'
import { type ApiResponse, openTestApp } from '../../test-app.ts'
import type { NetworkPost, World } from './world.ts'

/** Real servers on a busy machine are slower than the sandbox, and than the product may wait. */
const realDeadlineMs = 20_000
/** The product looks for comments of a new post this often. */
const syncMs = 120_000
const redirectUrl = 'https://app.example.com/connected'

let count = 0

/** A text that no other case publishes: the real servers keep the posts of all cases. */
export function uniqueText(text: string): string {
  count += 1
  return `${text} (${process.pid}-${Date.now().toString(36)}-${count})`
}

/** The unique part, which servers leave unchanged; they shorten mentions and links. */
export function markOf(text: string): string {
  return text.slice(text.lastIndexOf('('))
}

export type Author = Awaited<ReturnType<typeof openAuthor>>

/** One behavior of the product, tested against a network's servers. */
export type Case = {
  /** Condition → result. */
  name: string
  /** For a case that only these networks can have; missing for all. */
  only?: readonly ServerPlatformValue[]
  run(author: Author): Promise<void>
}

/** The product with a profile whose owner acts through the API, and a client who connects an account. */
export async function openAuthor(world: World) {
  const isReal = world.name === 'real'
  let isLost: ((request: OutboundRequest) => boolean) | null = null
  const testApp = await openTestApp({
    env: world.env,
    poolMax: 4,
    deadlineMs: ({ deadlineMs }) => (isReal ? realDeadlineMs : deadlineMs),
    ...(isReal ? { now: new Date() } : {}),
    isResponseLost: (request, { status }) => {
      if (status < 200 || status > 299 || !isLost?.(request)) return false
      isLost = null
      return true
    },
  })
  const acting = await world.open(testApp)
  await testApp.call('POST', '/v1/connect/redirect-origins', {
    origin: new URL(redirectUrl).origin,
  })
  // Events are stored only if there is an endpoint.
  await buildWebhook(testApp)
  const profile = await buildProfile(testApp)
  const browser = openBrowser(testApp)

  const call = async (method: string, path: string, body?: unknown): Promise<ApiResponse> => {
    const response = await testApp.call(method, path, body, { profile: profile.id })
    if (response.status >= 400)
      throw new Error(`${method} ${path}: ${JSON.stringify(response.body)}`)
    return response
  }
  const newLink = async (input: object = {}): Promise<string> => {
    const path = `/v1/profiles/${profile.id}/connect-links`
    const { body } = await call('POST', path, { redirect_url: redirectUrl, ...input })
    return new URL(body.url).pathname
  }
  /** Submits our page's form; where it asks nothing, without the field. */
  const submit = (link: string, entered: string | null): Promise<Landing> =>
    browser.visit('POST', `${link}/${world.platform}`, entered === null ? {} : { server: entered })
  /** The whole login, from our page to the redirect to the owner's application. */
  const logIn = async (
    link: string,
    entered: string | null,
    decision: 'allow' | 'cancel' = 'allow',
  ): Promise<Landing> => {
    const started = await submit(link, entered)
    if (!started.location) throw new Error(`no redirect: ${started.status} ${started.text}`)
    const back = new URL(await acting.decide(started.location, decision))
    const landing = await browser.visit('GET', back.pathname + back.search)
    // A callback with a lasting secret leads to the same path without it.
    const isAgain = landing.location?.startsWith(back.pathname)
    return isAgain ? await browser.visit('GET', landing.location!) : landing
  }
  const advance = async (ms: number): Promise<void> => {
    testApp.clock.advance(ms)
    await acting.setClock(testApp.clock.now())
    await testApp.work()
  }
  const readAccount = async (): Promise<Account> =>
    (await call('GET', `/v1/accounts?platform=${world.platform}&include=limits`)).body.data.at(-1)
  const readPost = async (id: string): Promise<Post> => (await call('GET', `/v1/posts/${id}`)).body

  return {
    testApp,
    world,
    network: acting,
    call,
    newLink,
    submit,
    logIn,
    readAccount,
    readPost,
    visit: browser.visit,

    connect: async (): Promise<Account> => {
      const landing = await logIn(await newLink(), acting.entered)
      if (!landing.location?.startsWith(redirectUrl)) {
        throw new Error(`not connected: ${landing.status} ${landing.location} ${landing.text}`)
      }
      return await readAccount()
    },

    /** Creates a post, publishes it and returns it as the API shows it then. */
    publish: async (account: Account, input: object, target: object = {}): Promise<Post> => {
      const targets = [{ account_id: account.id, ...target }]
      const { body } = await call('POST', '/v1/posts', { mode: 'now', targets, ...input })
      await advanceUntilIdle(testApp)
      return await readPost(body.id)
    },

    findPosts: (text: string): Promise<NetworkPost[]> => acting.findPosts(markOf(text)),
    findReplies: (post: NetworkPost, text: string): Promise<NetworkPost[]> =>
      acting.findReplies(post, markOf(text)),

    /** The network's only post with this text. */
    findPost: async (text: string): Promise<NetworkPost> => {
      const found = await acting.findPosts(markOf(text))
      if (found.length !== 1) throw new Error(`${found.length} posts with the text ${text}`)
      return found[0]!
    },

    uploadImage: async (width = 640, height = 480): Promise<string> => {
      const bytes = await imageFile('jpeg', { width, height })
      return (await buildMedia(testApp, { bytes, profile: profile.id })).id
    },

    /** Deletes the published post at the network. */
    remove: async ({ id, targets }: Post): Promise<void> => {
      await call('DELETE', `/v1/posts/${id}/targets/${targets[0]!.id}/publication`)
      await advanceUntilIdle(testApp)
    },

    /** Loses the response of the next such request that succeeds. */
    loseNextResponse: (matches: (request: OutboundRequest) => boolean) => {
      isLost = matches
    },
    isResponseLost: () => isLost === null,

    /** Moves all clocks and runs the work that is due. */
    advance,

    /** The comments whose text contains this, after the next sync. */
    syncComments: async (text: string): Promise<Comment[]> => {
      await advance(syncMs)
      const { body } = await call('GET', '/v1/comments')
      return body.data.filter((comment: Comment) => comment.text.includes(markOf(text)))
    },

    /** Reads the metrics of all posts now. */
    syncInsights: async (): Promise<void> => {
      await advance(limits.insights.syncPauseMs)
      await call('POST', '/v1/insights/sync', {})
      await testApp.work()
    },

    /** How many events of a type there were, whose data contain this text. */
    countEvents: async (type: string, text = ''): Promise<number> => {
      const { rowCount } = await testApp.ctx.db.pool.query(
        "select 1 from event where type = $1 and strpos(convert_from(body, 'utf8'), $2) > 0",
        [type, text],
      )
      return rowCount ?? 0
    },

    close: () => testApp.close(),
  }
}
