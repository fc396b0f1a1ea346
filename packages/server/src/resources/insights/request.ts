import { sql } from 'kysely'
import { impliedProfileId } from '../../access/reference.ts'
import { inScope, type Scope } from '../../access/scope.ts'
import type { Context } from '../../context.ts'
import { ServiceError } from '../../core/errors.ts'
import { newId } from '../../core/ids.ts'
import { limits } from '../../core/limits.ts'
import type { PlatformValue } from '../../core/networks.ts'
import { type Tx, wakeAfterCommit } from '../../database/open.ts'
import { lockOwner } from '../../database/quota.ts'
import type { InsightsSync } from '../../schemas/insight.ts'

const { syncPauseMs } = limits.insights

/**
 * Requests a sync of the given accounts, or of all connected ones in scope. At most once per 5
 * minutes and profile: 429 `sync_too_soon` with `Retry-After`; a request for all profiles counts
 * for every profile. 404 `account_not_found`, 422 `insights_not_supported`,
 * `account_not_connected`.
 */
export async function requestSync(
  ctx: Context,
  scope: Scope,
  input: { account_ids?: string[] | undefined },
): Promise<InsightsSync> {
  const now = ctx.clock.now()
  const id = newId('sync')
  const profileId = impliedProfileId(scope)
  const total = await ctx.db.transact(async (tx) => {
    const accountIds = await chooseAccounts(ctx, tx, scope, input.account_ids)
    await enforcePause(tx, scope.ownerId, profileId, now)
    await tx
      .insertInto('insight_sync')
      .values({
        id,
        owner_id: scope.ownerId,
        profile_id: profileId,
        created_at: now,
      })
      .execute()
    await scheduleAccounts(tx, id, accountIds, now)
    return accountIds.length
  })
  return showSync({
    id,
    profile_id: profileId,
    created_at: now,
    total,
    done: 0,
    failed: 0,
    finished_at: null,
  })
}

/** A sync with its progress; 404 `insights_sync_not_found` outside the scope. */
export async function readSync(ctx: Context, scope: Scope, id: string): Promise<InsightsSync> {
  const row = await ctx.db.query
    .selectFrom('insight_sync')
    .leftJoin('insight_sync_account as a', 'a.sync_id', 'insight_sync.id')
    .select([
      'insight_sync.id',
      'insight_sync.profile_id',
      'insight_sync.created_at',
      sql<number>`count(a.account_id)::integer`.as('total'),
      sql<number>`(count(*) filter (where a.outcome = 'done'))::integer`.as('done'),
      sql<number>`(count(*) filter (where a.outcome = 'failed'))::integer`.as('failed'),
      sql<Date | null>`max(a.finished_at)`.as('finished_at'),
    ])
    .where(inScope(scope, 'insight_sync'))
    .where('insight_sync.id', '=', id)
    .groupBy('insight_sync.id')
    .executeTakeFirst()
  if (!row) throw new ServiceError('insights_sync_not_found')
  return showSync(row)
}

async function chooseAccounts(
  ctx: Context,
  tx: Tx,
  scope: Scope,
  requestedIds: string[] | undefined,
): Promise<string[]> {
  let query = tx
    .selectFrom('account')
    .select(['account.id', 'account.platform', 'account.status'])
    .where(inScope(scope, 'account'))
  if (requestedIds) query = query.where(sql<boolean>`account.id = any(${requestedIds})`)
  const rows = await query.orderBy('account.id').execute()
  const hasInsights = (platform: string) =>
    ctx.platforms.get(platform as PlatformValue)?.insights !== undefined
  if (!requestedIds) {
    return rows
      .filter((row) => row.status === 'connected' && hasInsights(row.platform))
      .map((row) => row.id)
  }
  for (const [index, id] of requestedIds.entries()) {
    const path = `account_ids.${index}`
    const row = rows.find((account) => account.id === id)
    if (!row) throw refusal('account_not_found', path, 'This account does not exist.')
    if (!hasInsights(row.platform)) {
      throw refusal('insights_not_supported', path, `${row.platform} does not provide insights.`)
    }
    if (row.status !== 'connected') {
      throw refusal(
        'account_not_connected',
        path,
        `The account ${id} is not connected. Reconnect it.`,
      )
    }
  }
  return rows.map((row) => row.id)
}

function refusal(
  code: 'account_not_found' | 'insights_not_supported' | 'account_not_connected',
  path: string,
  message: string,
): ServiceError {
  return new ServiceError(code, { details: [{ path, code, message }] })
}

async function enforcePause(
  tx: Tx,
  ownerId: string,
  profileId: string | null,
  now: Date,
): Promise<void> {
  await lockOwner(tx, ownerId)
  let query = tx
    .selectFrom('insight_sync')
    .select('created_at')
    .where('owner_id', '=', ownerId)
    .where('created_at', '>', new Date(now.getTime() - syncPauseMs))
  if (profileId) {
    query = query.where((eb) =>
      eb.or([eb('profile_id', '=', profileId), eb('profile_id', 'is', null)]),
    )
  }
  const last = await query.orderBy('created_at', 'desc').limit(1).executeTakeFirst()
  if (!last) return
  const waitMs = last.created_at.getTime() + syncPauseMs - now.getTime()
  throw new ServiceError('sync_too_soon', {
    retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1_000)),
  })
}

/** Adds the accounts to the sync and makes their insights due now. */
async function scheduleAccounts(
  tx: Tx,
  syncId: string,
  accountIds: string[],
  now: Date,
): Promise<void> {
  if (accountIds.length === 0) return
  await sql`
    insert into insight_sync_account (sync_id, account_id)
    select ${syncId}, unnest(${accountIds}::text[])`.execute(tx)
  await sql`
    insert into account_poll (id, account_id, kind, due_at)
    select gen_random_uuid()::text, account_id, 'insights', ${now}
    from unnest(${accountIds}::text[]) as account_id order by account_id
    on conflict (account_id, kind) do update set due_at = excluded.due_at`.execute(tx)
  wakeAfterCommit(tx, 'work')
}

function showSync(row: {
  id: string
  profile_id: string | null
  created_at: Date
  total: number
  done: number
  failed: number
  finished_at: Date | null
}): InsightsSync {
  const { total, done, failed } = row
  const isFinished = done + failed === total
  const completedAt = isFinished ? (row.finished_at ?? row.created_at) : null
  return {
    id: row.id,
    object: 'insights_sync',
    profile_id: row.profile_id,
    status: isFinished ? outcomeOf(done, failed) : 'running',
    accounts: { total, done, failed },
    created_at: row.created_at.toISOString(),
    completed_at: completedAt?.toISOString() ?? null,
    next_allowed_at: new Date(row.created_at.getTime() + syncPauseMs).toISOString(),
  }
}

function outcomeOf(done: number, failed: number): InsightsSync['status'] {
  if (failed === 0) return 'completed'
  return done === 0 ? 'failed' : 'partially_completed'
}
