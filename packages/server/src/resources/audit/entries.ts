import { type Selectable, sql } from 'kysely'
import { inScope, type Scope } from '../../access/scope.ts'
import type { Context } from '../../context.ts'
import type { CursorValue } from '../../core/cursor.ts'
import { limits } from '../../core/limits.ts'
import { type Conditions, meetsAll } from '../../database/filters.ts'
import type { AuditEntryTable } from '../../database/member-tables.ts'
import { isOneOf, plannedForValues, rowLimit } from '../../database/statements.ts'
import { bindingOf, type PageInput, readPage } from '../../http/list.ts'
import type { AuditEntry, AuditFilter } from '../../schemas/audit-entry.ts'
import { type FoundResources, findResources } from './resources.ts'

const rowsPerPage = 10_000

type EntryRow = Selectable<AuditEntryTable>

const conditions: Conditions<AuditFilter> = {
  id: (id) => sql`id = ${id}`,
  actor_id: (id) => sql`actor_id = ${id}`,
  action: (actions) => isOneOf('action', actions),
  profile_id: (id) => sql`profile_id = ${id}`,
  resource_id: (id) => sql`resource_id = ${id}`,
  from: (time) => sql`at >= ${new Date(time)}`,
  to: (time) => sql`at < ${new Date(time)}`,
}

/** The entries, newest first; with a profile in scope only those of that profile. */
export async function listEntries(ctx: Context, scope: Scope, input: PageInput & AuditFilter) {
  const { limit, cursor, ...filter } = input
  const page = await readPage({ limit, cursor }, bindingOf('audit', scope, filter), {
    length: 2,
    valuesOf: (row: EntryRow) => [row.at.toISOString(), row.id],
    show: (row) => row,
    fetch: (after, rows) => listEntriesAfter(ctx, scope, filter, after, rows),
  })
  const ids = page.data.flatMap(({ resource_id: id }) => id ?? [])
  const resources = await findResources(ctx.db.query, scope, ids)
  return { ...page, data: page.data.map((row) => showEntry(row, resources)) }
}

const columns = [
  'id',
  'owner_id',
  'at',
  'actor_kind',
  'actor_id',
  'actor_name',
  'action',
  'resource_type',
  'resource_id',
  'resource_name',
  'changes',
  'profile_id',
  'request_id',
  'ip',
  'via',
  'status',
] as const

export async function listEntriesAfter(
  ctx: Context,
  scope: Scope,
  filter: AuditFilter,
  after: CursorValue[] | null,
  rows: number,
) {
  // The deletion of a profile is listed while it is being deleted.
  const withHidden = { ...scope, hiddenProfileIds: [] }
  let query = ctx.db.query
    .selectFrom('audit_entry')
    .select(columns)
    .where(inScope(withHidden, 'audit_entry'))
    .where(meetsAll(filter, conditions))
  if (filter.action || filter.actor_id) query = query.modifyFront(plannedForValues)
  if (after) query = query.where(sql<boolean>`(at, id) < (${after[0]}::timestamptz, ${after[1]})`)
  return await query.orderBy('at', 'desc').orderBy('id', 'desc').limit(rowLimit(rows)).execute()
}

export function showEntry(row: EntryRow, resources: FoundResources): AuditEntry {
  return {
    id: row.id,
    object: 'audit_entry',
    at: row.at.toISOString(),
    actor: { kind: row.actor_kind, id: row.actor_id, name: row.actor_name },
    action: row.action,
    resource: row.resource_type
      ? { type: row.resource_type, id: row.resource_id, ...resources(row) }
      : null,
    changes: row.changes,
    profile_id: row.profile_id,
    request_id: row.request_id,
    ip: row.ip,
    via: row.via,
    status: row.status,
  }
}

/** Deletes entries older than 400 days by page, because a run after a long pause has many. */
export async function deleteOldEntries(ctx: Context): Promise<void> {
  const since = new Date(ctx.clock.now().getTime() - limits.audit.keptDays * 86_400_000)
  for (;;) {
    const { numAffectedRows } = await sql`
      delete from audit_entry where id in (
        select id from audit_entry where at < ${since} order by at limit ${rowsPerPage})`.execute(
      ctx.db.query,
    )
    if (Number(numAffectedRows ?? 0) < rowsPerPage) return
  }
}
