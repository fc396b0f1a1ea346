import { type Expression, type SqlBool, sql } from 'kysely'
import type { Context } from '../../context.ts'
import { limits } from '../../core/limits.ts'
import type { Queries, Tx } from '../../database/open.ts'
import { StorageUnavailable } from '../../storage/file-store.ts'
import { storeOf } from '../../storage/store.ts'

/** After this time a removal that started but did not finish is retried. */
const retryMs = 600_000

/** Plans to remove files at `dueAt`. Call it before storing a file, or when deleting its row. */
export async function planRemoval(
  db: Queries,
  ownerId: string,
  keys: readonly string[],
  dueAt: Date,
): Promise<void> {
  const rows = keys.map((key) => ({
    storage_key: key,
    owner_id: ownerId,
    due_at: dueAt,
    begun_at: null,
  }))
  await db
    .insertInto('media_removal')
    .values(rows)
    .onConflict((conflict) => conflict.column('storage_key').doNothing())
    .execute()
}

/** Cancels the removal of files whose row this transaction inserts; `false` if they may be gone. */
export async function cancelRemoval(tx: Tx, keys: readonly string[]): Promise<boolean> {
  const canceled = await tx
    .deleteFrom('media_removal')
    .where('storage_key', 'in', keys)
    .where('begun_at', 'is', null)
    .returning('storage_key')
    .execute()
  return canceled.length === keys.length
}

/**
 * Removes files whose row was not inserted because of `reason`. Plans their removal again, because the
 * erasure of a deleted profile may have done the first one before the files were stored. While the
 * storage is away only the plan is made, so that the caller need not wait for it twice.
 */
export async function removeAbandoned(
  ctx: Context,
  ownerId: string,
  keys: readonly string[],
  reason: unknown,
): Promise<void> {
  try {
    await planRemoval(ctx.db.query, ownerId, keys, ctx.clock.now())
    if (!(reason instanceof StorageUnavailable)) await removeFiles(ctx, { keys })
  } catch (err) {
    ctx.log.warn({ err, storage_keys: keys }, 'media.removal_failed')
  }
}

/** Selects planned removals. */
export type RemovalFilter = { keys: readonly string[] } | { prefix: string } | { due: Date }

/**
 * Removes files from the store, then deletes their planned removals. Throws if a file cannot be
 * removed; it stays planned, so callers need not retry.
 */
export async function removeFiles(ctx: Context, filter: RemovalFilter): Promise<void> {
  const failures: unknown[] = []
  let claimedCount: number = limits.media.removalsPerBatchMax
  while (claimedCount === limits.media.removalsPerBatchMax) {
    const keys = await claimRemovals(ctx, filter)
    claimedCount = keys.length
    for (const key of keys) {
      try {
        await storeOf(ctx).remove(key)
        await ctx.db.query.deleteFrom('media_removal').where('storage_key', '=', key).execute()
      } catch (err) {
        failures.push(err)
        // The others would wait as long. They are due again.
        if (err instanceof StorageUnavailable) break
      }
    }
    if (failures.length > 0)
      throw new AggregateError(
        failures,
        'some files could not be removed; the removal will be retried',
      )
  }
}

async function claimRemovals(ctx: Context, filter: RemovalFilter): Promise<string[]> {
  const now = ctx.clock.now()
  const retryAt = new Date(now.getTime() + retryMs)
  const { rows } = await sql<{ storage_key: string }>`
    update media_removal set begun_at = ${now}, due_at = ${retryAt}
    where storage_key in (
      select storage_key from media_removal where ${conditionOf(filter)}
      order by due_at limit ${limits.media.removalsPerBatchMax} for update)
    returning storage_key`.execute(ctx.db.query)
  return rows.map((row) => row.storage_key)
}

function conditionOf(filter: RemovalFilter): Expression<SqlBool> {
  if ('keys' in filter) return sql`storage_key = any(${filter.keys})`
  if ('prefix' in filter) return sql`starts_with(storage_key, ${filter.prefix})`
  return sql`due_at <= ${filter.due}`
}
