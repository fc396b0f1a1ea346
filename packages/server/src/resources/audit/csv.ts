import type { Scope } from '../../access/scope.ts'
import type { Context } from '../../context.ts'
import { csvTable } from '../../core/csv.ts'
import type { CursorValue } from '../../core/cursor.ts'
import { limits } from '../../core/limits.ts'
import type { AuditEntry, AuditFilter, FieldChange } from '../../schemas/audit-entry.ts'
import { listEntriesAfter, showEntry } from './entries.ts'
import { findResources } from './resources.ts'

const rowsPerQuery = 1_000

const header = [
  'at',
  'actor_kind',
  'actor_id',
  'actor_name',
  'action',
  'resource_type',
  'resource_id',
  'resource_name',
  'profile_id',
  'request_id',
  'ip',
  'via',
  'status',
  'changes',
]

/** The newest entries that match, at most 10,000, as a table. */
export async function auditCsv(ctx: Context, scope: Scope, filter: AuditFilter): Promise<string> {
  const parts = [csvTable([header])]
  let after: CursorValue[] | null = null
  for (let left = limits.audit.csvEntriesMax; left > 0; left -= rowsPerQuery) {
    const rows: Awaited<ReturnType<typeof listEntriesAfter>> = await listEntriesAfter(
      ctx,
      scope,
      filter,
      after,
      Math.min(left, rowsPerQuery),
    )
    const ids = rows.flatMap(({ resource_id: id }) => id ?? [])
    const resources = await findResources(ctx.db.query, scope, ids)
    parts.push(csvTable(rows.map((row) => cellsOf(showEntry(row, resources)))))
    const last = rows.at(-1)
    if (!last || rows.length < rowsPerQuery) break
    after = [last.at.toISOString(), last.id]
  }
  return parts.join('')
}

/** `scheduled_at: 2026-11-20T09:00:00.000Z → null`, or only the field. IDs are separated by commas. */
function changeText({ field, values }: FieldChange): string {
  return values ? `${field}: ${values.before} → ${values.after}` : field
}

function cellsOf(entry: AuditEntry) {
  const { actor, resource } = entry
  return [
    entry.at,
    actor.kind,
    actor.id,
    actor.name,
    entry.action,
    resource?.type ?? null,
    resource?.id ?? null,
    resource?.name ?? null,
    entry.profile_id,
    entry.request_id,
    entry.ip,
    entry.via,
    entry.status,
    entry.changes.map(changeText).join('; '),
  ]
}
