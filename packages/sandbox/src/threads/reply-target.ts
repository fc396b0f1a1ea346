import type { Comment, Post } from '../core/content.ts'
import type { Account } from '../core/records.ts'
import type { Sandbox } from '../core/sandbox.ts'
import { badParameter, GraphError } from '../graph/errors.ts'
import { settingsOf } from './settings.ts'

export type ReplyTarget = { root: Readonly<Post>; parent: Readonly<Comment> | null }

/** The thread of `id`. Throws unless the account owns its root post or the reply (threads.md §4.2). */
export function replyTarget(sandbox: Sandbox, account: Readonly<Account>, id: string): ReplyTarget {
  const parent = sandbox.state.comments.get(id)
  const root = sandbox.state.posts.get(parent?.post_id ?? id)
  if (root?.platform !== 'threads') {
    throw badParameter('Param reply_to_id must be a post or reply', 'THApiException')
  }
  if (root.account_id !== account.id && parent?.author_id !== account.id) {
    throw new GraphError('Application does not have permission for this action', {
      code: 10,
      type: 'THApiException',
    })
  }
  const age = sandbox.clock.ms() - root.created_at
  if (!parent && age < settingsOf(sandbox).threads_reply_lag_ms) throw mediaNotFound(id)
  return { root, parent: parent ?? null }
}

/**
 * 24/4279009: the container is unfinished, published, expired or unknown (threads.md §3.3), or the post
 * is too young for replies (threads.md §4.2).
 */
export function mediaNotFound(id: string): GraphError {
  return new GraphError('The requested resource does not exist', {
    code: 24,
    error_subcode: 4279009,
    is_transient: false,
    error_user_title: 'Media Not Found',
    error_user_msg: `The media with id ${id} cannot be found.`,
  })
}
