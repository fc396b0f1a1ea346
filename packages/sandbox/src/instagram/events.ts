import { unix } from '../core/clock.ts'
import type { Comment } from '../core/content.ts'
import type { World } from '../core/world.ts'
import { holds, sendMetaWebhook } from '../graph/webhooks.ts'
import { strangerId } from './comment-fields.ts'
import { settingsOf } from './settings.ts'

/** `comments` for subscribed public accounts, in one of the two known shapes (instagram.md §6). */
export function sendInstagramComment(world: World, comment: Readonly<Comment>): void {
  const post = world.state.posts.get(comment.post_id)!
  const owner = world.state.accounts.get(post.account_id)!
  const subscription = world.state.subscriptions.get(`instagram:${owner.id}`)
  if (owner.is_private || !subscription?.fields.includes('comments')) return
  const needed = ['instagram_business_basic', 'instagram_business_manage_comments']
  if (!holds(world, 'instagram', owner.id, needed)) return
  const value = {
    id: comment.id,
    from: { id: comment.author_id ?? strangerId(comment), username: comment.author_name },
    text: comment.text,
    media: { id: post.id, media_product_type: post.product_type },
    ...(comment.parent_id ? { parent_id: comment.parent_id } : {}),
  }
  const documented = settingsOf(world).instagram_webhook_shape === 'documented'
  const change = { field: 'comments', value }
  const time = unix(world.clock.ms())
  const entry = { id: owner.id, time, ...(documented ? change : { changes: [change] }) }
  sendMetaWebhook(world, 'instagram', 'comments', { object: 'instagram', entry: [entry] })
}
