import { z } from 'zod'
import { webUrl } from '../json.ts'

const reference = z.object({ uri: z.string(), cid: z.string() })

/** `createdAt` is declared by the author; the rest of the record is not needed (bluesky.md §4.1). */
const postRecord = z.object({
  text: z.string().nullish(),
  createdAt: z.string().nullish(),
  reply: z.object({ root: reference, parent: reference }).nullish(),
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
    .object({ record: z.object({ hiddenReplies: z.array(z.string()).nullish() }).nullish() })
    .nullish(),
})
export type PostView = z.infer<typeof postView>

export const posts = z.object({ posts: z.array(postView) })

export const authorFeed = z.object({
  feed: z.array(z.object({ post: postView, reason: z.unknown().optional() })),
  cursor: z.string().nullish(),
})

/** Replies of every level; posts that are gone or blocked have another shape and are skipped. */
type ThreadNode = { post?: unknown; replies?: readonly ThreadNode[] | null | undefined }
const threadNode: z.ZodType<ThreadNode> = z.lazy(() =>
  z.object({ post: z.unknown(), replies: z.array(threadNode).nullish() }),
)
export const thread = z.object({ thread: threadNode })

/** The root and the replies of all levels below it. */
export function readThread(node: ThreadNode): { root: PostView | null; replies: PostView[] } {
  return { root: postView.safeParse(node.post).data ?? null, replies: repliesBelow(node) }
}

function repliesBelow({ replies }: ThreadNode): PostView[] {
  return (replies ?? []).flatMap((node) => {
    const post = postView.safeParse(node.post).data
    return [...(post ? [post] : []), ...repliesBelow(node)]
  })
}

/** The author and key of a post's `at://` address; `null` if it is none. */
export function parsePostUri(uri: string): { did: string; rkey: string } | null {
  const [, did, rkey] =
    /^at:\/\/(did:[a-z]+:[^/]+)\/app\.bsky\.feed\.post\/([^/]+)$/.exec(uri) ?? []
  return did && rkey ? { did, rkey } : null
}
