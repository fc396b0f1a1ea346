import { untilHolds } from '../processes.ts'
import { seconds } from './outcome.ts'
import type { Load } from './processes-load.ts'
import type { ProcessesWorld } from './processes-world.ts'

export type ProcessRow = {
  fault: string
  events: number
  lost: number
  /** On the platform more than once. */
  published_twice: number
  /** Told by more than one event. */
  told_twice: number
  /** Deliveries of an event that came again; receivers expect that. */
  delivered_twice: number
  /** Requests that failed otherwise than by a refused connection. */
  failed: number
  recovered_s: number
  notes: string[]
  broken: string[]
}

export type Told = {
  fault: string
  recoveredMs: number
  recoveredMsMax?: number
  notes?: string[]
  broken?: string[]
  /** Answers of 5xx are right while the database itself is away. */
  mayFail?: boolean
  /** The posts are not to be published: each has to be there, once. */
  areDrafts?: boolean
}

/** Leased rows of the posts' targets and the tokens that hold them now. */
export async function leasesHeld(world: ProcessesWorld): Promise<Map<string, string>> {
  const { rows } = await world.ctx.db.pool.query<{ id: string; token: string }>(
    `select id, lease_token::text as token from post_target where lease_until > now()`,
  )
  return new Map(rows.map(({ id, token }) => [id, token]))
}

/** How long until none of these is held under the same token any more. */
export async function untilTakenOver(
  world: ProcessesWorld,
  held: ReadonlyMap<string, string>,
  since: number,
): Promise<number> {
  await untilHolds('the leases of the dead are taken over', async () => {
    const { rows } = await world.ctx.db.pool.query(
      'select 1 from post_target where lease_token = any($1::bigint[])',
      [[...held.values()]],
    )
    return rows.length === 0
  })
  return performance.now() - since
}

/** Waits until everything has come to its end, and holds it against platform and receiver. */
export async function judgeProcesses(
  world: ProcessesWorld,
  load: Load,
  told: Told,
): Promise<ProcessRow> {
  const { pool } = world.ctx.db
  const broken = [...(told.broken ?? [])]
  await untilHolds(
    'every target is published and every delivery made',
    async () => {
      const open = await pool.query(`select 1 from post_target
      where status in ('scheduled', 'publishing') or due_at is not null limit 1`)
      const queued = await pool.query('select 1 from delivery_queue limit 1')
      return open.rows.length + queued.rows.length === 0
    },
    120_000,
  ).catch((err) => broken.push((err as Error).message))
  const onPlatform = countOf(await platformTexts(world))
  const targets = await pool.query<{
    text: string
    status: string
    error_code: string | null
    events: number
  }>(`
    select p.text, t.status, t.error_code, (select count(*)::int from event e
      where e.type = 'post.published' and convert_from(e.body, 'utf8') like '%' || t.id || '%') as events
    from post p join post_target t on t.post_id = p.id`)
  const rows = targets.rows.filter(({ text }) => load.accepted.has(text))
  const posts = countOf(targets.rows.map(({ text }) => text))
  const deliveries = await pool.query<{ id: string }>('select id from delivery')
  const unheard = deliveries.rows.filter(({ id }) => !world.receiver.seen.has(id)).length
  const times = [...world.receiver.seen.values()]
  const kept = told.areDrafts ? posts : onPlatform
  const lost = [...load.accepted].filter((text) => !kept.has(text)).length + unheard
  const row: ProcessRow = {
    fault: told.fault,
    events: deliveries.rows.length,
    lost,
    published_twice: [...onPlatform.values()].filter((count) => count > 1).length,
    told_twice: rows.filter(({ events }) => events > 1).length,
    delivered_twice: times.reduce((sum, count) => sum + count - 1, 0),
    failed: load.failed.length,
    recovered_s: seconds(told.recoveredMs),
    notes: [...(told.notes ?? [])],
    broken,
  }
  const unknown = rows.filter(({ status }) => status === 'unknown').length
  const doubled = [...posts].filter(([, count]) => count > 1).length
  const untold = rows.filter(({ status, events }) => status === 'published' && events === 0).length
  const failures = countOf(rows.filter((each) => each.error_code).map((each) => each.error_code!))
  if (failures.size > 0) row.notes.push(`errors: ${JSON.stringify(Object.fromEntries(failures))}`)
  if (lost > 0) broken.push(`${lost} are lost`)
  if (row.published_twice > 0) broken.push(`${row.published_twice} are on the platform twice`)
  if (row.told_twice + untold > 0) broken.push(`${row.told_twice} told twice, ${untold} not at all`)
  if (doubled > 0) broken.push(`${doubled} requests were done twice`)
  if (unknown > 0) broken.push(`${unknown} stayed unknown`)
  if (load.failed.length > 0 && !told.mayFail) broken.push(`requests failed: ${wordsOf(load)}`)
  if (told.recoveredMs > (told.recoveredMsMax ?? 3_000)) broken.push('it took too long')
  row.notes.push(`${load.requests} requests, ${load.refused} connections refused`)
  if (load.failed.length > 0 && told.mayFail) row.notes.push(`meanwhile ${wordsOf(load)}`)
  return row
}

async function platformTexts(world: ProcessesWorld): Promise<string[]> {
  const texts: string[] = []
  for (const username of world.usernames) {
    const { data } = await world.sandbox.control<{ data: { text: string }[] }>(
      'GET',
      `/posts?account=threads:${username}`,
    )
    texts.push(...data.map(({ text }) => text))
  }
  return texts
}

function wordsOf(load: Load): string {
  return [...countOf(load.failed)].map(([word, count]) => `${count} × ${word}`).join(', ')
}

function countOf(words: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  return counts
}
