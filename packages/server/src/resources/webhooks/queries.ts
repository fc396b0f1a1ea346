import { inScope, type Scope } from '../../access/scope.ts'
import type { CursorValue } from '../../core/cursor.ts'
import type { Queries, Tx } from '../../database/open.ts'
import { rowLimit } from '../../database/statements.ts'

const endpointColumns = [
  'webhook_endpoint.id',
  'webhook_endpoint.owner_id',
  'webhook_endpoint.profile_id',
  'webhook_endpoint.url',
  'webhook_endpoint.events',
  'webhook_endpoint.description',
  'webhook_endpoint.active',
  'webhook_endpoint.inactive_reason',
  'webhook_endpoint.consecutive_failures',
  'webhook_endpoint.last_success_at',
  'webhook_endpoint.last_failure_at',
  'webhook_endpoint.previous_secret_until',
  'webhook_endpoint.created_at',
  'webhook_endpoint.updated_at',
] as const

function selectEndpoints(db: Queries, scope: Scope) {
  return db
    .selectFrom('webhook_endpoint')
    .select(endpointColumns)
    .where(inScope(scope, 'webhook_endpoint'))
}

export type EndpointRow = Awaited<
  ReturnType<ReturnType<typeof selectEndpoints>['executeTakeFirstOrThrow']>
>

/** One page of the endpoints in scope, the oldest first. */
export async function listEndpointsAfter(
  db: Queries,
  scope: Scope,
  after: CursorValue[] | null,
  rows: number,
): Promise<EndpointRow[]> {
  return await selectEndpoints(db, scope)
    .$if(after !== null, (query) => query.where('webhook_endpoint.id', '>', String(after?.[0])))
    .orderBy('webhook_endpoint.id')
    .limit(rowLimit(rows))
    .execute()
}

export async function findEndpoint(
  db: Queries,
  scope: Scope,
  id: string,
): Promise<EndpointRow | undefined> {
  return await selectEndpoints(db, scope).where('webhook_endpoint.id', '=', id).executeTakeFirst()
}

export async function lockEndpoint(
  tx: Tx,
  scope: Scope,
  id: string,
): Promise<EndpointRow | undefined> {
  return await selectEndpoints(tx, scope)
    .where('webhook_endpoint.id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

export async function findSealedSecrets(db: Queries, scope: Scope, id: string) {
  return await db
    .selectFrom('webhook_endpoint')
    .select(['secret_sealed', 'previous_secret_sealed', 'previous_secret_until'])
    .where(inScope(scope, 'webhook_endpoint'))
    .where('id', '=', id)
    .executeTakeFirst()
}
