import type { Scope } from '../../access/scope.ts'
import type { Context } from '../../context.ts'
import { ServiceError } from '../../core/errors.ts'
import { limits } from '../../core/limits.ts'
import type { ApiRequestTable } from '../../database/member-tables.ts'
import { type PageInput, readPage } from '../../http/list.ts'
import type { ApiRequest, RequestFilter } from '../../schemas/api-request.ts'
import { findRequest, listRequestsAfter } from './queries.ts'

/** The visible requests of the last 7 days, newest first. */
export async function listRequests(ctx: Context, scope: Scope, input: PageInput & RequestFilter) {
  const { limit, cursor, ...filter } = input
  const since = oldestOf(ctx)
  return await readPage(
    { limit, cursor },
    ['requests', scope.ownerId, scope.kind, scope.profile?.id ?? null, filter],
    {
      length: 2,
      valuesOf: (row: ApiRequestTable) => [row.created_at.toISOString(), row.id],
      show: showRequest,
      fetch: (after, rows) => listRequestsAfter(ctx.db.query, scope, since, filter, after, rows),
    },
  )
}

/** A visible request of the last 7 days; 404 `api_request_not_found`. */
export async function getRequest(ctx: Context, scope: Scope, id: string): Promise<ApiRequest> {
  const row = await findRequest(ctx.db.query, scope, oldestOf(ctx), id)
  if (!row) throw new ServiceError('api_request_not_found')
  return showRequest(row)
}

/** Partitions are dropped up to a day later. */
function oldestOf({ clock }: Context): Date {
  return new Date(clock.now().getTime() - limits.requestLog.keptDays * 86_400_000)
}

function showRequest(row: ApiRequestTable): ApiRequest {
  return {
    id: row.id,
    object: 'api_request',
    created_at: row.created_at.toISOString(),
    method: row.method as ApiRequest['method'],
    path: row.path,
    operation: row.operation,
    status: row.status,
    error_code: row.error_code,
    error_fields: row.error_fields,
    error_details: row.error_details,
    duration_ms: row.duration_ms,
    request_id: row.sent_request_id ?? row.id,
    key: { id: row.key_id, name: row.key_name, kind: row.key_kind },
    profile_id: row.profile_id,
    via: row.via,
  }
}
