import type { Fixture } from './fixture.ts'
import type { ExistingTenant } from './tenants.ts'

type Row = Record<string, unknown>

/** A row of any table with where it belongs; `null` for what belongs to nobody. */
export type TenantRow = { table: string; row: Row; tenant: ExistingTenant | null }

/** What a request may write that changes nothing of anybody: when a key was used, how often. */
const uncounted = new Set([
  'rate_window',
  'chore',
  'process',
  'dispatcher',
  'migration',
  'idempotency',
])
const uses = new Set(['last_used_at', 'last_seen_at'])

/**
 * Every row of every table, placed by its profile, by what it refers to, or by its owner. A table
 * that is made tomorrow is in it.
 */
export async function readAllRows(fixture: Fixture): Promise<TenantRow[]> {
  const { pool } = fixture.testApp.ctx.db
  const tables = await pool.query<{ name: string }>(
    `select c.relname as name from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
       and not c.relispartition order by 1`,
  )
  const placed: TenantRow[] = []
  for (const { name } of tables.rows) {
    if (uncounted.has(name)) continue
    const { rows } = await pool.query<{ row: Row }>(
      `select to_jsonb(t) as row from "${name}" t order by to_jsonb(t)::text collate "C"`,
    )
    placed.push(...rows.map(({ row }) => ({ table: name, row, tenant: null })))
  }
  const spaceOf = new Map<string, ExistingTenant>()
  for (const [tenant, id] of Object.entries(fixture.profiles))
    spaceOf.set(id, tenant as ExistingTenant)
  const others = placed.filter(({ table, row }) => table === 'profile' && !spaceOf.has(`${row.id}`))
  for (const { row } of others) spaceOf.set(`${row.id}`, ownerTenant(fixture, row))
  // As often as one table refers to another that refers to a third.
  for (let round = 0; round < 6; round += 1) {
    for (const each of placed) {
      each.tenant ??= tenantOfRow(fixture, each.row, spaceOf, round > 4)
      const { id } = each.row
      if (each.tenant && (typeof id === 'string' || each.table === 'webhook_recovery')) {
        spaceOf.set(`${id}`, each.tenant)
      }
    }
  }
  return placed
}

/** Of what a row refers to, what may be of another space than the row itself. */
const elsewhere = /^(id|actor_id|resource_id|request_id|owner_id|external_id|platform_.*)$/

function tenantOfRow(
  fixture: Fixture,
  row: Row,
  spaceOf: Map<string, ExistingTenant>,
  isLast: boolean,
): ExistingTenant | null {
  if (typeof row.profile_id === 'string') return spaceOf.get(row.profile_id) ?? null
  if (typeof row.id === 'string' && spaceOf.has(row.id)) return spaceOf.get(row.id)!
  for (const [name, value] of Object.entries(row)) {
    if (!name.endsWith('_id') || elsewhere.test(name) || typeof value !== 'string') continue
    const tenant = spaceOf.get(value)
    if (tenant) return tenant
  }
  if (!isLast && Object.keys(row).some((name) => name.endsWith('_id') && name !== 'owner_id')) {
    return 'profile_id' in row && row.profile_id === null ? ownerTenant(fixture, row) : null
  }
  return row.owner_id || row.id === fixture.otherApp.ownerId ? ownerTenant(fixture, row) : null
}

function ownerTenant(fixture: Fixture, row: Row): ExistingTenant {
  const theirs = fixture.otherApp.ownerId
  return row.owner_id === theirs || row.id === theirs ? 'other' : 'home'
}

/** The rows of these spaces, or of all there is, each as a text. */
export function serializeRows(
  placed: readonly TenantRow[],
  tenants: readonly ExistingTenant[] | null,
): string[] {
  return placed
    .filter(({ tenant }) => !tenants || (tenant !== null && tenants.includes(tenant)))
    .map(({ table, row }) => {
      const kept = Object.entries(row).filter(
        ([name]) => !uses.has(name) && !(table === 'session' && name === 'expires_at'),
      )
      return `${table} ${JSON.stringify(Object.fromEntries(kept))}`
    })
}

/** The rows that one snapshot has and the other has not. */
export function diffRows(before: readonly string[], after: readonly string[]): string[] {
  const [was, is] = [new Set(before), new Set(after)]
  return [
    ...before.filter((row) => !is.has(row)).map((row) => `before: ${row}`),
    ...after.filter((row) => !was.has(row)).map((row) => `after: ${row}`),
  ]
}
