import { parseArgs } from 'node:util'
import pg from 'pg'
import type { Scope } from '../packages/server/src/access/scope.ts'
import type { Context } from '../packages/server/src/context.ts'
import { withEngine } from './engine.ts'
import { lists, type Page } from './lists-filters.ts'
import { largeProfile, seedLists, smallProfile } from './lists-seed.ts'
import { rounded, sized } from './measure.ts'

const repetitions = sized(5, 1)
/** PostgreSQL decides about the generic plan of a prepared statement at its sixth execution. */
const executionsBefore = sized(7, 1)

/**
 * Measures the backend's time for a page of each list with 1,000,000 rows, by filter and key, with plans as
 * the server has them. A name as argument measures only the lists whose name contains it.
 */
export async function benchLists(): Promise<Record<string, unknown>> {
  return await withEngine(async (engine) => {
    await seedLists(engine)
    const { positionals } = parseArgs({
      args: process.argv.slice(3),
      options: { brief: { type: 'boolean' } },
      allowPositionals: true,
    })
    return await measureLists(engine.ctx, engine.scope, positionals[0] ?? '')
  })
}

/** The milliseconds by list, filter and key; only those of lists with `only` in their name. */
export async function measureLists(ctx: Context, owner: Scope, only: string) {
  const profileKey = (id: string): Scope => ({
    ...owner,
    kind: 'profile',
    profile: { id, externalId: null },
  })
  const keys = {
    owner,
    'large profile': profileKey(largeProfile),
    'small profile': profileKey(smallProfile),
  }
  const results: Record<string, number> = {}
  for (const { name, list, ownerOnly, filters } of lists.filter(({ name }) =>
    name.includes(only),
  )) {
    for (const [filter, input] of Object.entries(filters)) {
      for (const [key, scope] of Object.entries(ownerOnly ? { owner } : keys)) {
        let page: Page | undefined
        const measureFrom = async (cursor: object, label: string) => {
          const read = async () => {
            page = await list(ctx, scope, { ...input, ...cursor } as never)
          }
          results[label] = await measure(ctx, read)
          process.stdout.write(`${results[label].toFixed(2).padStart(9)} ms  ${label}\n`)
        }
        await measureFrom({}, `${name}, ${filter}, ${key}`)
        const cursor = page?.next_cursor
        if (cursor && filter === 'all')
          await measureFrom({ cursor }, `${name}, second page, ${key}`)
      }
    }
  }
  return results
}

type Statement = { text: string; values: unknown[] }

/** The milliseconds of the backend for the statements of one read, with planning; the best of some runs. */
async function measure(ctx: Context, read: () => Promise<void>): Promise<number> {
  const statements = await captured(read)
  const client = await ctx.db.pool.connect()
  let sum = 0
  try {
    for (const [index, { text, values }] of statements.entries()) {
      const name = `bench_${index}`
      // Searches set this themselves, and lists with `plannedForValues` are never prepared.
      const isPlanned = text.includes('search_text') || text.startsWith('select /*')
      await client.query(`set plan_cache_mode = ${isPlanned ? 'force_custom_plan' : 'auto'}`)
      for (let n = 0; n < (isPlanned ? 1 : executionsBefore); n += 1) {
        await client.query({ name, text, values })
      }
      const literals = values.map(literalOf).join(', ')
      const explain = `explain (analyze, timing off) execute ${name}${literals && `(${literals})`}`
      const times: number[] = []
      for (let n = 0; n < repetitions; n += 1) {
        const { rows } = await client.query<Record<'QUERY PLAN', string>>(explain)
        const lines = rows.map((row) => row['QUERY PLAN'])
        times.push(timeOf(lines, 'Planning') + timeOf(lines, 'Execution'))
      }
      sum += Math.min(...times)
    }
  } finally {
    client.release(true)
  }
  return rounded(sum, 2)
}

function timeOf(lines: string[], kind: string): number {
  const line = lines.find((each) => each.startsWith(`${kind} Time`))
  return Number(/([\d.]+) ms/.exec(line ?? '')?.[1] ?? 0)
}

function literalOf(value: unknown): string {
  if (value === null || value === undefined) return 'null'
  if (Array.isArray(value))
    return pg.escapeLiteral(`{${value.map((each) => JSON.stringify(each))}}`)
  return pg.escapeLiteral(value instanceof Date ? value.toISOString() : String(value))
}

/** The statements that the server sends while it reads a page. */
async function captured(read: () => Promise<void>): Promise<Statement[]> {
  const statements: Statement[] = []
  const prototype = pg.Client.prototype as { query: (...args: unknown[]) => unknown }
  const { query } = prototype
  prototype.query = function (...args) {
    const [config, values] = args as [string | Statement, unknown[] | undefined]
    const statement = typeof config === 'string' ? { text: config, values } : config
    const text = statement.text.trim()
    if (text.startsWith('select') && !text.includes('set_config')) {
      statements.push({ text, values: statement.values ?? [] })
    }
    return query.apply(this, args)
  }
  try {
    await read()
  } finally {
    prototype.query = query
  }
  return statements
}
