import { limits } from '../../../core/limits.ts'
import type { ClaimRequest } from './claim.ts'

const { inFlightPerEndpointMax, inFlightPerOriginMax } = limits.webhook

/** A receiver first shows that it answers: 256 TLS handshakes at once time each other out. */
export const capInitial = 2
/** Rows claimed for each slot: one in flight and the others held, so that it is filled at once. */
export const claimedPerSlot = 4

/** What an endpoint has, and may have. */
type QueueState = { claimed: number; cap: number; origin: string | null }

/** What to claim now: an even share for each owner and its endpoints, then what is left over. */
export function allocateClaims(
  waiting: ReadonlyMap<string, string>,
  lanes: ReadonlyMap<string, QueueState>,
  claimedOf: ReadonlyMap<string, number>,
  slots: number,
): ClaimRequest[] {
  let left = slots
  const leftOf = new Map<string, number>()
  const asks = new Map<string, ClaimRequest>()
  const owners = byOwner(waiting)
  const evenly = (ids: readonly string[]) =>
    Math.max(1, Math.ceil(slots / owners.length / ids.length))
  for (const limitOf of [evenly, () => inFlightPerEndpointMax * claimedPerSlot]) {
    for (const [id, ids] of inTurns(owners)) {
      if (left <= 0) break
      const lane = lanes.get(id)
      const ask = asks.get(id) ?? { endpointId: id, slots: 0, inFlight: lane?.claimed ?? 0 }
      const free = claimable(lane) - ask.inFlight - ask.slots
      const origin = lane?.origin ?? id
      const ofOrigin =
        leftOf.get(origin) ?? inFlightPerOriginMax * claimedPerSlot - (claimedOf.get(origin) ?? 0)
      const more = Math.min(left, limitOf(ids), free, ofOrigin)
      if (more <= 0) continue
      ask.slots += more
      left -= more
      leftOf.set(origin, ofOrigin - more)
      asks.set(id, ask)
    }
  }
  return [...asks.values()]
}

function byOwner(waiting: ReadonlyMap<string, string>): string[][] {
  const owners = new Map<string, string[]>()
  for (const [id, ownerId] of waiting) {
    const ids = owners.get(ownerId)
    if (ids) ids.push(id)
    else owners.set(ownerId, [id])
  }
  return [...owners.values()]
}

/** The first of each owner, then the second of each; with each the list that it is from. */
function* inTurns(owners: readonly string[][]): Generator<[id: string, ids: readonly string[]]> {
  const longest = Math.max(0, ...owners.map((ids) => ids.length))
  for (let place = 0; place < longest; place += 1) {
    for (const ids of owners) if (place < ids.length) yield [ids[place]!, ids]
  }
}

/** Nothing is held for an endpoint that has not shown that it answers, or that fails. */
function claimable(lane: QueueState | undefined): number {
  if (!lane) return capInitial
  return lane.cap <= capInitial ? lane.cap : lane.cap * claimedPerSlot
}
