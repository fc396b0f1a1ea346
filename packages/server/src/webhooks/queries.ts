import type { RawBuilder } from 'kysely'
import { rowFinder, rowLook } from '../access/rows.ts'
import { inScope, type Scope } from '../access/scope.ts'
import type { CursorValue } from '../base/cursor.ts'
import { isUsual, readKept, rowsOf } from '../database/kept.ts'
import { type Look, lookAtRows, versionOf } from '../database/mark.ts'
import type { Reader, Tx } from '../database/open.ts'

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
  'webhook_endpoint.created_at',
  'webhook_endpoint.updated_at',
] as const

function selectEndpoints(db: Reader, visible: RawBuilder<boolean>) {
  return db.selectFrom('webhook_endpoint').select(endpointColumns).where(visible)
}

export type EndpointRow = Awaited<
  ReturnType<ReturnType<typeof selectEndpoints>['executeTakeFirstOrThrow']>
>

/** The endpoints in scope, the oldest first. */
function endpointsAfter(db: Reader, scope: Scope, after: CursorValue[] | null, rows: number) {
  return db
    .selectFrom('webhook_endpoint')
    .where(inScope(scope, 'webhook_endpoint'))
    .$if(after !== null, (query) => query.where('webhook_endpoint.id', '>', String(after?.[0])))
    .orderBy('webhook_endpoint.id')
    .limit(rowsOf(rows))
}

/** One page of them. */
export async function listEndpointsAfter(
  ...page: Parameters<typeof endpointsAfter>
): Promise<EndpointRow[]> {
  return await readKept(page[0], endpointsAfter(...page).select(endpointColumns))
}

/** A look at what such a page is made of. */
export function lookAtEndpointsAfter(...page: Parameters<typeof endpointsAfter>): Look {
  const version = versionOf('webhook_endpoint').as('version')
  const query = endpointsAfter(...page).select(['webhook_endpoint.id', version])
  return lookAtRows(page[0], query, isUsual(page[3]))
}

/** A look at what an endpoint in scope is made of. */
export const lookAtEndpoint = rowLook('webhook_endpoint', (db, visible) =>
  db
    .selectFrom('webhook_endpoint')
    .select(['webhook_endpoint.id', 'webhook_endpoint.owner_id', 'webhook_endpoint.profile_id'])
    .select(versionOf('webhook_endpoint').as('mark'))
    .where(visible),
)

/** The endpoint in scope, or nothing. */
export const findEndpoint = rowFinder('webhook_endpoint', (db, visible) =>
  selectEndpoints(db, visible),
)

/** The endpoint in scope, locked until the transaction ends. */
export async function lockEndpoint(
  tx: Tx,
  scope: Scope,
  id: string,
): Promise<EndpointRow | undefined> {
  return await selectEndpoints(tx, inScope(scope, 'webhook_endpoint'))
    .where('webhook_endpoint.id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

export async function findSealedSecrets(db: Reader, scope: Scope, id: string) {
  return await db
    .selectFrom('webhook_endpoint')
    .select(['secret_sealed', 'previous_secret_sealed', 'previous_secret_until'])
    .where(inScope(scope, 'webhook_endpoint'))
    .where('id', '=', id)
    .executeTakeFirst()
}
