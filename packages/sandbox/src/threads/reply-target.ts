import type { Comment, Post } from '../core/content.ts'
import type { Account } from '../core/records.ts'
import type { Sandbox } from '../core/sandbox.ts'
import { GraphError } from '../graph/errors.ts'
import { mediaNotFound, threadsParameter } from './errors.ts'
import { settingsOf } from './settings.ts'

export type ReplyTarget = { root: Readonly<Post>; parent: Readonly<Comment> | null }

/** The thread of `id`. Throws unless the account owns its root post or the reply (threads.md §4.2). */
export function replyTarget(sandbox: Sandbox, account: Readonly<Account>, id: string): ReplyTarget {
  const parent = sandbox.state.comments.get(id)
  const root = sandbox.state.posts.get(parent?.post_id ?? id)
  if (root?.platform !== 'threads') {
    throw threadsParameter('Param reply_to_id must be a post or reply')
  }
  if (root.account_id !== account.id && parent?.author_id !== account.id) {
    throw new GraphError('Application does not have permission for this action', {
      code: 10,
      type: 'THApiException',
    })
  }
  const age = sandbox.clock.ms() - (parent ?? root).created_at
  const isOwn = !parent || parent.author_id === account.id
  if (isOwn && age < settingsOf(sandbox).threads_reply_lag_ms) throw mediaNotFound(id)
  return { root, parent: parent ?? null }
}
