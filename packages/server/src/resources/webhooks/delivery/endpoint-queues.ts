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

const queuesKeptMax = 10_000
/** Caps the rows in memory, as an event may have 64 KiB. */
const claimedMax = inFlightMax * 4
/** For all failing endpoints together; otherwise 256 of them that time out would use every slot. */
const failingInFlightMax = inFlightMax / 4
/** Attempts sent but not yet written: at most this many are sent twice when the process dies. */
const unwrittenMax = inFlightMax + resultsPerBatchMax
/** Below this many queued deliveries for each attempt in flight, more are claimed. */
const queuedPerSlotMin = (claimedPerSlot - 1) / 4

/** A claimed delivery: started when a slot is free, or released unsent. */
export type QueuedDelivery = { start(): void; release(): void }

/** The endpoint's owner, origin and consecutive failures at the time of the claim. */
export type Destination = { ownerId: string; origin: string; consecutiveFailures: number }

type EndpointQueue = {
  ownerId: string
  claimed: number
  inFlight: number
  cap: number
  failures: number
  /** At least five consecutive failures, counted here or in the endpoint's row. */
  isFailing: boolean
  /** The endpoint's attempts that count towards `failingInFlightMax`. */
  failingInFlight: number
  origin: string | null
  queued: QueuedDelivery[]
}

/**
 * Limits the attempts in flight in this process: 256 in all, 64 per origin and 16 per endpoint, so
 * that one hanging receiver cannot use every slot. An endpoint starts with 2 slots and each success
 * doubles that; a failing endpoint has 1, and all failing endpoints share a quarter
 * (docs/delivery-engine.md). Slots rotate between owners, however many endpoints each has. Three
 * more deliveries for each slot may be claimed and queued, so that a free slot is filled immediately.
 */
export function createEndpointQueues() {
  const queues = new Map<string, EndpointQueue>()
  const claimedByOrigin = new Map<string, number>()
  const inFlightByOrigin = new Map<string, number>()
  const inFlightByOwner = new Map<string, number>()
  /** Endpoints that may have more due deliveries, with their owner; least recently claimed first. */
  const dueEndpoints = new Map<string, string>()
  /** Endpoints with queued deliveries by owner; least recently started first. */
  const queuedByOwner = new Map<string, Set<string>>()
  let claimed = 0
  let inFlight = 0
  let failingInFlight = 0
  /** Successful attempts that have freed their slot and are not written yet. */
  let unwritten = 0

  const queueOf = (id: string): EndpointQueue => {
    const queue = queues.get(id) ?? emptyQueue()
    queues.set(id, queue)
    return queue
  }
  const hasSlot = (): boolean => inFlight < inFlightMax && inFlight + unwritten < unwrittenMax
  const canStart = (queue: EndpointQueue): boolean =>
    hasSlot() &&
    queue.inFlight < queue.cap &&
    (inFlightByOrigin.get(queue.origin!) ?? 0) < inFlightPerOriginMax &&
    (!queue.isFailing || failingInFlight < failingInFlightMax)
  const startDelivery = (queue: EndpointQueue, { start }: QueuedDelivery): void => {
    inFlight += 1
    queue.inFlight += 1
    adjust(inFlightByOrigin, queue.origin!, 1)
    adjust(inFlightByOwner, queue.ownerId, 1)
    if (queue.isFailing) {
      failingInFlight += 1
      queue.failingInFlight += 1
    }
    start()
  }
  const freeSlot = (queue: EndpointQueue): void => {
    inFlight -= 1
    queue.inFlight -= 1
    adjust(inFlightByOrigin, queue.origin!, -1)
    adjust(inFlightByOwner, queue.ownerId, -1)
    if (queue.failingInFlight === 0) return
    failingInFlight -= 1
    queue.failingInFlight -= 1
  }
  const removeClaimed = (queue: EndpointQueue): void => {
    claimed -= 1
    queue.claimed -= 1
    adjust(claimedByOrigin, queue.origin!, -1)
  }
  const addQueued = (id: string, { ownerId }: EndpointQueue): void => {
    const ids = queuedByOwner.get(ownerId)
    if (ids) ids.add(id)
    else queuedByOwner.set(ownerId, new Set([id]))
  }
  const removeQueued = (id: string, { ownerId }: EndpointQueue): void => {
    const ids = queuedByOwner.get(ownerId)
    if (ids?.delete(id) && ids.size === 0) queuedByOwner.delete(ownerId)
  }
  const releaseQueued = (id: string, queue: EndpointQueue): void => {
    for (const delivery of queue.queued.splice(0)) {
      removeClaimed(queue)
      delivery.release()
    }
    removeQueued(id, queue)
  }
  /** Few deliveries are queued, for the endpoint and, if its origin is at its limit, for the origin. */
  const isLow = (queue: EndpointQueue): boolean => {
    if (queue.queued.length > queue.inFlight * queuedPerSlotMin) return false
    const originInFlight = inFlightByOrigin.get(queue.origin!) ?? 0
    const originQueued = (claimedByOrigin.get(queue.origin!) ?? 0) - originInFlight
    return (
      originInFlight < inFlightPerOriginMax || originQueued <= originInFlight * queuedPerSlotMin
    )
  }
  /** The owner with the fewest attempts in flight, then the endpoint that waits the longest. */
  const nextToStart = (): string | null => {
    let nextId: string | null = null
    let fewest = Number.POSITIVE_INFINITY
    for (const [ownerId, ids] of queuedByOwner) {
      const ownerInFlight = inFlightByOwner.get(ownerId) ?? 0
      if (ownerInFlight >= fewest) continue
      for (const id of ids) {
        if (!canStart(queues.get(id)!)) continue
        nextId = id
        fewest = ownerInFlight
        break
      }
    }
    return nextId
  }
  const fillSlots = (): void => {
    while (hasSlot()) {
      const id = nextToStart()
      if (id === null) return
      const queue = queues.get(id)!
      removeQueued(id, queue)
      startDelivery(queue, queue.queued.shift()!)
      if (queue.queued.length > 0) addQueued(id, queue)
    }
  }

  return {
    /** The endpoint may have due deliveries. */
    addDue: (id: string, ownerId: string) => void dueEndpoints.set(id, ownerId),
    hasDue: () => dueEndpoints.size > 0,

    /** Whether to claim again after an attempt at this endpoint has finished. */
    shouldClaim: (id: string): boolean => {
      if (dueEndpoints.size === 0) return false
      const queue = queues.get(id)
      if ((claimed - inFlight) * 4 <= inFlight) return true
      return dueEndpoints.has(id) && (!queue || isLow(queue))
    },

    claimRequests: () =>
      allocateClaims(dueEndpoints, queues, claimedByOrigin, claimedMax - claimed),

    /** Forgets endpoints with fewer due deliveries than requested; the others go to the end. */
    afterClaim: (requests: readonly ClaimRequest[], claimedCounts: ReadonlyMap<string, number>) => {
      for (const { endpointId, slots } of requests) {
        const ownerId = dueEndpoints.get(endpointId)!
        dueEndpoints.delete(endpointId)
        if ((claimedCounts.get(endpointId) ?? 0) >= slots) dueEndpoints.set(endpointId, ownerId)
      }
    },

    /** Starts a claimed delivery now, or when a slot becomes free. */
    add: (id: string, destination: Destination, delivery: QueuedDelivery) => {
      const { origin, ownerId, consecutiveFailures } = destination
      const queue = queueOf(id)
      if (queue.claimed === 0) Object.assign(queue, { origin, ownerId })
      if (consecutiveFailures >= failuresBeforeSpacing) markFailing(queue)
      claimed += 1
      queue.claimed += 1
      adjust(claimedByOrigin, queue.origin!, 1)
      if (canStart(queue)) return startDelivery(queue, delivery)
      queue.queued.push(delivery)
      addQueued(id, queue)
    },

    /** Frees the slot; `failed` is `null` if nothing was sent. A success needs `markWritten` later. */
    finish: (id: string, failed: boolean | null) => {
      const queue = queueOf(id)
      freeSlot(queue)
      removeClaimed(queue)
      if (failed !== null) queue.failures = failed ? queue.failures + 1 : 0
      if (failed === false) {
        queue.cap = Math.min(inFlightPerEndpointMax, queue.cap * 2)
        queue.isFailing = false
        unwritten += 1
      }
      if (queue.failures >= failuresBeforeSpacing) {
        markFailing(queue)
        // Queued deliveries must wait for the endpoint's spacing as well, which the claim enforces.
        releaseQueued(id, queue)
      }
      fillSlots()
      if (queue.claimed === 0 && queues.size > queuesKeptMax) queues.delete(id)
    },

    markWritten: (successes: number) => {
      unwritten -= successes
      fillSlots()
    },

    releaseAll: () => {
      for (const ids of [...queuedByOwner.values()]) {
        for (const id of [...ids]) releaseQueued(id, queues.get(id)!)
      }
    },
  }
}

function markFailing(queue: EndpointQueue): void {
  queue.cap = 1
  queue.isFailing = true
}

function emptyQueue(): EndpointQueue {
  return {
    ownerId: '',
    claimed: 0,
    inFlight: 0,
    cap: capInitial,
    failures: 0,
    isFailing: false,
    failingInFlight: 0,
    origin: null,
    queued: [],
  }
}

function adjust(counts: Map<string, number>, key: string, change: 1 | -1): void {
  const total = (counts.get(key) ?? 0) + change
  if (total === 0) counts.delete(key)
  else counts.set(key, total)
}
