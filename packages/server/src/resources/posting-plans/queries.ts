import { sql } from 'kysely'
import { inScope, type Scope } from '../../access/scope.ts'
import type { Queries } from '../../database/open.ts'

const columns = [
  'posting_plan.subject_id',
  'posting_plan.profile_id',
  'posting_plan.account_id',
  'posting_plan.slots',
  'posting_plan.jitter_minutes',
  'posting_plan.paused',
  'posting_plan.skipped_slots',
  'posting_plan.updated_at',
  'profile.time_zone',
] as const

export function selectPlans(db: Queries) {
  return db
    .selectFrom('posting_plan')
    .innerJoin('profile', 'profile.id', 'posting_plan.profile_id')
    .select(columns)
}

export type PlanRow = Awaited<ReturnType<ReturnType<typeof selectPlans>['executeTakeFirstOrThrow']>>

export type PlanAccount = { id: string; profile_id: string }

/** The plan that applies to the account: its own, or its profile's. */
export async function findPlanOf(
  db: Queries,
  { id, profile_id }: PlanAccount,
): Promise<PlanRow | undefined> {
  return await selectPlans(db)
    .where('posting_plan.subject_id', 'in', [id, profile_id])
    .orderBy('posting_plan.account_id', (order) => order.asc().nullsLast())
    .limit(1)
    .executeTakeFirst()
}

/** The account, if it is in scope. */
export async function findPlanAccount(
  db: Queries,
  scope: Scope,
  id: string,
): Promise<PlanAccount | undefined> {
  return await db
    .selectFrom('account')
    .select(['id', 'profile_id'])
    .where(inScope(scope, 'account'))
    .where('id', '=', id)
    .executeTakeFirst()
}

/**
 * The instants in ms, after `from`, of the slots of the account that have a post. One row, because reading
 * thousands of rows takes longer than the search for a free slot.
 */
export async function findTaken(db: Queries, accountId: string, from: Date): Promise<Set<number>> {
  const { seconds } = await db
    .selectFrom('post_target')
    .select(sql<number[] | null>`array_agg(extract(epoch from slot_at)::float8)`.as('seconds'))
    .where('account_id', '=', accountId)
    .where('slot_at', '>', from)
    .where('status', '<>', 'canceled')
    .executeTakeFirstOrThrow()
  return new Set(seconds?.map((each) => each * 1_000))
}

/** The posts in the slots of the account from an instant on, at most `rows`, in order. */
export async function findQueued(db: Queries, accountId: string, from: Date, rows: number) {
  return await db
    .selectFrom('post_target')
    .select(['slot_at', 'post_id', 'scheduled_at'])
    .where('account_id', '=', accountId)
    .where('slot_at', '>', from)
    .where('status', '<>', 'canceled')
    .orderBy('slot_at')
    .limit(rows)
    .execute()
}
