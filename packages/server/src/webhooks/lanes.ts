import { limits } from '../base/limits.ts'
import type { Ask } from './claim.ts'

const { inFlightMax, inFlightPerEndpointMax, failuresBeforeSpacing } = limits.webhook

type Lane = { inFlight: number; cap: number; failures: number }

/**
 * Who may have how many attempts in flight in this process: 256 in all, 16 per endpoint, so that
 * one receiver that hangs takes 16 slots and not the house. A failing endpoint has one; each success
 * afterwards doubles that up to 16 again (shared/design/webhooks.md §5).
 */
export function createLanes() {
  const lanes = new Map<string, Lane>()
  /** Endpoints that probably have more that is due, the one asked longest ago first. */
  const waiting = new Set<string>()
  let inFlight = 0

  const laneOf = (id: string): Lane => {
    const lane = lanes.get(id) ?? { inFlight: 0, cap: inFlightPerEndpointMax, failures: 0 }
    lanes.set(id, lane)
    return lane
  }
  const freeOf = (id: string): number => {
    const lane = lanes.get(id)
    return lane ? Math.max(0, lane.cap - lane.inFlight) : inFlightPerEndpointMax
  }

  return {
    note: (id: string) => void waiting.add(id),
    hasWaiting: () => waiting.size > 0,
    inFlight: () => inFlight,

    /** What to claim now: an even share for each endpoint that waits, then what is left over. */
    ask: (): Ask[] => {
      let left = inFlightMax - inFlight
      const asks = new Map<string, Ask>()
      const share = Math.max(1, Math.ceil(left / Math.max(1, waiting.size)))
      for (const limit of [share, inFlightPerEndpointMax]) {
        for (const id of waiting) {
          const known = { endpointId: id, slots: 0, inFlight: lanes.get(id)?.inFlight ?? 0 }
          const ask = asks.get(id) ?? known
          const more = Math.min(left, limit, freeOf(id) - ask.slots)
          if (more <= 0) continue
          ask.slots += more
          left -= more
          asks.set(id, ask)
        }
      }
      return [...asks.values()]
    },

    /** An endpoint that gave less than was asked has no more; the others queue up behind. */
    answered: (asks: readonly Ask[], claimedOf: ReadonlyMap<string, number>) => {
      for (const { endpointId, slots } of asks) {
        waiting.delete(endpointId)
        if ((claimedOf.get(endpointId) ?? 0) >= slots) waiting.add(endpointId)
      }
    },

    begin: (id: string, failuresKnown: number) => {
      const lane = laneOf(id)
      if (failuresKnown >= failuresBeforeSpacing) lane.cap = 1
      lane.inFlight += 1
      inFlight += 1
    },

    end: (id: string, failed: boolean) => {
      const lane = laneOf(id)
      lane.inFlight -= 1
      inFlight -= 1
      lane.failures = failed ? lane.failures + 1 : 0
      if (failed && lane.failures >= failuresBeforeSpacing) lane.cap = 1
      if (!failed) lane.cap = Math.min(inFlightPerEndpointMax, lane.cap * 2)
      const isIdle = lane.inFlight === 0 && lane.cap === inFlightPerEndpointMax
      if (isIdle && lane.failures === 0) lanes.delete(id)
    },
  }
}

export type Lanes = ReturnType<typeof createLanes>
