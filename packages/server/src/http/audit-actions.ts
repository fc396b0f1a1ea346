import type { CommentHide, CommentUpdate } from '../schemas/comment.ts'
import type { MemberUpdate } from '../schemas/member.ts'
import type { PostUpdate } from '../schemas/post.ts'
import type { WebhookUpdate } from '../schemas/webhook.ts'

/**
 * The actions of operations that do different things, told apart by the fields of the request: an entry
 * stores no values.
 */

export function postAction(body: PostUpdate): string {
  if (isOnly(body, 'mode') && body.mode === 'now') return 'publishPost'
  const isTimed = typeof body.scheduled_at === 'string' && body.mode !== 'now'
  return isTimed && isOnly(body, 'scheduled_at', 'mode') ? 'reschedulePost' : 'updatePost'
}

export function hideAction({ hidden }: CommentHide): string {
  return hidden ? 'hideComment' : 'unhideComment'
}

export function commentAction(body: CommentUpdate): string {
  if (isOnly(body, 'reply_status')) return 'changeReplyStatus'
  if (!isOnly(body, 'assigned_to')) return 'updateComment'
  return body.assigned_to === null ? 'unassignComment' : 'assignComment'
}

export function memberAction(body: MemberUpdate): string {
  if (!isOnly(body, 'disabled')) return 'updateMember'
  return body.disabled ? 'disableMember' : 'enableMember'
}

export function webhookAction(body: WebhookUpdate): string {
  if (!isOnly(body, 'active')) return 'updateWebhook'
  return body.active ? 'enableWebhook' : 'pauseWebhook'
}

/** Whether the request has one of these fields and no others. */
function isOnly(body: object, ...names: string[]): boolean {
  const sent = Object.keys(body)
  return sent.length > 0 && sent.every((name) => names.includes(name))
}
