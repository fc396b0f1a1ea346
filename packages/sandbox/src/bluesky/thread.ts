import type { Sandbox } from '../core/sandbox.ts'
import { commentEntry, findPostEntry, type PostEntry } from './entries.ts'
import { XrpcError } from './errors.ts'
import { invalidParams, required } from './repo-read.ts'
import { settingsOf } from './settings.ts'
import { isIndexed, postView } from './views.ts'

const DEPTH_DEFAULT = 6
const DEPTH_MAX = 1000
const DEFS = 'app.bsky.feed.defs'

/** `app.bsky.feed.getPostThread`: a post with the replies below it (bluesky.md §4.1). */
export function getPostThread(sandbox: Sandbox, query: URLSearchParams, viewer: string | null) {
  const uri = required(query, 'uri')
  const depth = Number(query.get('depth') ?? DEPTH_DEFAULT)
  if (!Number.isInteger(depth) || depth < 0 || depth > DEPTH_MAX) {
    throw invalidParams(`integer out of range (0 to ${DEPTH_MAX}, got ${query.get('depth')})`)
  }
  const entry = findPostEntry(sandbox, uri)
  if (!entry || !isIndexed(sandbox, entry)) {
    throw new XrpcError(400, 'NotFound', `Post not found: ${uri}`)
  }
  const thread = threadView({ sandbox, viewer }, entry, depth)
  const { replies } = thread
  if (replies && settingsOf(sandbox).bluesky_thread_has_not_found) {
    const gone = { uri: 'at://did:plc:gone22222222222222222222/app.bsky.feed.post/3jzfcijpj2z2a' }
    replies.push({ $type: `${DEFS}#notFoundPost`, ...gone, notFound: true })
  }
  const gate = 'threadgate' in thread.post ? { threadgate: thread.post.threadgate } : {}
  return { thread, ...gate }
}

type Look = { sandbox: Sandbox; viewer: string | null }
type ThreadView = { $type: string; post: ReturnType<typeof postView>; replies?: object[] }

function threadView(look: Look, entry: PostEntry, depth: number): ThreadView {
  const { sandbox, viewer } = look
  const post = postView(sandbox, entry, viewer)
  const view = { $type: `${DEFS}#threadViewPost`, post, threadContext: {} }
  if (depth === 0) return view
  const replies = repliesTo(sandbox, entry)
    .filter((reply) => isIndexed(sandbox, reply))
    .map((reply) =>
      reply.comment?.author_private ? blockedView(reply) : threadView(look, reply, depth - 1),
    )
  return { ...view, replies }
}

/** A reply of somebody who has blocked the reader, or is blocked. */
function blockedView({ uri, did }: PostEntry) {
  const author = { did, viewer: { blockedBy: true } }
  return { $type: `${DEFS}#blockedPost`, uri, blocked: true, author }
}

function repliesTo(sandbox: Sandbox, { post, comment }: PostEntry): PostEntry[] {
  const { comments } = sandbox.state
  const direct = comment
    ? comments.by('parent', comment.id)
    : comments.by('post', post!.id).filter(({ parent_id }) => parent_id === null)
  return direct.map((reply) => commentEntry(sandbox, reply))
}
