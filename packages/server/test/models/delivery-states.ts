import type { Delivery } from '../../src/schemas/delivery.ts'

/** `resends` are still to come; `step` and `steppedAt`: the last attempt of the schedule. */
export type Facts = {
  answered: (200 | 500)[]
  resends: number
  step: number
  steppedAt: number
  /** Nothing of the schedule is left. */
  isOver: boolean
  isSkipped: boolean
  /** How many of the attempts were compared already. */
  seen: number
  isTest: boolean
}

/** What the contract and decisions §9 say of an endpoint and its deliveries. */
export type Model = {
  active: boolean
  reason: 'failures' | 'owner' | null
  streak: number
  works: boolean
  warnings: number
  notices: number
  deliveries: Map<string, Facts>
}

export const freshFacts = (): Facts => ({
  answered: [],
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
    model.streak = 0
    return
  }
  model.streak += 1
  if (model.streak === 25) model.warnings += 1
  if (model.streak < 50 || !model.active) return
  model.active = false
  model.reason = 'failures'
  model.notices += 1
  skipPending(model)
}

/** The status of a delivery by what was answered to it. */
export function statusOf(facts: Facts): Delivery['status'] {
  if (facts.resends > 0) return 'pending'
  if (facts.isSkipped) return 'skipped'
  if (facts.answered.at(-1) === 200) return 'succeeded'
  return facts.isTest || facts.isOver ? 'failed' : 'pending'
}

/** What is pending when an endpoint becomes inactive is not sent by itself any more. */
export function skipPending(model: Model): void {
  for (const facts of model.deliveries.values()) {
    if (statusOf(facts) !== 'pending') continue
    facts.isSkipped = true
    facts.isOver = true
    facts.resends = 0
  }
}
