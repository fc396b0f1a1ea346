import type { Client, Post } from '@postern/sdk'

type UpdateBody = Parameters<Client['posts']['update']>[1]

/**
 * The update body that reschedules a post; a draft with a planned time stays a draft, one without
 * is scheduled. `targets` is set only if a target has its own time.
 */
export function rescheduleBody(post: Post, at: string): UpdateBody {
  const previousMs = Date.parse(post.scheduled_at ?? at)
  const hasOwnTimes = post.targets.some(({ scheduled_at }) => scheduled_at !== post.scheduled_at)
  const isPlanned = post.mode === 'draft' && post.scheduled_at !== null
  const time = { scheduled_at: at, ...(isPlanned ? { mode: post.mode } : {}) }
  if (!hasOwnTimes) return time
  const targets = post.targets.map((target) => {
    const offsetMs = target.scheduled_at ? Date.parse(target.scheduled_at) - previousMs : 0
    return {
      account_id: target.account_id,
      options: target.options,
      ...(target.text === null ? {} : { text: target.text }),
      ...(target.media === null ? {} : { media: target.media }),
      ...(target.first_comment === null ? {} : { first_comment: target.first_comment }),
      ...(offsetMs === 0
        ? {}
        : { scheduled_at: new Date(Date.parse(at) + offsetMs).toISOString() }),
    }
  })
  return { ...time, targets }
}
