import { type RawBuilder, sql } from 'kysely'
import { inScope, type Scope } from '../../access/scope.ts'
import type { CursorValue } from '../../core/cursor.ts'
import type { ApiRequestTable } from '../../database/member-tables.ts'
import type { Queries } from '../../database/open.ts'
import { partitionedTables } from '../../database/partitioned-tables.ts'
import { plannedForValues, rowLimit } from '../../database/statements.ts'

export type RequestFilter = {
  key_id?: string | undefined
  method?: string | undefined
  /** Such as `422` or `4xx`. */
  status?: string[] | undefined
  error_code?: string | undefined
  operation?: string | undefined
  request_id?: string | undefined
  from?: string | undefined
  to?: string | undefined
}

const equalColumns = ['key_id', 'method', 'error_code', 'operation'] as const

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
  let query = selectVisible(db, scope, since).modifyFront(plannedForValues)
  for (const column of equalColumns) {
    const value = filter[column]
    if (value !== undefined) query = query.where(column, '=', value)
  }
  const { request_id: requestId, status, from, to } = filter
  if (requestId !== undefined) {
    query = query.where((eb) =>
      eb.or([
        eb('sent_request_id', '=', requestId),
        eb.and([eb('id', '=', requestId), eb('sent_request_id', 'is', null)]),
      ]),
    )
  }
  if (status) query = query.where(hasStatus(status))
  if (from) query = query.where('created_at', '>=', new Date(from))
  if (to) query = query.where('created_at', '<', new Date(to))
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
