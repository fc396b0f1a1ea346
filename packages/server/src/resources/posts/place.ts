import type { Tx } from '../../database/open.ts'
import { fillSlot, takeSlot } from '../posting-plans/slots.ts'
import type { PlannedTarget, PostPlan } from './plan.ts'

/**
 * Gives each target of a queued post without its own time the next free slot of its account; the post's
 * time is the earliest of all. 409 `no_free_slot`. A target that is scheduled for exactly the time of a free
 * slot fills that slot.
 */
export async function placeInSlots(tx: Tx, plan: PostPlan, now: Date): Promise<PostPlan> {
  if (plan.mode !== 'schedule') return plan
  const placed = new Map<string, PlannedTarget>()
  // In a fixed order, because a queued one takes a lock.
  const inOrder = plan.targets.toSorted((left, right) =>
    left.account.id < right.account.id ? -1 : 1,
  )
  for (const target of inOrder) {
    const account = { id: target.account.id, profile_id: plan.profileId }
    const { scheduledAt } = target
    const slot = scheduledAt
      ? { slotAt: await fillSlot(tx, account, scheduledAt, now) }
      : await takeSlot(tx, account, now)
    placed.set(account.id, { ...target, ...slot })
  }
  const targets = plan.targets.map((target) => placed.get(target.account.id)!)
  if (!plan.isQueued) return { ...plan, targets }
  const times = targets.map(({ scheduledAt }) => scheduledAt!.getTime())
  return { ...plan, scheduledAt: new Date(Math.min(...times)), targets }
}
