import type { Context } from '../../../context.ts'
import { ServiceError } from '../../../core/errors.ts'
import { limits } from '../../../core/limits.ts'

const { incomingPerProfileMax, incomingMax } = limits.media
const { retryAfterSeconds } = limits.traffic

const slotCounts = new WeakMap<object, { total: number; profiles: Map<string, number> }>()

/**
 * Runs `work` while the file occupies one of the slots for incoming files. A sender decides how
 * slow a file is, and a download outlives its client; without a limit, one client could occupy
 * every request of the process. Throws 429 `rate_limited` if the profile has no free slot, 503
 * `overloaded` if the process has none, before anything is read.
 */
export async function withIncomingSlot<T>(
  ctx: Context,
  profileId: string,
  work: () => Promise<T>,
): Promise<T> {
  const counts = slotCounts.get(ctx.outbound) ?? { total: 0, profiles: new Map<string, number>() }
  slotCounts.set(ctx.outbound, counts)
  const profileCount = counts.profiles.get(profileId) ?? 0
  if (profileCount >= incomingPerProfileMax) {
    const message = `This profile is already receiving ${incomingPerProfileMax} files. Try again after Retry-After.`
    throw new ServiceError('rate_limited', { message, retryAfterSeconds })
  }
  if (counts.total >= incomingMax) throw new ServiceError('overloaded', { retryAfterSeconds })
  counts.total += 1
  counts.profiles.set(profileId, profileCount + 1)
  try {
    return await work()
  } finally {
    counts.total -= 1
    const remaining = counts.profiles.get(profileId)! - 1
    if (remaining > 0) counts.profiles.set(profileId, remaining)
    else counts.profiles.delete(profileId)
  }
}
