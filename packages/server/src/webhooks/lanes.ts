import { limits } from '../base/limits.ts'
import type { Ask } from './claim.ts'

const { inFlightMax, inFlightPerEndpointMax, inFlightPerOriginMax, failuresBeforeSpacing } =
  limits.webhook

/** A receiver first shows that it answers: 256 TLS handshakes at once time each other out. */
const capAtFirst = 2
const lanesKeptMax = 10_000
/** Rows claimed for each slot: one in flight and one held, and more of who drains them quickly. */
const claimedPerSlot = { min: 2, max: 6 }
/** Nobody's backlog fills the memory: the longest events are 64 KiB. */
const claimedMax = inFlightMax * 4
/** Held for less: more may be held. Held for longer: fewer, or the lease would run out. */
const heldMs = { brief: 200, long: 1_000 }

/** A claimed delivery: begun when there is a slot, or given back if there will be none. */
export type Held = { begin(): void; giveBack(): void }

type Lane = {
  claimed: number
  inFlight: number
  cap: number
  /** How many rows are claimed for each slot. */
  depth: number
  failures: number
  /** What was due before this is claimed already, or was a moment ago. */
  reached: Date | null
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
  /** It holds little, and so do its neighbours at an origin that is busy to its limit. */
  const isLow = ({ held, inFlight: own, depth, origin }: Lane): boolean => {
    const few = (depth - 1) / 4
    if (held.length > own * few) return false
    const ofOrigin = inFlightOf.get(origin!) ?? 0
    const heldOfOrigin = (claimedOf.get(origin!) ?? 0) - ofOrigin
    return ofOrigin < inFlightPerOriginMax || heldOfOrigin <= ofOrigin * few
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
      if ((claimed - inFlight) * 4 <= inFlight) return true
      return waiting.has(id) && (!lane || isLow(lane))
    },

    /** What to claim; `afresh` looks at all that is due, also behind what was reached. */
    ask: (afresh = true) => {
      const asks = shareOut(waiting, lanes, claimedOf, claimedMax - claimed)
      if (!afresh) for (const ask of asks) ask.after = lanes.get(ask.endpointId)?.reached ?? null
      return asks
    },

    /** An endpoint that gave less than was asked has no more; the others queue up behind. */
    answered: (
      asks: readonly Ask[],
      given: ReadonlyMap<string, number>,
      reached: ReadonlyMap<string, Date> = new Map(),
    ) => {
      for (const { endpointId, slots } of asks) {
        waiting.delete(endpointId)
        if ((given.get(endpointId) ?? 0) >= slots) waiting.add(endpointId)
        const lane = lanes.get(endpointId)
        if (lane) lane.reached = reached.get(endpointId) ?? lane.reached
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

    /** How long something was held before it began: what of it is to be held in future. */
    waited: (id: string, ms: number) => {
      const lane = laneOf(id)
      if (ms > heldMs.long) lane.depth = claimedPerSlot.min
      else if (ms < heldMs.brief && lane.held.length === 0) {
        lane.depth = Math.min(lane.depth + 1, claimedPerSlot.max)
      }
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
  return {
    claimed: 0,
    inFlight: 0,
    cap: capAtFirst,
    depth: claimedPerSlot.min,
    failures: 0,
    reached: null,
    origin: null,
    held: [],
  }
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
  for (const limit of [share, inFlightPerEndpointMax * claimedPerSlot.max]) {
    for (const id of waiting) {
      if (left <= 0) break
      const lane = lanes.get(id)
      const ask = asks.get(id) ?? { endpointId: id, slots: 0, inFlight: lane?.claimed ?? 0 }
      const free = claimable(lane) - ask.inFlight - ask.slots
      const origin = lane?.origin ?? id
      const ofOrigin =
        leftOf.get(origin) ??
        inFlightPerOriginMax * (lane?.depth ?? claimedPerSlot.min) - (claimedOf.get(origin) ?? 0)
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
  if (!lane) return capAtFirst
  return lane.cap <= capAtFirst ? lane.cap : lane.cap * lane.depth
}
