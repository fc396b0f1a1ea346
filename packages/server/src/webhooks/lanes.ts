import { limits } from '../base/limits.ts'
import type { Ask } from './claim.ts'

const { inFlightMax, inFlightPerEndpointMax, inFlightPerOriginMax, failuresBeforeSpacing } =
  limits.webhook

/** A receiver first shows that it answers: 256 TLS handshakes at once time each other out. */
const capAtFirst = 2
const lanesKeptMax = 10_000
/** One in flight and one held. */
const claimedPerSlot = 2

/** A claimed delivery: begun when there is a slot, or given back if there will be none. */
export type Held = { begin(): void; giveBack(): void }

type Lane = {
  claimed: number
  inFlight: number
  cap: number
  failures: number
  origin: string | null
  held: Held[]
}

/**
 * Who may have how many attempts in flight in this process: 256 in all, 64 per origin and 16 per
 * endpoint, so that one receiver that hangs never takes the house. An endpoint begins with 2 and
 * each success doubles that; a failing one has 1 (shared/design/webhooks.md §5). As many again may
 * be claimed and held, so that a slot that becomes free is filled at once and not after a claim.
 */
export function createLanes() {
  const lanes = new Map<string, Lane>()
  const claimedOf = new Map<string, number>()
  const inFlightOf = new Map<string, number>()
  /** Endpoints that probably have more that is due, the one asked longest ago first. */
  const waiting = new Set<string>()
  /** Those that hold something, the one that began longest ago first. */
  const holding = new Set<string>()
  let claimed = 0
  let inFlight = 0

  const laneOf = (id: string): Lane => {
    const lane = lanes.get(id) ?? emptyLane()
    lanes.set(id, lane)
    return lane
  }
  const mayBegin = ({ inFlight: own, cap, origin }: Lane): boolean =>
    inFlight < inFlightMax && own < cap && (inFlightOf.get(origin!) ?? 0) < inFlightPerOriginMax
  const begin = (lane: Lane, { begin: start }: Held): void => {
    inFlight += 1
    lane.inFlight += 1
    add(inFlightOf, lane.origin!, 1)
    start()
  }
  const letGo = (lane: Lane): void => {
    claimed -= 1
    lane.claimed -= 1
    add(claimedOf, lane.origin!, -1)
  }
  const giveBackHeld = (id: string, lane: Lane): void => {
    for (const held of lane.held.splice(0)) {
      letGo(lane)
      held.giveBack()
    }
    holding.delete(id)
  }
  const fillSlots = (): void => {
    for (const id of [...holding]) {
      if (inFlight >= inFlightMax) return
      const lane = lanes.get(id)!
      if (!mayBegin(lane)) continue
      holding.delete(id)
      begin(lane, lane.held.shift()!)
      if (lane.held.length > 0) holding.add(id)
    }
  }

  return {
    note: (id: string) => void waiting.add(id),
    hasWaiting: () => waiting.size > 0,

    /** Whether a claim is worth its while, after something of this endpoint has ended. */
    wantsMore: (id: string): boolean => {
      if (waiting.size === 0) return false
      const lane = lanes.get(id)
      const isLow = !lane || lane.held.length * 4 <= lane.inFlight
      return (waiting.has(id) && isLow) || (claimed - inFlight) * 4 <= inFlight
    },

    ask: () => shareOut(waiting, lanes, claimedOf, inFlightMax * claimedPerSlot - claimed),

    /** An endpoint that gave less than was asked has no more; the others queue up behind. */
    answered: (asks: readonly Ask[], given: ReadonlyMap<string, number>) => {
      for (const { endpointId, slots } of asks) {
        waiting.delete(endpointId)
        if ((given.get(endpointId) ?? 0) >= slots) waiting.add(endpointId)
      }
    },

    /** Takes a claimed delivery: it is begun now or when there is a slot. */
    take: (id: string, origin: string, failuresKnown: number, held: Held) => {
      const lane = laneOf(id)
      if (lane.claimed === 0) lane.origin = origin
      if (failuresKnown >= failuresBeforeSpacing) lane.cap = 1
      claimed += 1
      lane.claimed += 1
      add(claimedOf, lane.origin!, 1)
      if (mayBegin(lane)) return begin(lane, held)
      lane.held.push(held)
      holding.add(id)
    },

    /** Something that was begun has ended; `null`: it was not attempted after all. */
    end: (id: string, failed: boolean | null) => {
      const lane = laneOf(id)
      inFlight -= 1
      lane.inFlight -= 1
      add(inFlightOf, lane.origin!, -1)
      letGo(lane)
      if (failed !== null) lane.failures = failed ? lane.failures + 1 : 0
      if (failed === false) lane.cap = Math.min(inFlightPerEndpointMax, lane.cap * 2)
      if (lane.failures >= failuresBeforeSpacing) {
        lane.cap = 1
        // What is held for it has to keep its distance too, which a new claim sees to.
        giveBackHeld(id, lane)
      }
      fillSlots()
      if (lane.claimed === 0 && lanes.size > lanesKeptMax) lanes.delete(id)
    },

    giveBackAll: () => {
      for (const id of [...holding]) giveBackHeld(id, lanes.get(id)!)
    },
  }
}

function emptyLane(): Lane {
  return { claimed: 0, inFlight: 0, cap: capAtFirst, failures: 0, origin: null, held: [] }
}

function add(counts: Map<string, number>, key: string, change: 1 | -1): void {
  const total = (counts.get(key) ?? 0) + change
  if (total === 0) counts.delete(key)
  else counts.set(key, total)
}

/** What to claim now: an even share for each endpoint that waits, then what is left over. */
function shareOut(
  waiting: ReadonlySet<string>,
  lanes: ReadonlyMap<string, Lane>,
  claimedOf: ReadonlyMap<string, number>,
  slots: number,
): Ask[] {
  let left = slots
  const leftOf = new Map<string, number>()
  const asks = new Map<string, Ask>()
  const share = Math.max(1, Math.ceil(left / Math.max(1, waiting.size)))
  for (const limit of [share, inFlightPerEndpointMax * claimedPerSlot]) {
    for (const id of waiting) {
      if (left <= 0) break
      const lane = lanes.get(id)
      const ask = asks.get(id) ?? { endpointId: id, slots: 0, inFlight: lane?.claimed ?? 0 }
      const free = claimable(lane) - ask.inFlight - ask.slots
      const origin = lane?.origin ?? id
      const ofOrigin =
        leftOf.get(origin) ?? inFlightPerOriginMax * claimedPerSlot - (claimedOf.get(origin) ?? 0)
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

/** Nothing is held for an endpoint that has not shown that it answers, or that fails. */
function claimable(lane: Lane | undefined): number {
  const cap = lane?.cap ?? capAtFirst
  return cap <= capAtFirst ? cap : cap * claimedPerSlot
}
