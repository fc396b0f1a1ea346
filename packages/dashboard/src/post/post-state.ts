import type { Post, Target } from '@postern/sdk'
import { isInvisible } from '../parts/visible-name.ts'

/**
 * The status to show: `retrying` after a failed attempt, `deleted` if it was deleted from its platform,
 * `awaiting_approval` while it is held.
 */
export function targetStatusOf({ status, attempts, deleted_at, next_attempt_at }: Target) {
  if (deleted_at) return 'deleted'
  if (status === 'scheduled' && next_attempt_at === null) return 'awaiting_approval'
  return status === 'scheduled' && attempts > 0 ? 'retrying' : status
}

export type ShownPostStatus = Post['status'] | ReturnType<typeof targetStatusOf>

/**
 * The status to show: `deleted` once every published target was deleted; `unknown` or `retrying` if
 * nothing else is to come.
 */
export function postStatusOf({ status, targets }: Post): ShownPostStatus {
  const shown = targets.map(targetStatusOf)
  const has = (each: ShownPostStatus) => shown.includes(each as (typeof shown)[number])
  if (!has('publishing') && !has('scheduled')) {
    if (has('retrying')) return 'retrying'
    if (has('unknown')) return 'unknown'
  }
  const hasEnded = status === 'published' || status === 'partially_published'
  const isGone = !has('published') && !has('partially_published') && !has('failed')
  return hasEnded && isGone ? 'deleted' : status
}

/** Whether the API accepts changes: no target has been attempted yet. */
export function isEditable({ source, status, targets }: Post): boolean {
  if (source === 'external' || status === 'canceled') return false
  return targets.every(
    (target) =>
      target.status === 'draft' || (target.status === 'scheduled' && target.attempts === 0),
  )
}

/** Whether canceling would stop at least one target. */
export function isCancelable({ source, status, targets }: Post): boolean {
  if (source === 'external' || status === 'canceled') return false
  if (targets.length === 0) return true
  return targets.some((target) => target.status === 'draft' || target.status === 'scheduled')
}

/** Whether the post can be rescheduled without other changes. */
export function isReschedulable(post: Post): boolean {
  return isEditable(post) && post.scheduled_at !== null && post.mode !== 'now'
}

/** Whether the post is a draft that can be scheduled without other changes. */
export function isSchedulable(post: Post): boolean {
  return post.status === 'draft' && isEditable(post) && post.targets.length > 0
}

const soonMs = 15_000

/** Whether a target is publishing, unknown or due in 15 s, so that the post is worth polling. */
export function isInProgress({ targets }: Post): boolean {
  const soon = Date.now() + soonMs
  return targets.some(({ status, next_attempt_at }) => {
    if (status === 'publishing' || status === 'unknown') return true
    return status === 'scheduled' && !!next_attempt_at && Date.parse(next_attempt_at) < soon
  })
}

export function timeOf({ published_at, scheduled_at }: Post): string | null {
  return published_at ?? scheduled_at
}

type Ended = Pick<Target, 'status'> & { deleted_at?: Target['deleted_at'] }

/** Whether nothing, or only some parts of a thread, became public on the account. */
export function isFailed({ status, deleted_at }: Ended): boolean {
  return (status === 'failed' || status === 'partially_published') && !deleted_at
}

/** Whether a failed target can be retried: a thread of which a part was deleted is not continued. */
export function isRetryable(target: Target): boolean {
  return isFailed(target) && target.parts.every(({ deleted_at }) => deleted_at === null)
}

/** Whether a thread has started on the account, and has parts that are neither public nor canceled for good. */
export function hasOpenParts(post: Post, target: Target): boolean {
  const { status, parts } = target
  if (status !== 'publishing' && status !== 'partially_published') return false
  const isDeleted = target.deleted_at || parts.some(({ deleted_at }) => deleted_at)
  return !isDeleted && parts.length > 0 && parts.length < partCountOn(post, target)
}

/** Whether the target can be seen on its platform, at least the first part of its thread. */
export function isLive({ status, deleted_at }: Target): boolean {
  return (status === 'published' || status === 'partially_published') && !deleted_at
}

/** How many parts the post has on the account: one without a thread. */
export function partCountOn({ thread }: Pick<Post, 'thread'>, target: Pick<Target, 'thread'>) {
  return (target.thread ?? thread).length + 1
}

/** The parts of the post's longest thread. */
export function partCountOf(post: Post): number {
  const counts = post.targets.map((target) => partCountOn(post, target))
  return counts.length > 0 ? Math.max(...counts) : post.thread.length + 1
}

/** Whether the post failed on at least one account. */
export function hasFailed({ status }: Post): boolean {
  return status === 'failed' || status === 'partially_published'
}

/** When the last account of a failed post failed; null for other posts. */
export function failedAtOf({ status, targets }: Post): string | null {
  if (status !== 'failed') return null
  return targets.map((target) => target.failed_at ?? '').reduce(latest, '') || null
}

const latest = (left: string, right: string) => (left > right ? left : right)

const charsMax = 220

/** An excerpt of the post's first text or of the first account's own one; '' if there is no text. */
export function excerptOf({ text, thread, targets }: Pick<Post, 'text' | 'thread' | 'targets'>) {
  const own = targets.map((target) => target.text ?? '')
  const texts = [text, ...own, ...thread.map((part) => part.text)]
  return (texts.find((candidate) => !isInvisible(candidate)) ?? '').trim().slice(0, charsMax)
}

/** The post's first file, or the first of an account's own; undefined without files. */
export function firstMediaIdOf({ media, targets }: Pick<Post, 'media' | 'targets'>) {
  const first = media[0] ?? targets.find((target) => target.media?.length)?.media?.[0]
  return first?.id
}
