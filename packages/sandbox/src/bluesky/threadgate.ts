import type { Comment, Post } from '../core/content.ts'
import type { Sandbox } from '../core/sandbox.ts'
import { commentEntry, type Entry, findEntry, findPost, postEntry } from './entries.ts'
import { THREADGATE } from './record-types.ts'
import { repoRecords } from './store.ts'
import { atUri, parseAtUri } from './uris.ts'

/** The rules for replies to a post; null if its author has set none (bluesky.md §4.3). */
export function threadgateOf(sandbox: Sandbox, post: Readonly<Post>): Entry | null {
  return findEntry(sandbox, addressOf(post))
}

function addressOf(post: Readonly<Post>): string {
  return atUri(post.account_id, THREADGATE, post.id.split('/').at(-1)!)
}

function hiddenIn(gate: Entry | null): string[] {
  const list = gate?.value.hiddenReplies
  return Array.isArray(list) ? list : []
}

/** After a write: the comments of the thread are hidden as its threadgate says. */
export function applyThreadgate(sandbox: Sandbox, uri: string): void {
  const parts = parseAtUri(uri)
  const post = parts && findPost(sandbox, parts)
  if (!post) return
  const hidden = new Set(hiddenIn(threadgateOf(sandbox, post)))
  for (const comment of sandbox.state.comments.by('post', post.id)) {
    const isHidden = hidden.has(commentEntry(sandbox, comment).uri)
    if (isHidden === comment.hidden) continue
    const was_hidden = comment.was_hidden || isHidden
    sandbox.state.comments.update(comment.id, { hidden: isHidden, was_hidden })
  }
}

/** The author hides or shows a reply in the app: the threadgate is written, and the rest of it kept. */
export function setHidden(sandbox: Sandbox, comment: Readonly<Comment>): void {
  const post = sandbox.state.posts.get(comment.post_id)
  if (!post) return
  const gate = threadgateOf(sandbox, post)
  const { uri } = commentEntry(sandbox, comment)
  const others = hiddenIn(gate).filter((hidden) => hidden !== uri)
  const hiddenReplies = comment.hidden ? [...others, uri] : others
  if (hiddenReplies.length === hiddenIn(gate).length) return
  const createdAt = sandbox.clock.now().toISOString()
  const started = { $type: THREADGATE, post: postEntry(post).uri, createdAt }
  const value = { ...(gate?.value ?? started), hiddenReplies }
  repoRecords.put(sandbox, { id: addressOf(post), value })
}
