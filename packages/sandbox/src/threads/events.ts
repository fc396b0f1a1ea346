import { unix } from '../core/clock.ts'
import type { Comment } from '../core/content.ts'
import type { Account } from '../core/records.ts'
import type { Sandbox } from '../core/sandbox.ts'
import { graphTime } from '../graph/fields.ts'
import { hasPermissions, sendMetaWebhook } from '../graph/webhooks.ts'
import { permalink } from './permalink.ts'

const SUBSCRIPTION_ID = '23456700000001'

type Event = { topic: string; field: string; target: string; value: unknown; permissions: string[] }

/** Sends a webhook unless the profile is private or lacks a permission (threads.md §6.1). */
function send(sandbox: Sandbox, account: Readonly<Account>, event: Event): void {
  if (account.is_private) return
  if (!hasPermissions(sandbox, 'threads', account.id, event.permissions)) return
  const app = sandbox.state.apps.get('threads')!
  sendMetaWebhook(sandbox, 'threads', event.field, {
    app_id: app.client_id,
    topic: event.topic,
    target_id: event.target,
    time: unix(sandbox.clock.ms()),
    subscription_id: SUBSCRIPTION_ID,
    has_uid_field: false,
    values: { value: event.value, field: event.field },
  })
}

/** Sends `replies` for a reply in a thread of the account, including the owner's own. */
export function sendThreadsReply(sandbox: Sandbox, comment: Readonly<Comment>): void {
  const post = sandbox.state.posts.get(comment.post_id)!
  const owner = sandbox.state.accounts.get(post.account_id)!
  const link = permalink(sandbox, comment.author_name, comment.shortcode)
  send(sandbox, owner, {
    topic: 'moderate',
    field: 'replies',
    target: comment.id,
    permissions: ['threads_basic', 'threads_read_replies'],
    value: {
      id: comment.id,
      username: comment.author_name,
      text: comment.text,
      media_type: comment.media_ids.length ? 'IMAGE' : 'TEXT_POST',
      permalink: link,
      replied_to: { id: comment.parent_id ?? post.id },
      root_post: { id: post.id, owner_id: owner.id, username: owner.username },
      shortcode: comment.shortcode,
      timestamp: graphTime(comment.created_at),
    },
  })
}

export function sendThreadsPublish(sandbox: Sandbox, postId: string): void {
  const post = sandbox.state.posts.get(postId)!
  const owner = sandbox.state.accounts.get(post.account_id)!
  send(sandbox, owner, {
    topic: 'interaction',
    field: 'publish',
    target: post.id,
    permissions: ['threads_basic'],
    value: {
      id: post.id,
      media_type: post.media_type,
      permalink: permalink(sandbox, owner.username, post.shortcode),
      timestamp: graphTime(post.created_at),
      username: owner.username,
    },
  })
}

export function sendThreadsDelete(sandbox: Sandbox, owner: Readonly<Account>, id: string): void {
  const now = graphTime(sandbox.clock.ms())
  send(sandbox, owner, {
    topic: 'moderate',
    field: 'delete',
    target: id,
    permissions: ['threads_basic'],
    value: {
      id,
      owner: { owner_id: owner.id },
      deleted_at: now,
      timestamp: now,
      username: owner.username,
    },
  })
}
