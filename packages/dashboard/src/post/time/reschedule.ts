import type { Client, Post, Target } from '@postern/sdk'
import { writtenFor } from '../written-target.ts'

type UpdateBody = Parameters<Client['posts']['update']>[1]

/**
 * The update body that reschedules a post; a draft with a planned time stays a draft, one without
 * is scheduled. `targets` is set only if a target has its own time.
 */
export function rescheduleBody(post: Post, at: string): UpdateBody {
  const previousMs = Date.parse(post.scheduled_at ?? at)
  const isPlanned = post.mode === 'draft' && post.scheduled_at !== null
  const time = { scheduled_at: at, ...(isPlanned ? { mode: post.mode } : {}) }
  if (!hasOwnTimes(post)) return time
  const targets = post.targets.map((target) => {
    const offsetMs = target.scheduled_at ? Date.parse(target.scheduled_at) - previousMs : 0
    return {
      ...contentOf(post, target),
      ...(offsetMs === 0
        ? {}
        : { scheduled_at: new Date(Date.parse(at) + offsetMs).toISOString() }),
    }
  })
  return { ...time, targets }
}

/** Whether an account has another time than the post. */
export function hasOwnTimes(post: Post): boolean {
  return post.targets.some(({ scheduled_at }) => scheduled_at !== post.scheduled_at)
}

/** A target as input without its time: its account, and what differs there from the post. */
export function contentOf(post: Post, target: Target) {
  const { account_id, options } = target
  const { text, media, thread, first_comment } = writtenFor(post, target)
  return {
    account_id,
    options,
    ...(text === null ? {} : { text }),
    ...(media === null ? {} : { media }),
    ...(thread === null ? {} : { thread }),
    ...(first_comment === null ? {} : { first_comment }),
  }
}
