import type { Scope } from '../../access/scope.ts'
import type { Context } from '../../context.ts'
import { ServiceError } from '../../core/errors.ts'
import { limits } from '../../core/limits.ts'
import { openStream } from './stream.ts'

const { heartbeatMs, streamsPerMember } = limits.live

const openOf = new WeakMap<object, Map<string, number>>()

/** A stream for a member; 429 `rate_limited` when it has ten in this process already. */
export function openMemberStream(ctx: Context, scope: Scope): ReadableStream<Uint8Array> {
  const open = openOf.get(ctx.db.pool) ?? new Map<string, number>()
  openOf.set(ctx.db.pool, open)
  const { id } = scope.actor
  const count = open.get(id) ?? 0
  if (count >= streamsPerMember) {
    throw new ServiceError('rate_limited', {
      message: `You have ${streamsPerMember} open streams, the limit. Close one first.`,
      retryAfterSeconds: heartbeatMs / 1_000,
    })
  }
  open.set(id, count + 1)
  return openStream(ctx, scope, {
    heartbeatMs,
    onEnd: () => {
      const left = (open.get(id) ?? 1) - 1
      if (left > 0) open.set(id, left)
      else open.delete(id)
    },
  })
}
