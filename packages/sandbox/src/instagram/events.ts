import { unix } from '../core/clock.ts'
import type { Comment } from '../core/content.ts'
import type { Sandbox } from '../core/sandbox.ts'
import { hasPermissions, sendMetaWebhook } from '../graph/webhooks.ts'
import { derivedAuthorId } from './comment-fields.ts'
import { settingsOf } from './settings.ts'

/** Sends `comments` for a subscribed public account, in one of two known shapes (instagram.md §6). */
export function sendInstagramComment(sandbox: Sandbox, comment: Readonly<Comment>): void {
  const post = sandbox.state.posts.get(comment.post_id)!
  const owner = sandbox.state.accounts.get(post.account_id)!
  const subscription = sandbox.state.subscriptions.get(`instagram:${owner.id}`)
  if (owner.is_private || !subscription?.fields.includes('comments')) return
  const needed = ['instagram_business_basic', 'instagram_business_manage_comments']
  if (!hasPermissions(sandbox, 'instagram', owner.id, needed)) return
  const value = {
    id: comment.id,
    from: {
      id: comment.author_id ?? derivedAuthorId(comment),
      username: comment.author_name,
      ...(comment.author_id === owner.id ? { self_ig_scoped_id: owner.second_id } : {}),
    },
    text: comment.text,
    media: { id: post.id, media_product_type: post.product_type },
    ...(comment.parent_id ? { parent_id: comment.parent_id } : {}),
  }
  const documented = settingsOf(sandbox).instagram_webhook_shape === 'documented'
  const change = { field: 'comments', value }
  const time = unix(sandbox.clock.ms())
  const entry = { id: owner.id, time, ...(documented ? change : { changes: [change] }) }
  sendMetaWebhook(sandbox, 'instagram', 'comments', { object: 'instagram', entry: [entry] })
}
