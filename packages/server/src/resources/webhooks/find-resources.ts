import { sql } from 'kysely'
import { inScope, type Scope } from '../../access/scope.ts'
import type { Database } from '../../database/open.ts'
import { accountNameIncludes, inSearch, newestRows } from '../../database/search.ts'
import { plannedForValues } from '../../database/statements.ts'

/** The newest resources of each type whose events are looked for. */
const foundMax = 200

/** How the lists of posts and comments are ordered, which their indexes are for. */
const listOrders = {
  post: sql`scheduled_at desc nulls last, id desc`,
  comment: sql`commented_at desc, id desc`,
} as const

/**
 * The IDs of what a search of deliveries can mean: the text itself, the newest posts and comments that
 * contain its words, and accounts with it in their names. Throws 422 `search_timeout`.
 */
export async function findResources(db: Database, scope: Scope, search: string): Promise<string[]> {
  const found = await Promise.all([
    searchTexts(db, scope, search, 'post'),
    searchTexts(db, scope, search, 'comment'),
    searchAccounts(db, scope, search.replace(/^@/, '')),
  ])
  return [search, ...found.flat().map(({ id }) => id)]
}

/** From the newest rows if they fill the result, otherwise from all that the search index finds. */
async function searchTexts(db: Database, scope: Scope, search: string, table: 'post' | 'comment') {
  return await inSearch(db, search, table, async (tx, isMatch) => {
    const name = sql.table(table)
    const rowsInScope = sql`select id, search_text from ${name} where ${inScope(scope, table)}`
    const newest = sql`${rowsInScope} order by ${listOrders[table]} limit ${newestRows}`
    // With an offset PostgreSQL does not walk the index of the order, which rare words make slow.
    const all = sql`${rowsInScope} and ${isMatch} offset 0`
    let found: { id: string }[] = []
    for (const source of [newest, all]) {
      const { rows } = await sql<{ id: string }>`select id from (${source}) as ${name}
        where ${isMatch} order by id desc limit ${foundMax}`.execute(tx)
      found = rows
      if (found.length === foundMax) break
    }
    return found
  })
}

async function searchAccounts(db: Database, scope: Scope, name: string) {
  return await db.query
    .selectFrom('account')
    .select('id')
    .where(inScope(scope, 'account'))
    .where(accountNameIncludes(name))
    .modifyFront(plannedForValues)
    .limit(foundMax)
    .execute()
}
