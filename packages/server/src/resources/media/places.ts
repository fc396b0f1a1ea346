import type { Context } from '../../context.ts'
import { ServiceError } from '../../core/errors.ts'
import { limits } from '../../core/limits.ts'

const { incomingPerProfileMax, incomingMax } = limits.media
const { retryAfterSeconds } = limits.traffic

const countsOf = new WeakMap<object, { all: number; profiles: Map<string, number> }>()

/**
 * Does `work` while the file has a place among those on their way. Files come as slowly as whoever
 * sends them likes, and go on when the client that named a url has left: without an end to their
 * number one client's would keep all requests of the process. 429 `rate_limited` beyond those of a
 * profile, 503 `overloaded` beyond those of the process, before anything was read.
 */
export async function withPlace<T>(
  ctx: Context,
  profileId: string,
  work: () => Promise<T>,
): Promise<T> {
  const counts = countsOf.get(ctx.outbound) ?? { all: 0, profiles: new Map<string, number>() }
  countsOf.set(ctx.outbound, counts)
  const ofProfile = counts.profiles.get(profileId) ?? 0
  if (ofProfile >= incomingPerProfileMax) {
    const message = `${incomingPerProfileMax} files are on their way into this profile; see Retry-After.`
    throw new ServiceError('rate_limited', { message, retryAfterSeconds })
  }
  if (counts.all >= incomingMax) throw new ServiceError('overloaded', { retryAfterSeconds })
  counts.all += 1
  counts.profiles.set(profileId, ofProfile + 1)
  try {
    return await work()
  } finally {
    counts.all -= 1
    const left = counts.profiles.get(profileId)! - 1
    if (left > 0) counts.profiles.set(profileId, left)
    else counts.profiles.delete(profileId)
  }
}
