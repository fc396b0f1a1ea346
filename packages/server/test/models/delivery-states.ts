import type { Delivery } from '../../src/schemas/delivery.ts'

/** `resends`: still pending; `step` and `steppedAt`: the last scheduled attempt. */
export type Facts = {
  statuses: (200 | 500)[]
  resends: number
  step: number
  steppedAt: number
  /** No scheduled attempt is left. */
  isOver: boolean
  isSkipped: boolean
  /** How many attempts were compared already. */
  seen: number
  isTest: boolean
}

/** An endpoint and its deliveries according to the contract and decisions §9. */
export type Model = {
  active: boolean
  reason: 'failures' | 'owner' | null
  consecutiveFailures: number
  works: boolean
  warnings: number
  notices: number
  deliveries: Map<string, Facts>
}

export const freshFacts = (): Facts => ({
  statuses: [],
  resends: 0,
  step: 0,
  steppedAt: 0,
  isOver: false,
  isSkipped: false,
  seen: -1,
  isTest: false,
})

/** A failure or a success of the endpoint, as the contract counts them. */
export function count(model: Model): void {
  if (model.works) {
    model.consecutiveFailures = 0
    return
  }
  model.consecutiveFailures += 1
  if (model.consecutiveFailures === 25) model.warnings += 1
  if (model.consecutiveFailures < 50 || !model.active) return
  model.active = false
  model.reason = 'failures'
  model.notices += 1
  skipPending(model)
}

/** The status of a delivery, derived from the responses to its attempts. */
export function statusOf(facts: Facts): Delivery['status'] {
  if (facts.resends > 0) return 'pending'
  if (facts.isSkipped) return 'skipped'
  if (facts.statuses.at(-1) === 200) return 'succeeded'
  return facts.isTest || facts.isOver ? 'failed' : 'pending'
}

/** Pending deliveries of an endpoint that becomes inactive are no longer sent automatically. */
export function skipPending(model: Model): void {
  for (const facts of model.deliveries.values()) {
    if (statusOf(facts) !== 'pending') continue
    facts.isSkipped = true
    facts.isOver = true
    facts.resends = 0
  }
}
