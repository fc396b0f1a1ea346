import { type RawBuilder, sql } from 'kysely'
import { inScope, type Scope } from '../../access/scope.ts'
import type { CursorValue } from '../../core/cursor.ts'
import { type Conditions, meetsAll } from '../../database/filters.ts'
import type { ApiRequestTable } from '../../database/member-tables.ts'
import type { Queries } from '../../database/open.ts'
import { partitionedTables } from '../../database/partitioned-tables.ts'
import { plannedForValues, rowLimit } from '../../database/statements.ts'
import type { RequestFilter } from '../../schemas/api-request.ts'

const conditions: Conditions<RequestFilter> = {
  key_id: (id) => sql`key_id = ${id}`,
  method: (method) => sql`method = ${method}`,
  status: hasStatus,
  error_code: (code) => sql`error_code = ${code}`,
  operation: (operation) => sql`operation = ${operation}`,
  request_id: (id) => sql`(sent_request_id = ${id} or (id = ${id} and sent_request_id is null))`,
  from: (time) => sql`created_at >= ${new Date(time)}`,
  to: (time) => sql`created_at < ${new Date(time)}`,
}

/** The requests since a time that the scope sees: only owners see those of owner keys. */
function selectVisible(db: Queries, scope: Scope, since: Date) {
  const query = db
    .selectFrom('api_request')
    .select(partitionedTables.api_request.columns)
    .where(inScope(scope, 'api_request'))
    .where('created_at', '>=', since)
  return scope.kind === 'owner' ? query : query.where('key_kind', '=', 'profile')
}

export async function listRequestsAfter(
  db: Queries,
  scope: Scope,
  since: Date,
  filter: RequestFilter,
  after: CursorValue[] | null,
  rows: number,
): Promise<ApiRequestTable[]> {
  let query = selectVisible(db, scope, since)
    .modifyFront(plannedForValues)
    .where(meetsAll(filter, conditions))
  if (after) {
    // The plain comparison selects the partitions, which that of rows does not.
    query = query
      .where(sql<boolean>`created_at <= ${after[0]}::timestamptz`)
      .where(sql<boolean>`(created_at, id) < (${after[0]}::timestamptz, ${after[1]})`)
  }
  return await query
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(rowLimit(rows))
    .execute()
}

/**
 * Failed requests have indexes. With the status, the condition of an index says the same twice, and PostgreSQL
 * would expect fewer rows and sort all of them, so `coalesce` hides the status from it.
 */
function hasStatus(status: readonly string[]): RawBuilder<boolean> {
  const ranges = status.map(
    (value) =>
      sql`status between ${Number(value.replace('xx', '00'))} and ${Number(value.replace('xx', '99'))}`,
  )
  const isOne = sql<boolean>`(${sql.join(ranges, sql` or `)})`
  if (status.every((value) => value >= '5')) {
    return sql<boolean>`(status >= 500 and coalesce(${isOne}, false))`
  }
  if (status.every((value) => value >= '4')) {
    return sql<boolean>`(error_code is not null and coalesce(${isOne}, false))`
  }
  return isOne
}

export async function findRequest(
  db: Queries,
  scope: Scope,
  since: Date,
  id: string,
): Promise<ApiRequestTable | undefined> {
  return await selectVisible(db, scope, since).where('id', '=', id).executeTakeFirst()
}
