import { type Expression, type SqlBool, sql } from 'kysely'
import type { Context } from '../../context.ts'
import { limits } from '../../core/limits.ts'
import type { Reader, Tx } from '../../database/open.ts'
import { storeOf } from '../../storage/store.ts'

/** When a removal that was begun and did not end is tried again. */
const retryMs = 600_000

/** Notes files that will go at `dueAt`. Before a file is put; or with the row that leaves it. */
export async function planRemoval(
  db: Reader,
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
  await db.insertInto('media_removal').values(rows).execute()
}

/** Claims files for the row that this transaction inserts; `false` when they may be gone. */
export async function cancelRemoval(tx: Tx, keys: readonly string[]): Promise<boolean> {
  const cancelled = await tx
    .deleteFrom('media_removal')
    .where('storage_key', 'in', keys)
    .where('begun_at', 'is', null)
    .returning('storage_key')
    .execute()
  return cancelled.length === keys.length
}

/** Which planned removals are meant. */
export type Removals = { keys: readonly string[] } | { prefix: string } | { due: Date }

/**
 * Removes files from the store for good, then forgets them. Throws when the store refuses one; that
 * one stays planned, so whoever calls need not repeat it.
 */
export async function removeFiles(ctx: Context, which: Removals): Promise<void> {
  const failures: unknown[] = []
  let found: number = limits.media.removalsPerBatchMax
  while (found === limits.media.removalsPerBatchMax) {
    const keys = await beginRemovals(ctx, which)
    found = keys.length
    for (const key of keys) {
      try {
        await storeOf(ctx).remove(key)
        await ctx.db.read.deleteFrom('media_removal').where('storage_key', '=', key).execute()
      } catch (err) {
        failures.push(err)
      }
    }
    if (failures.length > 0) throw new AggregateError(failures, 'files could not be removed')
  }
}

async function beginRemovals(ctx: Context, which: Removals): Promise<string[]> {
  const now = ctx.clock.now()
  const retryAt = new Date(now.getTime() + retryMs)
  const { rows } = await sql<{ storage_key: string }>`
    update media_removal set begun_at = ${now}, due_at = ${retryAt}
    where storage_key in (
      select storage_key from media_removal where ${conditionOf(which)}
      order by due_at limit ${limits.media.removalsPerBatchMax} for update)
    returning storage_key`.execute(ctx.db.read)
  return rows.map((row) => row.storage_key)
}

function conditionOf(which: Removals): Expression<SqlBool> {
  if ('keys' in which) return sql`storage_key = any(${which.keys})`
  if ('prefix' in which) return sql`starts_with(storage_key, ${which.prefix})`
  return sql`due_at <= ${which.due}`
}
