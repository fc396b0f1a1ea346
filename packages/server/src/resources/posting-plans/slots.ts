import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import type { Scope } from '../../access/scope.ts'
import type { Context } from '../../context.ts'
import { ServiceError } from '../../core/errors.ts'
import { limits } from '../../core/limits.ts'
import { slotInstants } from '../../core/slots.ts'
import type { Tx } from '../../database/open.ts'
import { type PageInput, readPage } from '../../http/list.ts'
import type { Slot } from '../../schemas/posting-plan.ts'
import {
  findPlanAccount,
  findPlanOf,
  findQueued,
  findTaken,
  type PlanAccount,
  type PlanRow,
} from './queries.ts'

const dayMs = 86_400_000
const minuteMs = 60_000

/** The coming slots of the account, earliest first, with the posts in them. 404 outside the scope. */
export async function listSlots(ctx: Context, scope: Scope, id: string, input: PageInput) {
  const account = await findPlanAccount(ctx.db.query, scope, id)
  if (!account) throw new ServiceError('account_not_found')
  const plan = await findPlanOf(ctx.db.query, account)
  const now = ctx.clock.now()
  return await readPage(input, ['slots', scope.ownerId, id], {
    length: 1,
    valuesOf: (slot: Slot) => [slot.slot_at],
    show: (slot) => slot,
    fetch: async (cursor, rows) => {
      const after = new Date(Math.max(now.getTime(), cursor ? instantOfCursor(cursor[0]) : 0))
      const queued = await findQueued(ctx.db.query, id, after, rows)
      const slots = new Map(
        queued.map((target) => [target.slot_at!.getTime(), showQueued(id, target)]),
      )
      const skipped = skippedOf(plan)
      let count = 0
      for (const slot of plan ? comingSlots(plan, after, now) : []) {
        if (count === rows) break
        count += 1
        if (slots.has(slot.getTime())) continue
        const isSkipped = skipped.has(slot.getTime())
        if (plan!.paused && !isSkipped) continue
        slots.set(slot.getTime(), showUnused(id, slot, isSkipped))
      }
      const instants = [...slots.keys()].sort((left, right) => left - right).slice(0, rows)
      return instants.map((instant) => slots.get(instant)!)
    },
  })
}

/**
 * The next free slot of the account and when to publish in it. Holds a lock until the transaction
 * ends, so that a concurrent transaction takes the next one. 409 `no_free_slot`.
 */
export async function takeSlot(
  tx: Tx,
  account: PlanAccount,
  now: Date,
): Promise<{ slotAt: Date; scheduledAt: Date }> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${account.id}, 6))`.execute(tx)
  const plan = await findPlanOf(tx, account)
  if (!plan || plan.slots.length === 0) throw noFreeSlot(account, 'has no posting plan. Create one')
  if (plan.paused) throw noFreeSlot(account, 'has a posting plan that is paused. Resume it')
  const taken = await findTaken(tx, account.id, now)
  const skipped = skippedOf(plan)
  for (const slotAt of comingSlots(plan, now, now)) {
    if (taken.has(slotAt.getTime()) || skipped.has(slotAt.getTime())) continue
    const jitter = randomInt(plan.jitter_minutes + 1)
    return { slotAt, scheduledAt: new Date(slotAt.getTime() + jitter * minuteMs) }
  }
  const days = limits.post.scheduleDaysMax
  throw noFreeSlot(account, `has no free slot within ${days} days. Add times to its posting plan`)
}

/**
 * The slot that a post fills which is scheduled for this time: a free slot at exactly this time. `null`
 * without one. Of two transactions at once, the unique index has the second run again, and see the first.
 */
export async function fillSlot(
  tx: Tx,
  account: PlanAccount,
  scheduledAt: Date,
  now: Date,
): Promise<Date | null> {
  const time = scheduledAt.getTime()
  if (time % minuteMs !== 0 || scheduledAt <= now) return null
  const plan = await findPlanOf(tx, account)
  if (!plan || plan.paused || skippedOf(plan).has(time)) return null
  const before = new Date(time - 1)
  if (slotInstants(plan.slots, plan.time_zone, before, scheduledAt).next().done) return null
  const [first] = await findQueued(tx, account.id, before, 1)
  return first?.slot_at?.getTime() === time ? null : scheduledAt
}

function comingSlots(plan: PlanRow, after: Date, now: Date): Generator<Date, void> {
  // A post may be scheduled this far ahead, jitter included.
  const ahead = limits.post.scheduleDaysMax * dayMs - plan.jitter_minutes * minuteMs
  return slotInstants(plan.slots, plan.time_zone, after, new Date(now.getTime() + ahead))
}

function skippedOf(plan: PlanRow | undefined): Set<number> {
  return new Set(plan?.skipped_slots.map((slot) => slot.getTime()))
}

function instantOfCursor(value: unknown): number {
  const instant = Date.parse(String(value))
  if (Number.isNaN(instant)) throw new ServiceError('invalid_cursor', { param: 'cursor' })
  return instant
}

function noFreeSlot(account: PlanAccount, what: string): ServiceError {
  const message = `The account ${what}, or send a time in scheduled_at.`
  return new ServiceError('no_free_slot', {
    details: [{ path: 'scheduled_at', code: 'no_free_slot', message, account_id: account.id }],
  })
}

type QueuedTarget = Awaited<ReturnType<typeof findQueued>>[number]

/** The slot of a queued target. */
export function showQueued(accountId: string, target: QueuedTarget): Slot {
  return {
    object: 'slot',
    account_id: accountId,
    slot_at: target.slot_at!.toISOString(),
    status: 'queued',
    post_id: target.post_id,
    scheduled_at: target.scheduled_at?.toISOString() ?? null,
  }
}

function showUnused(accountId: string, slot: Date, isSkipped: boolean): Slot {
  return {
    object: 'slot',
    account_id: accountId,
    slot_at: slot.toISOString(),
    status: isSkipped ? 'skipped' : 'free',
    post_id: null,
    scheduled_at: null,
  }
}
