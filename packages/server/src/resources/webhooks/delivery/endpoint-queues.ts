import { limits } from '../../../core/limits.ts'
import { allocateClaims, capInitial, claimedPerSlot } from './allocation.ts'
import type { ClaimRequest } from './claim.ts'

const {
  inFlightMax,
  inFlightPerEndpointMax,
  inFlightPerOriginMax,
  failuresBeforeSpacing,
  resultsPerBatchMax,
} = limits.webhook

const lanesKeptMax = 10_000
/** Nobody's backlog fills the memory: the longest events are 64 KiB. */
const claimedMax = inFlightMax * 4
/** What endpoints that fail may have together: 256 of them that hang would else take every slot. */
const inFlightOfFailingMax = inFlightMax / 4
/** What may have been sent and not be written yet: so many come twice when the process dies. */
const unwrittenMax = inFlightMax + resultsPerBatchMax
/** An endpoint that holds less than this for each attempt in flight is to be claimed for again. */
const heldPerSlotMin = (claimedPerSlot - 1) / 4

/** A claimed delivery: begun when there is a slot, or given back if there will be none. */
export type QueuedDelivery = { start(): void; release(): void }

/** Where a delivery goes: whose endpoint, at which origin, how often in a row it has failed. */
export type Destination = { ownerId: string; origin: string; failuresKnown: number }

type EndpointQueue = {
  ownerId: string
  claimed: number
  inFlight: number
  cap: number
  failures: number
  /** Five failures in a row or more, here or by what the endpoint's row says. */
  isFailing: boolean
  /** How many of its attempts in flight count among those of failing endpoints. */
  failingInFlight: number
  origin: string | null
  held: QueuedDelivery[]
}

/**
 * Who may have how many attempts in flight in this process: 256 in all, 64 per origin and 16 per
 * endpoint, so that one receiver that hangs never takes the testApp. An endpoint begins with 2 and
 * each success doubles that; a failing one has 1 (docs/delivery-engine.md), and all failing ones
 * a quarter. Owners take turns, whatever the number of their endpoints. As many again may be claimed
 * and held, so that a slot that becomes free is filled at once and not after a claim.
 */
export function createEndpointQueues() {
  const lanes = new Map<string, EndpointQueue>()
  const claimedOf = new Map<string, number>()
  const inFlightOf = new Map<string, number>()
  const inFlightOfOwner = new Map<string, number>()
  /** Endpoints that probably have more that is due, and whose; the one asked longest ago first. */
  const waiting = new Map<string, string>()
  /** By owner those that hold something, the one that began longest ago first. */
  const holding = new Map<string, Set<string>>()
  let claimed = 0
  let inFlight = 0
  let failingInFlight = 0
  /** Successes that have left their slot and wait to be written. */
  let unwritten = 0

  const laneOf = (id: string): EndpointQueue => {
    const lane = lanes.get(id) ?? emptyLane()
    lanes.set(id, lane)
    return lane
  }
  const hasSlot = (): boolean => inFlight < inFlightMax && inFlight + unwritten < unwrittenMax
  const mayBegin = (lane: EndpointQueue): boolean =>
    hasSlot() &&
    lane.inFlight < lane.cap &&
    (inFlightOf.get(lane.origin!) ?? 0) < inFlightPerOriginMax &&
    (!lane.isFailing || failingInFlight < inFlightOfFailingMax)
  const begin = (lane: EndpointQueue, { start }: QueuedDelivery): void => {
    inFlight += 1
    lane.inFlight += 1
    add(inFlightOf, lane.origin!, 1)
    add(inFlightOfOwner, lane.ownerId, 1)
    if (lane.isFailing) {
      failingInFlight += 1
      lane.failingInFlight += 1
    }
    start()
  }
  const leave = (lane: EndpointQueue): void => {
    inFlight -= 1
    lane.inFlight -= 1
    add(inFlightOf, lane.origin!, -1)
    add(inFlightOfOwner, lane.ownerId, -1)
    if (lane.failingInFlight === 0) return
    failingInFlight -= 1
    lane.failingInFlight -= 1
  }
  const letGo = (lane: EndpointQueue): void => {
    claimed -= 1
    lane.claimed -= 1
    add(claimedOf, lane.origin!, -1)
  }
  const hold = (id: string, { ownerId }: EndpointQueue): void => {
    const ids = holding.get(ownerId)
    if (ids) ids.add(id)
    else holding.set(ownerId, new Set([id]))
  }
  const holdNoMore = (id: string, { ownerId }: EndpointQueue): void => {
    const ids = holding.get(ownerId)
    if (ids?.delete(id) && ids.size === 0) holding.delete(ownerId)
  }
  const giveBackHeld = (id: string, lane: EndpointQueue): void => {
    for (const held of lane.held.splice(0)) {
      letGo(lane)
      held.release()
    }
    holdNoMore(id, lane)
  }
  /** It holds little, and so do its neighbours at an origin that is busy to its limit. */
  const isLow = ({ held, inFlight: own, origin }: EndpointQueue): boolean => {
    if (held.length > own * heldPerSlotMin) return false
    const ofOrigin = inFlightOf.get(origin!) ?? 0
    const heldOfOrigin = (claimedOf.get(origin!) ?? 0) - ofOrigin
    return ofOrigin < inFlightPerOriginMax || heldOfOrigin <= ofOrigin * heldPerSlotMin
  }
  /** Of what may begin, that of the owner with the fewest in flight, then who waits the longest. */
  const nextToBegin = (): string | null => {
    let chosen: string | null = null
    let fewest = Number.POSITIVE_INFINITY
    for (const [ownerId, ids] of holding) {
      const ofOwner = inFlightOfOwner.get(ownerId) ?? 0
      if (ofOwner >= fewest) continue
      for (const id of ids) {
        if (!mayBegin(lanes.get(id)!)) continue
        chosen = id
        fewest = ofOwner
        break
      }
    }
    return chosen
  }
  const fillSlots = (): void => {
    while (hasSlot()) {
      const id = nextToBegin()
      if (id === null) return
      const lane = lanes.get(id)!
      holdNoMore(id, lane)
      begin(lane, lane.held.shift()!)
      if (lane.held.length > 0) hold(id, lane)
    }
  }

  return {
    /** The endpoint may have something due. */
    note: (id: string, ownerId: string) => void waiting.set(id, ownerId),
    hasWaiting: () => waiting.size > 0,

    /** Whether a claim is worth its while, after something of this endpoint has ended. */
    wantsMore: (id: string): boolean => {
      if (waiting.size === 0) return false
      const lane = lanes.get(id)
      if ((claimed - inFlight) * 4 <= inFlight) return true
      return waiting.has(id) && (!lane || isLow(lane))
    },

    /** What to claim. */
    ask: () => allocateClaims(waiting, lanes, claimedOf, claimedMax - claimed),

    /** An endpoint that gave less than was asked has no more; the others queue up behind. */
    answered: (asks: readonly ClaimRequest[], given: ReadonlyMap<string, number>) => {
      for (const { endpointId, slots } of asks) {
        const ownerId = waiting.get(endpointId)!
        waiting.delete(endpointId)
        if ((given.get(endpointId) ?? 0) >= slots) waiting.set(endpointId, ownerId)
      }
    },

    /** Takes a claimed delivery: it is begun now or when there is a slot. */
    take: (id: string, way: Destination, held: QueuedDelivery) => {
      const lane = laneOf(id)
      if (lane.claimed === 0) Object.assign(lane, { origin: way.origin, ownerId: way.ownerId })
      if (way.failuresKnown >= failuresBeforeSpacing) fail(lane)
      claimed += 1
      lane.claimed += 1
      add(claimedOf, lane.origin!, 1)
      if (mayBegin(lane)) return begin(lane, held)
      lane.held.push(held)
      hold(id, lane)
    },

    /** Something that was begun has ended; `null`: it was not attempted after all. A success is `written` later. */
    end: (id: string, failed: boolean | null) => {
      const lane = laneOf(id)
      leave(lane)
      letGo(lane)
      if (failed !== null) lane.failures = failed ? lane.failures + 1 : 0
      if (failed === false) {
        lane.cap = Math.min(inFlightPerEndpointMax, lane.cap * 2)
        lane.isFailing = false
        unwritten += 1
      }
      if (lane.failures >= failuresBeforeSpacing) {
        fail(lane)
        // What is held for it has to keep its distance too, which a new claim sees to.
        giveBackHeld(id, lane)
      }
      fillSlots()
      if (lane.claimed === 0 && lanes.size > lanesKeptMax) lanes.delete(id)
    },

    /** So many successes are written. */
    written: (successes: number) => {
      unwritten -= successes
      fillSlots()
    },

    giveBackAll: () => {
      for (const ids of [...holding.values()]) {
        for (const id of [...ids]) giveBackHeld(id, lanes.get(id)!)
      }
    },
  }
}

function fail(lane: EndpointQueue): void {
  lane.cap = 1
  lane.isFailing = true
}

function emptyLane(): EndpointQueue {
  return {
    ownerId: '',
    claimed: 0,
    inFlight: 0,
    cap: capInitial,
    failures: 0,
    isFailing: false,
    failingInFlight: 0,
    origin: null,
    held: [],
  }
}

function add(counts: Map<string, number>, key: string, change: 1 | -1): void {
  const total = (counts.get(key) ?? 0) + change
  if (total === 0) counts.delete(key)
  else counts.set(key, total)
}
