import type { Scope } from '../../access/scope.ts'
import type { Context } from '../../context.ts'
import { ServiceError } from '../../core/errors.ts'
import { limits } from '../../core/limits.ts'

const { heartbeatMs, streamsPerMember } = limits.live

const countsByPool = new WeakMap<object, Map<string, number>>()

/**
 * Opens a stream of a member or key with `open`, which calls `onEnd` at its end. 429 `rate_limited` when
 * ten are open in this process.
 */
export function openCounted(
  ctx: Context,
  scope: Scope,
  open: (options: { heartbeatMs: number; onEnd: () => void }) => ReadableStream<Uint8Array>,
): ReadableStream<Uint8Array> {
  const openCounts = countsByPool.get(ctx.db.pool) ?? new Map<string, number>()
  countsByPool.set(ctx.db.pool, openCounts)
  const { id } = scope.actor
  const count = openCounts.get(id) ?? 0
  if (count >= streamsPerMember) {
    throw new ServiceError('rate_limited', {
      message: `You have ${streamsPerMember} open streams, the limit. Close one first.`,
      retryAfterSeconds: heartbeatMs / 1_000,
    })
  }
  openCounts.set(id, count + 1)
  return open({
    heartbeatMs,
    onEnd: () => {
      const remaining = (openCounts.get(id) ?? 1) - 1
      if (remaining > 0) openCounts.set(id, remaining)
      else openCounts.delete(id)
    },
  })
}
