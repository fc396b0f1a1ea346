import type { Lived } from './spaces.ts'
import type { World } from './world.ts'

type Row = Record<string, unknown>

/** A row of any table with where it belongs; `null` for what belongs to nobody. */
export type Placed = { table: string; row: Row; space: Lived | null }

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
export async function allRows(world: World): Promise<Placed[]> {
  const { pool } = world.testApp.ctx.db
  const tables = await pool.query<{ name: string }>(
    `select c.relname as name from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
       and not c.relispartition order by 1`,
  )
  const placed: Placed[] = []
  for (const { name } of tables.rows) {
    if (uncounted.has(name)) continue
    const { rows } = await pool.query<{ row: Row }>(
      `select to_jsonb(t) as row from "${name}" t order by to_jsonb(t)::text collate "C"`,
    )
    placed.push(...rows.map(({ row }) => ({ table: name, row, space: null })))
  }
  const spaceOf = new Map<string, Lived>()
  for (const [space, id] of Object.entries(world.profiles)) spaceOf.set(id, space as Lived)
  const others = placed.filter(({ table, row }) => table === 'profile' && !spaceOf.has(`${row.id}`))
  for (const { row } of others) spaceOf.set(`${row.id}`, ownerSpace(world, row))
  // As often as one table refers to another that refers to a third.
  for (let round = 0; round < 6; round += 1) {
    for (const each of placed) {
      each.space ??= placeOf(world, each.row, spaceOf, round > 4)
      const { id } = each.row
      if (each.space && (typeof id === 'string' || each.table === 'webhook_recovery')) {
        spaceOf.set(`${id}`, each.space)
      }
    }
  }
  return placed
}

/** Of what a row refers to, what may be of another space than the row itself. */
const elsewhere = /^(id|actor_id|resource_id|request_id|owner_id|external_id|platform_.*)$/

function placeOf(
  world: World,
  row: Row,
  spaceOf: Map<string, Lived>,
  isLast: boolean,
): Lived | null {
  if (typeof row.profile_id === 'string') return spaceOf.get(row.profile_id) ?? null
  if (typeof row.id === 'string' && spaceOf.has(row.id)) return spaceOf.get(row.id)!
  for (const [name, value] of Object.entries(row)) {
    if (!name.endsWith('_id') || elsewhere.test(name) || typeof value !== 'string') continue
    const space = spaceOf.get(value)
    if (space) return space
  }
  if (!isLast && Object.keys(row).some((name) => name.endsWith('_id') && name !== 'owner_id')) {
    return 'profile_id' in row && row.profile_id === null ? ownerSpace(world, row) : null
  }
  return row.owner_id || row.id === world.otherApp.ownerId ? ownerSpace(world, row) : null
}

function ownerSpace(world: World, row: Row): Lived {
  const theirs = world.otherApp.ownerId
  return row.owner_id === theirs || row.id === theirs ? 'other' : 'home'
}

/** The rows of these spaces, or of all there is, each as a text. */
export function snapshotOf(placed: readonly Placed[], spaces: readonly Lived[] | null): string[] {
  return placed
    .filter(({ space }) => !spaces || (space !== null && spaces.includes(space)))
    .map(({ table, row }) => {
      const kept = Object.entries(row).filter(
        ([name]) => !uses.has(name) && !(table === 'session' && name === 'expires_at'),
      )
      return `${table} ${JSON.stringify(Object.fromEntries(kept))}`
    })
}

/** The rows that one snapshot has and the other has not. */
export function differenceOf(before: readonly string[], after: readonly string[]): string[] {
  const [was, is] = [new Set(before), new Set(after)]
  return [
    ...before.filter((row) => !is.has(row)).map((row) => `before: ${row}`),
    ...after.filter((row) => !was.has(row)).map((row) => `after: ${row}`),
  ]
}
