import type { Post } from '@postern/sdk'
import { isInvisible } from '../../../parts/visible-name.ts'

/** Whether the API lets the post be changed: none of its targets has begun. */
export function isEditable({ source, status, targets }: Post): boolean {
  if (source === 'external' || status === 'canceled') return false
  return targets.every(
    (target) =>
      target.status === 'draft' || (target.status === 'scheduled' && target.attempts === 0),
  )
}

/** Whether there is anything left that canceling would stop. */
export function isCancelable({ source, status, targets }: Post): boolean {
  if (source === 'external' || status === 'canceled') return false
  if (targets.length === 0) return true
  return targets.some((target) => target.status === 'draft' || target.status === 'scheduled')
}

/** Whether its time can be changed by itself. */
export function isMovable(post: Post): boolean {
  return isEditable(post) && post.scheduled_at !== null && post.mode === 'schedule'
}

const soonMs = 15_000

/** Whether something happens to it now, so that it is worth looking again and again. */
export function isUnderWay({ targets }: Post): boolean {
  const soon = Date.now() + soonMs
  return targets.some(({ status, next_attempt_at }) => {
    if (status === 'publishing' || status === 'unknown') return true
    return status === 'scheduled' && !!next_attempt_at && Date.parse(next_attempt_at) < soon
  })
}

/** When it was or will be published, as one thinks of it. */
export function timeOf({ published_at, scheduled_at }: Post): string | null {
  return published_at ?? scheduled_at
}

const charsMax = 220

/** The first words of a text, of the post or of the first account that has its own; '' for none. */
export function beginningOf({ text, targets }: Pick<Post, 'text' | 'targets'>): string {
  const texts = [text, ...targets.map((target) => target.text ?? '')]
  return (texts.find((each) => !isInvisible(each)) ?? '').trim().slice(0, charsMax)
}
