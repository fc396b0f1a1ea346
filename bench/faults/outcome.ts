import type pg from 'pg'
import { until, untilHolds } from '../processes.ts'
import type { FaultReceiver } from './webhook-receiver.ts'

export type Outcome = {
  events: number
  deliveries: number
  lost: number
  duplicated: number
  /** From the fault to the first delivery that had not arrived before, one per fault. */
  firstAfterSeconds: number[]
  /** From the last fault until everything had arrived. */
  allAfterSeconds: number
  notes: string[]
  /** The invariants that did not hold. */
  broken: string[]
}

export type Fault = { name: string; run(dataDir: string): Promise<Outcome> }

/** Where deliveries are stored, and where they arrive. */
export type Arrivals = {
  pool: pg.Pool
  receiver: FaultReceiver
  /** Ids of the endpoints whose every delivery has to arrive. */
  judged: string[]
  /** What was sent before a fault may still arrive this long after it. */
  stragglersMs: number
}

export type Told = {
  /** When the last fault was, by `performance.now()`. */
  at: number
  first: number[]
  /** How many processes or connections were lost with work in flight. */
  losses: number
  notes?: string[]
  broken?: string[]
}

/** In flight plus one batch of results: the most that a process has sent and not yet written. */
export const duplicatesPerFault = 256 + 128
const arrivedMsMax = 60_000

export async function arrivedAtLeast({ receiver }: Arrivals, count: number): Promise<void> {
  if (await until(() => receiver.seen.size >= count, arrivedMsMax, 2)) return
  throw new Error(`Only ${receiver.seen.size} of ${count} deliveries arrived.`)
}

/** Seconds from then to the first delivery that had not arrived before. */
export async function firstAfter(arrivals: Arrivals, at: number): Promise<number> {
  const { receiver, stragglersMs } = arrivals
  const newer = () => receiver.newAt.find((each) => each > at + stragglersMs)
  await until(() => newer() !== undefined, arrivedMsMax, 5)
  return seconds((newer() ?? Number.NaN) - at)
}

/** Waits for the queue to be empty and holds the database against what the receiver saw. */
export async function conclude({ pool, receiver, judged }: Arrivals, told: Told): Promise<Outcome> {
  const count = async (text: string, values: unknown[] = [judged]) =>
    (await pool.query<{ count: number }>(`select count(*)::int as count from ${text}`, values))
      .rows[0]!.count
  const inQueue = () => count('delivery_queue where endpoint_id = any($1)')
  await untilHolds('the queue is empty', async () => (await inQueue()) === 0).catch(() => {})
  const queued = await inQueue()
  const failing = await count(
    'webhook_endpoint where id = any($1) and (consecutive_failures > 0 or not active)',
  )
  const { rows } = await pool.query<{ id: string }>(
    'select id from delivery where endpoint_id = any($1)',
    [judged],
  )
  const times = rows.map(({ id }) => receiver.seen.get(id) ?? 0)
  const lost = times.filter((each) => each === 0).length
  const duplicated = times.reduce((sum, each) => sum + Math.max(0, each - 1), 0)
  const broken = [...(told.broken ?? [])]
  if (lost > 0) broken.push(`${lost} deliveries were lost`)
  if (duplicated > told.losses * duplicatesPerFault) broken.push(`${duplicated} were sent twice`)
  if (queued > 0) broken.push(`${queued} are still in the queue`)
  if (failing > 0) broken.push(`${failing} endpoints count failures`)
  if (receiver.unsigned > 0) broken.push(`${receiver.unsigned} signatures did not hold`)
  return {
    events: await count('event', []),
    deliveries: rows.length,
    lost,
    duplicated,
    firstAfterSeconds: told.first,
    allAfterSeconds: seconds((receiver.newAt.at(-1) ?? 0) - told.at),
    notes: told.notes ?? [],
    broken,
  }
}

export function seconds(ms: number): number {
  return Math.round(ms / 100) / 10
}

/** Columns as wide as their widest cell; those of words are on the left. */
export function printTable(rows: readonly string[][], words = 1): void {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)))
  process.stdout.write('\n')
  for (const row of rows) {
    const cells = row.map((cell, column) =>
      column < words ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]!),
    )
    process.stdout.write(`${cells.join('  ')}\n`)
  }
}
