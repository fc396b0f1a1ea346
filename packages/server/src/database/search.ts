import { type RawBuilder, sql } from 'kysely'
import pg from 'pg'
import { ServiceError } from '../core/errors.ts'
import { limits } from '../core/limits.ts'
import type { Database, Tx } from './open.ts'

/**
 * The number of newest rows that are read before the index is used. Frequent words fill a page from
 * them. For those the index would return hundreds of thousands of rows to sort.
 */
export const newestRows = 5_000

const queryCanceled = '57014'

/**
 * Runs the queries of a search in a transaction with a time limit for each statement. `isMatch` is the
 * condition that the `search_text` of a row contains every word of the search; a word of one or two
 * letters must be the beginning of a word. Throws 422 `search_timeout`.
 */
export async function inSearch<Row>(
  db: Database,
  search: string,
  table: 'post' | 'comment' | 'saved_text' | 'media',
  query: (tx: Tx, isMatch: RawBuilder<boolean>) => Promise<Row[]>,
): Promise<Row[]> {
  try {
    return await db.transact(async (tx) => {
      const words = await foldWords(tx, search)
      if (words.length === 0) return []
      const column = sql.ref(`${table}.search_text`)
      const conditions = words.map((word) => sql<boolean>`${column} like ${patternOf(word)}`)
      return await query(tx, sql<boolean>`(${sql.join(conditions, sql` and `)})`)
    })
  } catch (cause) {
    const isTooSlow = cause instanceof pg.DatabaseError && cause.code === queryCanceled
    throw isTooSlow ? new ServiceError('search_timeout', { param: 'search', cause }) : cause
  }
}

/**
 * Sets the time limit and returns the words as `search_text` has them, without those of which nothing
 * is left. The plan of a query depends on the words, so none is kept for others.
 */
async function foldWords(tx: Tx, search: string): Promise<string[]> {
  const { rows } = await sql<{ word: string }>`
    select fold_for_search(word) as word,
      set_config('statement_timeout', ${`${limits.search.statementMsMax}`}, true),
      set_config('plan_cache_mode', 'force_custom_plan', true)
    from unnest(${search.split(/\s+/)}::text[]) as word`.execute(tx)
  return rows.map(({ word }) => word).filter((word) => word !== '')
}

function patternOf(word: string): string {
  const start = [...word].length < 3 ? '% ' : '%'
  return `${start}${escaped(word)}%`
}

/** The condition that a part of an account's names is `text`, in any case. Its index is `account_names`. */
export function accountNameIncludes(text: string): RawBuilder<boolean> {
  return sql<boolean>`lower(account.username || ' ' || coalesce(account.display_name, ''))
    like lower(${`%${escaped(text)}%`})`
}

function escaped(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&')
}
