import { limits } from '../base/limits.ts'
import type { Ask } from './claim.ts'

const { inFlightMax, inFlightPerEndpointMax, inFlightPerOriginMax, failuresBeforeSpacing } =
  limits.webhook

/** A receiver first shows that it answers: 256 TLS handshakes at once time each other out. */
const capAtFirst = 2
const lanesKeptMax = 10_000

type Lane = { inFlight: number; cap: number; failures: number; origin: string | null }

/**
 * Who may have how many attempts in flight in this process: 256 in all, 64 per origin and 16 per
 * endpoint, so that one receiver that hangs never takes the house. An endpoint begins with 2 and
 * each success doubles that; a failing one has 1 (shared/design/webhooks.md §5).
 */
export function createLanes() {
  const lanes = new Map<string, Lane>()
  const inFlightOf = new Map<string, number>()
  /** Endpoints that probably have more that is due, the one asked longest ago first. */
  const waiting = new Set<string>()
  let inFlight = 0

  const laneOf = (id: string): Lane => {
    const lane = lanes.get(id) ?? { inFlight: 0, cap: capAtFirst, failures: 0, origin: null }
    lanes.set(id, lane)
    return lane
  }
  const count = (lane: Lane, change: 1 | -1) => {
    inFlight += change
    lane.inFlight += change
    if (lane.origin === null) return
    const total = (inFlightOf.get(lane.origin) ?? 0) + change
    if (total === 0) inFlightOf.delete(lane.origin)
    else inFlightOf.set(lane.origin, total)
  }

  return {
    note: (id: string) => void waiting.add(id),
    hasWaiting: () => waiting.size > 0,

    ask: () => shareOut(waiting, lanes, inFlightOf, inFlightMax - inFlight),

    /** An endpoint that gave less than was asked has no more; the others queue up behind. */
    answered: (asks: readonly Ask[], claimedOf: ReadonlyMap<string, number>) => {
      for (const { endpointId, slots } of asks) {
        waiting.delete(endpointId)
        if ((claimedOf.get(endpointId) ?? 0) >= slots) waiting.add(endpointId)
      }
    },

    begin: (id: string, origin: string, failuresKnown: number) => {
      const lane = laneOf(id)
      if (lane.inFlight === 0) lane.origin = origin
      if (failuresKnown >= failuresBeforeSpacing) lane.cap = 1
      count(lane, 1)
    },

    end: (id: string, failed: boolean) => {
      const lane = laneOf(id)
      count(lane, -1)
      lane.failures = failed ? lane.failures + 1 : 0
      if (lane.failures >= failuresBeforeSpacing) lane.cap = 1
      if (!failed) lane.cap = Math.min(inFlightPerEndpointMax, lane.cap * 2)
      if (lane.inFlight === 0 && lanes.size > lanesKeptMax) lanes.delete(id)
    },
  }
}

/** What to claim now: an even share for each endpoint that waits, then what is left over. */
function shareOut(
  waiting: ReadonlySet<string>,
  lanes: ReadonlyMap<string, Lane>,
  inFlightOf: ReadonlyMap<string, number>,
  slots: number,
): Ask[] {
  let left = slots
  const leftOf = new Map<string, number>()
  const asks = new Map<string, Ask>()
  const share = Math.max(1, Math.ceil(left / Math.max(1, waiting.size)))
  for (const limit of [share, inFlightPerEndpointMax]) {
    for (const id of waiting) {
      if (left <= 0) break
      const lane = lanes.get(id)
      const ask = asks.get(id) ?? { endpointId: id, slots: 0, inFlight: lane?.inFlight ?? 0 }
      const free = (lane?.cap ?? capAtFirst) - ask.inFlight - ask.slots
      const origin = lane?.origin ?? id
      const ofOrigin = leftOf.get(origin) ?? inFlightPerOriginMax - (inFlightOf.get(origin) ?? 0)
      const more = Math.min(left, limit, free, ofOrigin)
      if (more <= 0) continue
      ask.slots += more
      left -= more
      leftOf.set(origin, ofOrigin - more)
      asks.set(id, ask)
    }
  }
  return [...asks.values()]
}
