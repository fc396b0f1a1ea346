import { type ErrorDetail, ServiceError } from '../../core/errors.ts'
import type { ThreadPart } from '../../database/post-tables.ts'
import { readParts } from './parts.ts'
import type { PlannedTarget, PostPlan } from './plan.ts'
import type { PostRow, TargetRow } from './queries.ts'

/** Whether nothing was attempted for the target. */
export function isUntouched({ status, attempts }: TargetRow): boolean {
  return status === 'draft' || (status === 'scheduled' && attempts === 0)
}

/** Whether a thread of the post has started and is not published as a whole. */
export function hasStartedThread(targets: readonly TargetRow[]): boolean {
  const statuses = ['publishing', 'unknown', 'partially_published']
  return targets.some(
    ({ status, parts, deleted_at }) => parts > 1 && !deleted_at && statuses.includes(status),
  )
}

/** Whether the target waits before a part that is not public, or ended there. */
export function isBetweenParts({ status, part, parts, phase, part_rows }: TargetRow): boolean {
  if (part === 1 || part > parts) return false
  if (readParts(part_rows).some(({ deleted_at }) => deleted_at)) return false
  if (status === 'partially_published') return true
  return status === 'publishing' && (phase === null || phase === 'prepare')
}

/**
 * How many parts a change must leave as they are. A part of which something was sent counts as public,
 * unless the network refused it: its key or its container belongs to what was sent.
 */
function fixedParts(target: TargetRow): number {
  if (isUntouched(target)) return 0
  if (!isBetweenParts(target)) return Number.POSITIVE_INFINITY
  const { part, committed_at, error_retryable, has_progress } = target
  const isSent = has_progress || (committed_at !== null && error_retryable !== false)
  return isSent ? part : part - 1
}

/**
 * Throws 409 `post_not_editable` with what the plan changes of parts that are public or being published,
 * and of the times, accounts and options, which only a post that has not started can change.
 */
export function requireUnchanged(
  post: PostRow,
  targets: readonly TargetRow[],
  plan: PostPlan,
): void {
  const details = targets.flatMap((target) => {
    const index = plan.targets.findIndex(({ account }) => account.id === target.account_id)
    const planned = plan.targets[index]
    if (!planned) return [startedDetail('targets')]
    return changesOf(post, target, planned, index)
  })
  if (plan.targets.length > targets.length) details.push(startedDetail('targets'))
  if (plan.mode !== post.mode) details.push(startedDetail('mode'))
  if (details.length > 0) throw new ServiceError('post_not_editable', { message, details })
}

const message =
  'A thread of this post has started. Change only its parts that are not public yet, or cancel them and create a new post.'

function startedDetail(path: string): ErrorDetail {
  const message = 'This cannot be changed after a thread of the post has started.'
  return { path, code: 'thread_started', message }
}

function changesOf(
  post: PostRow,
  target: TargetRow,
  planned: PlannedTarget,
  index: number,
): ErrorDetail[] {
  const fixed = fixedParts(target)
  const before = contentOf(post, target)
  const { content, published, options, scheduledAt } = planned
  const after = [content, ...content.thread]
  const details: ErrorDetail[] = []
  for (let number = 1; number <= Math.min(fixed, Math.max(before.parts.length, after.length)); ) {
    const [old, changed] = [before.parts[number - 1], after[number - 1]]
    if (!isSamePart(old, changed)) {
      const path = pathOf(number, index, planned, old?.text === changed?.text)
      details.push(fixedDetail(target, number, path))
    }
    number += 1
  }
  const at = `targets.${index}`
  if (details.length === 0 && fixed > 0 && published.thread.length + 1 < target.part) {
    const message = 'No part is left to publish. To keep what is public, cancel the post instead.'
    details.push({ path: `${at}.thread`, code: 'part_required', message })
  }
  const hasTime = post.mode === 'schedule'
  if (hasTime && scheduledAt?.getTime() !== target.scheduled_at?.getTime()) {
    details.push(startedDetail(`${at}.scheduled_at`))
  }
  if (fixed > 0 && !isSameOptions(target.options, options)) {
    details.push(startedDetail(`${at}.options`))
  }
  if (fixed === Number.POSITIVE_INFINITY && before.firstComment !== content.firstComment) {
    details.push(startedDetail(`${at}.first_comment`))
  }
  return details
}

/** The content of a stored target as it was written: before a fallback replaced its thread. */
function contentOf(post: PostRow, target: TargetRow) {
  const { text, media, thread, first_comment } = target.written ?? target
  const root = { text: text ?? post.text, media: media ?? post.media }
  return { parts: [root, ...(thread ?? post.thread)], firstComment: first_comment }
}

function isSamePart(before: ThreadPart | undefined, after: ThreadPart | undefined): boolean {
  if (!before || !after) return before === after
  const keyOf = ({ text, media }: ThreadPart) =>
    JSON.stringify([text, media.map(({ id, alt_text }) => [id, alt_text])])
  return keyOf(before) === keyOf(after)
}

function isSameOptions(before: object, after: object): boolean {
  const keyOf = (options: object) => JSON.stringify(Object.entries(options).toSorted())
  return keyOf(before) === keyOf(after)
}

/** The path of a part in the request: of the target if it has content of its own. */
function pathOf(
  number: number,
  index: number,
  { written }: PlannedTarget,
  isSameText: boolean,
): string {
  const field = number > 1 ? 'thread' : isSameText ? 'media' : 'text'
  const path = number > 1 ? `thread.${number - 2}` : field
  return written[field] === null ? path : `targets.${index}.${path}`
}

function fixedDetail(target: TargetRow, number: number, path: string): ErrorDetail {
  const { account_id, status, part_rows } = target
  const isPublic = readParts(part_rows).some((part) => part.number === number)
  const isRunning = ['scheduled', 'publishing', 'unknown'].includes(status)
  if (isPublic) {
    const message = `Part ${number} is public and cannot be changed.`
    return { path, code: 'part_published', message, account_id }
  }
  if (isRunning || isBetweenParts(target)) {
    const message = `Part ${number} may be public soon, or already is. Send the change again when that is decided.`
    return { path, code: 'part_publishing', message, account_id }
  }
  const message = 'Publishing has ended on this account. Its content cannot be changed.'
  return { path, code: 'target_finished', message, account_id }
}
