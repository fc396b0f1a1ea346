import type { Delivery } from '../../src/schemas/delivery.ts'

export type DeliveryState = {
  /** The status codes that the receiver returned. */
  statusCodes: (200 | 500)[]
  pendingResends: number
  /** Attempts of the retry schedule, without resends, and the instant of the last. */
  scheduledAttempts: number
  lastScheduledAt: number
  isScheduleDone: boolean
  isSkipped: boolean
  /** Attempts that were already compared. */
  comparedAttempts: number
  isTest: boolean
}

/** An endpoint and its deliveries, as defined by contract.md §9. */
export type Model = {
  active: boolean
  reason: 'failures' | 'owner' | null
  consecutiveFailures: number
  /** Whether the receiver returns 200. */
  isReceiverUp: boolean
  /** The days on which an email of this kind is sent: one a day. */
  warningDays: Set<number>
  inactiveDays: Set<number>
  deliveries: Map<string, DeliveryState>
}

export const newDelivery = (): DeliveryState => ({
  statusCodes: [],
  pendingResends: 0,
  scheduledAttempts: 0,
  lastScheduledAt: 0,
  isScheduleDone: false,
  isSkipped: false,
  comparedAttempts: -1,
  isTest: false,
})

/** Counts an attempt, which makes the endpoint inactive at 50 consecutive failures. */
export function countAttempt(model: Model, day: number): void {
  if (model.isReceiverUp) {
    model.consecutiveFailures = 0
    return
  }
  model.consecutiveFailures += 1
  if (model.consecutiveFailures === 25) model.warningDays.add(day)
  if (model.consecutiveFailures < 50 || !model.active) return
  model.active = false
  model.reason = 'failures'
  model.inactiveDays.add(day)
  skipPending(model)
}

/** The status of a delivery, derived from its attempts. */
export function statusOf(delivery: DeliveryState): Delivery['status'] {
  if (delivery.pendingResends > 0) return 'pending'
  if (delivery.isSkipped) return 'skipped'
  if (delivery.statusCodes.at(-1) === 200) return 'succeeded'
  return delivery.isTest || delivery.isScheduleDone ? 'failed' : 'pending'
}

/** Skips the pending deliveries of an endpoint that became inactive. */
export function skipPending(model: Model): void {
  for (const delivery of model.deliveries.values()) {
    if (statusOf(delivery) !== 'pending') continue
    delivery.isSkipped = true
    delivery.isScheduleDone = true
    delivery.pendingResends = 0
  }
}
