import type { Fixture } from './fixture.ts'
import type { ExistingTenant } from './tenants.ts'

type Row = Record<string, unknown>

/** A row of any table with its tenant; `null` for rows without one. */
export type TenantRow = { table: string; row: Row; tenant: ExistingTenant | null }

/** Operational tables, which belong to no tenant and change with requests. */
const ignoredTables = new Set([
  'rate_window',
  'chore',
  'process',
  'database_server',
  'dispatcher',
  'migration',
  'idempotency',
])
const ignoredColumns = new Set(['last_used_at', 'last_seen_at'])

/**
 * Reads every row of every table, including tables added later. The tenant of a row follows from its
 * profile, from the rows it refers to, or from its owner.
 */
export async function readAllRows(fixture: Fixture): Promise<TenantRow[]> {
  const { pool } = fixture.testApp.ctx.db
  const tables = await pool.query<{ name: string }>(
    `select c.relname as name from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
       and not c.relispartition order by 1`,
  )
  const tenantRows: TenantRow[] = []
  for (const { name } of tables.rows) {
    if (ignoredTables.has(name)) continue
    const { rows } = await pool.query<{ row: Row }>(
      `select to_jsonb(t) as row from "${name}" t order by to_jsonb(t)::text collate "C"`,
    )
    tenantRows.push(...rows.map(({ row }) => ({ table: name, row, tenant: null })))
  }
  const tenantOf = new Map<string, ExistingTenant>()
  for (const [tenant, id] of Object.entries(fixture.profiles))
    tenantOf.set(id, tenant as ExistingTenant)
  const others = tenantRows.filter(
    ({ table, row }) => table === 'profile' && !tenantOf.has(`${row.id}`),
  )
  for (const { row } of others) tenantOf.set(`${row.id}`, ownerTenant(fixture, row))
  // Six rounds follow chains of references up to that length.
  for (let round = 0; round < 6; round += 1) {
    for (const each of tenantRows) {
      each.tenant ??= tenantOfRow(fixture, each.row, tenantOf, round > 4)
      const { id } = each.row
      if (each.tenant && (typeof id === 'string' || each.table === 'webhook_recovery')) {
        tenantOf.set(`${id}`, each.tenant)
      }
    }
  }
  return tenantRows
}

/** References that may lead to a row of another tenant. */
const foreignReferences = /^(id|actor_id|resource_id|request_id|owner_id|external_id|platform_.*)$/

function tenantOfRow(
  fixture: Fixture,
  row: Row,
  tenantOf: Map<string, ExistingTenant>,
  isLast: boolean,
): ExistingTenant | null {
  if (typeof row.profile_id === 'string') return tenantOf.get(row.profile_id) ?? null
  if (typeof row.id === 'string' && tenantOf.has(row.id)) return tenantOf.get(row.id)!
  for (const [name, value] of Object.entries(row)) {
    if (!name.endsWith('_id') || foreignReferences.test(name) || typeof value !== 'string') continue
    const tenant = tenantOf.get(value)
    if (tenant) return tenant
  }
  if (!isLast && Object.keys(row).some((name) => name.endsWith('_id') && name !== 'owner_id')) {
    return 'profile_id' in row && row.profile_id === null ? ownerTenant(fixture, row) : null
  }
  return row.owner_id || row.id === fixture.otherApp.ownerId ? ownerTenant(fixture, row) : null
}

function ownerTenant(fixture: Fixture, row: Row): ExistingTenant {
  const otherOwnerId = fixture.otherApp.ownerId
  return row.owner_id === otherOwnerId || row.id === otherOwnerId ? 'other' : 'home'
}

/** The rows of these tenants (`null`: all) as texts. */
export function serializeRows(
  tenantRows: readonly TenantRow[],
  tenants: readonly ExistingTenant[] | null,
): string[] {
  return tenantRows
    .filter(({ tenant }) => !tenants || (tenant !== null && tenants.includes(tenant)))
    .map(({ table, row }) => {
      const columns = Object.entries(row).filter(
        ([name]) => !ignoredColumns.has(name) && !(table === 'session' && name === 'expires_at'),
      )
      return `${table} ${JSON.stringify(Object.fromEntries(columns))}`
    })
}

/** The rows that are in only one of the two lists. */
export function diffRows(before: readonly string[], after: readonly string[]): string[] {
  const [rowsBefore, rowsAfter] = [new Set(before), new Set(after)]
  return [
    ...before.filter((row) => !rowsAfter.has(row)).map((row) => `before: ${row}`),
    ...after.filter((row) => !rowsBefore.has(row)).map((row) => `after: ${row}`),
  ]
}
