import { resolveProfile } from '../../access/reference.ts'
import type { Scope } from '../../access/scope.ts'
import type { Context } from '../../context.ts'
import { ServiceError } from '../../core/errors.ts'
import type { WeeklySlot } from '../../core/slots.ts'
import type { Queries, Tx } from '../../database/open.ts'
import { eraseRows } from '../../database/profile-rows.ts'
import type { PostingPlan, PostingPlanUpdate } from '../../schemas/posting-plan.ts'
import type { ProfileEraser } from '../profiles/deletion.ts'
import { findPlanAccount, findPlanOf, type PlanRow, selectPlans } from './queries.ts'

/** The plan of the profile, which is empty before it is first saved. 404 outside the scope. */
export async function getProfilePlan(
  ctx: Context,
  scope: Scope,
  reference: string,
): Promise<PostingPlan> {
  const { id } = await resolveProfile(ctx.db.query, scope, reference)
  return showPlan((await findProfilePlan(ctx.db.query, id)) ?? (await emptyPlan(ctx.db.query, id)))
}

/** The plan that applies to the account: its own, or its profile's. 404 outside the scope. */
export async function getAccountPlan(ctx: Context, scope: Scope, id: string): Promise<PostingPlan> {
  const account = await findPlanAccount(ctx.db.query, scope, id)
  if (!account) throw new ServiceError('account_not_found')
  return showPlan(await applyingPlan(ctx.db.query, account))
}

/** Creates or changes the plan of the profile. Posts that are already queued keep their times. */
export async function updateProfilePlan(
  ctx: Context,
  scope: Scope,
  reference: string,
  input: PostingPlanUpdate,
): Promise<PostingPlan> {
  const now = ctx.clock.now()
  return await ctx.db.transact(async (tx) => {
    const { id } = await resolveProfile(tx, scope, reference)
    await lockLivingProfile(tx, id)
    const before = (await findProfilePlan(tx, id)) ?? (await emptyPlan(tx, id))
    await savePlan(tx, scope, { ...before, subject_id: id, account_id: null }, input, now)
    return showPlan((await findProfilePlan(tx, id))!)
  })
}

/** Creates or changes the account's own plan, which starts as a copy of its profile's. */
export async function updateAccountPlan(
  ctx: Context,
  scope: Scope,
  id: string,
  input: PostingPlanUpdate,
): Promise<PostingPlan> {
  const now = ctx.clock.now()
  return await ctx.db.transact(async (tx) => {
    const account = await lockPlanAccount(tx, scope, id)
    const before = await applyingPlan(tx, account)
    await savePlan(tx, scope, { ...before, subject_id: id, account_id: id }, input, now)
    return showPlan((await findPlanOf(tx, account))!)
  })
}

/** Deletes the account's own plan and returns its profile's, which then applies. Idempotent. */
export async function deleteAccountPlan(
  ctx: Context,
  scope: Scope,
  id: string,
): Promise<PostingPlan> {
  return await ctx.db.transact(async (tx) => {
    const account = await lockPlanAccount(tx, scope, id)
    await tx.deleteFrom('posting_plan').where('subject_id', '=', id).execute()
    return showPlan(await applyingPlan(tx, account))
  })
}

/** An account's own plan moves with it to another profile, in the caller's transaction. */
export async function movePlan(tx: Tx, accountId: string, profileId: string): Promise<void> {
  await tx
    .updateTable('posting_plan')
    .set({ profile_id: profileId })
    .where('subject_id', '=', accountId)
    .execute()
}

export const planEraser: ProfileEraser = {
  erase: (ctx, profileId) => eraseRows(ctx.db, 'posting_plan', profileId, ['subject_id']),
}

async function savePlan(
  tx: Tx,
  scope: Scope,
  before: PlanRow,
  input: PostingPlanUpdate,
  now: Date,
): Promise<void> {
  const skipped = input.skipped_slots?.map((slot) => new Date(slot)) ?? before.skipped_slots
  const values = {
    slots: JSON.stringify(sortedSlots(input.slots ?? before.slots)),
    jitter_minutes: input.jitter_minutes ?? before.jitter_minutes,
    paused: input.paused ?? before.paused,
    skipped_slots: skipped
      .filter((slot) => slot > now)
      .sort((left, right) => left.getTime() - right.getTime()),
    updated_at: now,
  }
  await tx
    .insertInto('posting_plan')
    .values({
      subject_id: before.subject_id,
      owner_id: scope.ownerId,
      profile_id: before.profile_id,
      account_id: before.account_id,
      ...values,
      created_at: now,
    })
    .onConflict((conflict) => conflict.column('subject_id').doUpdateSet(values))
    .execute()
}

const weekOrder = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']

/** Each once, from Monday on. */
function sortedSlots(slots: readonly WeeklySlot[]): WeeklySlot[] {
  const keyOf = ({ weekday, time }: WeeklySlot) => `${weekOrder.indexOf(weekday)} ${time}`
  const unique = new Map(slots.map((slot) => [keyOf(slot), slot]))
  return [...unique].sort(([left], [right]) => (left < right ? -1 : 1)).map(([, slot]) => slot)
}

async function findProfilePlan(db: Queries, profileId: string): Promise<PlanRow | undefined> {
  return await selectPlans(db).where('posting_plan.subject_id', '=', profileId).executeTakeFirst()
}

async function applyingPlan(
  db: Queries,
  account: { id: string; profile_id: string },
): Promise<PlanRow> {
  return (await findPlanOf(db, account)) ?? (await emptyPlan(db, account.profile_id))
}

async function emptyPlan(db: Queries, profileId: string): Promise<PlanRow> {
  const { time_zone } = await db
    .selectFrom('profile')
    .select('time_zone')
    .where('id', '=', profileId)
    .executeTakeFirstOrThrow()
  return {
    subject_id: profileId,
    profile_id: profileId,
    account_id: null,
    slots: [],
    jitter_minutes: 0,
    paused: false,
    skipped_slots: [],
    updated_at: null as never,
    time_zone,
  }
}

/** Locks the account, so that it does not move before its plan is written. */
async function lockPlanAccount(tx: Tx, scope: Scope, id: string) {
  const account = await findPlanAccount(tx, scope, id)
  if (!account) throw new ServiceError('account_not_found')
  await lockLivingProfile(tx, account.profile_id)
  await tx.selectFrom('account').select('id').where('id', '=', id).forUpdate().execute()
  return (await findPlanAccount(tx, scope, id)) ?? account
}

/** Serializes updates of a plan, and no plan is written for a profile that is being deleted. */
async function lockLivingProfile(tx: Tx, id: string): Promise<void> {
  const profile = await tx
    .selectFrom('profile')
    .select('id')
    .where('id', '=', id)
    .where('deleting_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!profile) throw new ServiceError('profile_not_found')
}

function showPlan(row: PlanRow): PostingPlan {
  return {
    id: row.subject_id,
    object: 'posting_plan',
    profile_id: row.profile_id,
    account_id: row.account_id,
    time_zone: row.time_zone,
    slots: row.slots,
    jitter_minutes: row.jitter_minutes,
    paused: row.paused,
    skipped_slots: row.skipped_slots.map((slot) => slot.toISOString()),
    updated_at: row.updated_at?.toISOString() ?? null,
  }
}
