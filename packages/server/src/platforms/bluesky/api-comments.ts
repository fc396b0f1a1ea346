import { z } from 'zod'
import { limits } from '../../core/limits.ts'
import { PlatformError } from '../contract/errors.ts'
import { listOf, readShape, webUrl } from '../wire/json.ts'
import { replyRefs } from './records.ts'

/** `createdAt` is declared by the author; the rest of the record is not needed (bluesky.md §4.1). */
const postRecord = z.object({
  text: z.string().nullish(),
  createdAt: z.string().nullish(),
  reply: replyRefs.nullish(),
})

/** A post as the network shows it (bluesky.md §4.1). */
export const postView = z.object({
  uri: z.string(),
  cid: z.string(),
  author: z.object({
    did: z.string(),
    handle: z.string().nullish(),
    displayName: z.string().nullish(),
    avatar: webUrl,
  }),
  record: postRecord,
  replyCount: z.number().nullish(),
  repostCount: z.number().nullish(),
  likeCount: z.number().nullish(),
  quoteCount: z.number().nullish(),
  bookmarkCount: z.number().nullish(),
  indexedAt: z.string().nullish(),
  viewer: z.object({ replyDisabled: z.boolean().nullish() }).nullish(),
  threadgate: z
    .object({ record: z.object({ hiddenReplies: listOf(z.string()).nullish() }).nullish() })
    .nullish(),
})
export type PostView = z.infer<typeof postView>

export const posts = z.object({ posts: listOf(postView) })

export const authorFeed = z.object({
  feed: listOf(z.object({ post: postView, reason: z.unknown().optional() })),
  cursor: z.string().max(limits.platform.urlCharsMax).nullish(),
})

/** A post of a thread. One that is gone or blocked has another shape and is skipped. */
const threadNode = z.object({
  post: z.unknown().optional(),
  replies: z.array(z.unknown()).nullish(),
})
export const thread = z.object({ thread: threadNode })

const threadPostsMax = 2_000

/** The root and the replies of all levels below it. Throws `unavailable` for a thread that is too long. */
export function readThread(root: z.infer<typeof threadNode>) {
  const posts: (PostView | null)[] = []
  // Without recursion, as the server decides how deep the levels are.
  for (const waiting: unknown[] = [root]; waiting.length > 0; ) {
    const { post, replies } = readShape(threadNode, waiting.pop())
    posts.push(postView.safeParse(post).data ?? null)
    if (posts.length > threadPostsMax) {
      throw new PlatformError('unavailable', { cause: new Error('the thread is too long') })
    }
    waiting.push(...(replies ?? []).toReversed())
  }
  return { root: posts[0] ?? null, replies: posts.slice(1).filter((post) => post !== null) }
}

/** The author and key of a post's `at://` address; `null` if it is none. */
export function parsePostUri(uri: string): { did: string; rkey: string } | null {
  const [, did, rkey] =
    /^at:\/\/(did:[a-z]+:[^/]+)\/app\.bsky\.feed\.post\/([^/]+)$/.exec(uri) ?? []
  return did && rkey && uri.length <= limits.platform.idCharsMax ? { did, rkey } : null
}
