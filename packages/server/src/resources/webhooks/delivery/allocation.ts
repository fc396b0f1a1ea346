import { limits } from '../../../core/limits.ts'
import type { ClaimRequest } from './claim.ts'

const { inFlightPerEndpointMax, inFlightPerOriginMax } = limits.webhook

/** Concurrency before the first success: 256 concurrent TLS handshakes time each other out. */
export const capInitial = 2
/** Rows claimed for each slot: one in flight and the rest queued, so that a free slot is filled immediately. */
export const claimedPerSlot = 4

type QueueState = { claimed: number; cap: number; origin: string | null }

/** Allocates the slots: an even share for each owner and its endpoints, then the remaining slots. */
export function allocateClaims(
  dueEndpoints: ReadonlyMap<string, string>,
  queues: ReadonlyMap<string, QueueState>,
  claimedByOrigin: ReadonlyMap<string, number>,
  slots: number,
): ClaimRequest[] {
  let remaining = slots
  const remainingByOrigin = new Map<string, number>()
  const requests = new Map<string, ClaimRequest>()
  const owners = byOwner(dueEndpoints)
  const evenly = (ids: readonly string[]) =>
    Math.max(1, Math.ceil(slots / owners.length / ids.length))
  for (const shareFor of [evenly, () => inFlightPerEndpointMax * claimedPerSlot]) {
    for (const [id, ids] of roundRobin(owners)) {
      if (remaining <= 0) break
      const queue = queues.get(id)
      const request = requests.get(id) ?? { endpointId: id, slots: 0, claimed: queue?.claimed ?? 0 }
      const free = claimable(queue) - request.claimed - request.slots
      const origin = queue?.origin ?? id
      const originSlots =
        remainingByOrigin.get(origin) ??
        inFlightPerOriginMax * claimedPerSlot - (claimedByOrigin.get(origin) ?? 0)
      const more = Math.min(remaining, shareFor(ids), free, originSlots)
      if (more <= 0) continue
      request.slots += more
      remaining -= more
      remainingByOrigin.set(origin, originSlots - more)
      requests.set(id, request)
    }
  }
  return [...requests.values()]
}

function byOwner(dueEndpoints: ReadonlyMap<string, string>): string[][] {
  const owners = new Map<string, string[]>()
  for (const [id, ownerId] of dueEndpoints) {
    const ids = owners.get(ownerId)
    if (ids) ids.push(id)
    else owners.set(ownerId, [id])
  }
  return [...owners.values()]
}

/** The first endpoint of each owner, then the second of each; each with its owner's list. */
function* roundRobin(owners: readonly string[][]): Generator<[id: string, ids: readonly string[]]> {
  const longest = Math.max(0, ...owners.map((ids) => ids.length))
  for (let index = 0; index < longest; index += 1) {
    for (const ids of owners) if (index < ids.length) yield [ids[index]!, ids]
  }
}

/** Nothing is queued for an endpoint that is failing or has not succeeded yet. */
function claimable(queue: QueueState | undefined): number {
  if (!queue) return capInitial
  return queue.cap <= capInitial ? queue.cap : queue.cap * claimedPerSlot
}
