import type { Tx } from '../../database/open.ts'
import { takeSlot } from '../posting-plans/slots.ts'
import type { PlannedTarget, PostPlan } from './plan.ts'

/**
 * Gives each target of a queued post the next free slot of its account, unless it has its own time. The
 * post's time is the earliest of them. 409 `no_free_slot`.
 */
export async function placeInSlots(tx: Tx, plan: PostPlan, now: Date): Promise<PostPlan> {
  if (!plan.isQueued) return plan
  const placed = new Map<string, PlannedTarget>()
  // In a fixed order, because each takes a lock.
  const waiting = plan.targets
    .filter(({ scheduledAt }) => scheduledAt === null)
    .toSorted((left, right) => (left.account.id < right.account.id ? -1 : 1))
  for (const target of waiting) {
    const account = { id: target.account.id, profile_id: plan.profileId }
    placed.set(account.id, { ...target, ...(await takeSlot(tx, account, now)) })
  }
  const targets = plan.targets.map((target) => placed.get(target.account.id) ?? target)
  const times = targets.map(({ scheduledAt }) => scheduledAt!.getTime())
  return { ...plan, scheduledAt: new Date(Math.min(...times)), targets }
}
