import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Context } from '../../context.ts'
import { storeOf } from '../../storage/store.ts'

const linesPerQuery = 500

/** The files of copies, also in the schema of a backup that has no column for them. */
export const copyKeysSql = `
  select copy ->> 'storage_key' as key
  from media, jsonb_array_elements(coalesce(to_jsonb(media) -> 'copies', '[]')) as copy`

function journalFile({ config }: Pick<Context, 'config'>): string {
  return join(config.dataDir, 'media', 'restoring')
}

/** Records a file before it is stored, so that files of a killed restore can be removed later. */
export function noteFile(ctx: Pick<Context, 'config'>, key: string): void {
  mkdirSync(join(ctx.config.dataDir, 'media'), { recursive: true, mode: 0o700 })
  appendFileSync(journalFile(ctx), `${key}\n`, { mode: 0o600 })
}

export function hasJournal(ctx: Pick<Context, 'config'>): boolean {
  return existsSync(journalFile(ctx))
}

/**
 * Removes the recorded files that no row references: those of failed or killed restores and of a
 * replaced installation. Returns how many.
 */
export async function removeOrphans(ctx: Context): Promise<number> {
  if (!hasJournal(ctx)) return 0
  const keys = readFileSync(journalFile(ctx), 'utf8').split('\n').filter(Boolean)
  let removed = 0
  for (let from = 0; from < keys.length; from += linesPerQuery) {
    const batch = keys.slice(from, from + linesPerQuery)
    const { rows } = await ctx.db.pool.query<{ key: string }>(
      `select key from unnest($1::text[]) as key
       where not exists (select 1 from media where storage_key = key or thumbnail_key = key)
       and key not in (${copyKeysSql})`,
      [batch],
    )
    for (const { key } of rows) {
      await storeOf(ctx).remove(key)
      removed += 1
    }
  }
  rmSync(journalFile(ctx), { force: true })
  return removed
}
