import { waitFor, waitUntil } from '../measure.ts'
import type { SandboxSystem, System } from './system.ts'

/** A fault. A quick run injects it once instead of several times. */
export type Fault = { name: string; run(dataDir: string, quick?: boolean): Promise<Outcome> }

export type Outcome = {
  deliveries: number
  /** Deliveries that did not arrive, and posts that are not on the platform. */
  lost: number
  publishedTwice: number
  /** Deliveries that arrived more than once. */
  duplicated: number
  /** Time from each fault until work continued. */
  recoverySeconds: number[]
  /** Time from the last fault until everything had arrived. */
  completionSeconds: number
  notes: string[]
  /** The violated invariants. */
  violations: string[]
}

type Facts = {
  /** The time of the last fault, from `performance.now()`. */
  lastFaultAt: number
  recoverySeconds: number[]
  /** How many processes or connections were lost with work in flight. Each may cause duplicates. */
  interruptions: number
  notes?: string[]
  violations?: string[]
  posts?: { lost: number; publishedTwice: number; violations: string[] }
}

type PlatformPost = { id: string; text: string; parent_id: string | null }

/** What one process may have sent without storing the results: attempts in flight plus one batch. */
export const duplicatesPerInterruption = 256 + 128
/** Deliveries sent before a fault may arrive this long after it. */
const inFlightMs = 50
const arrivedMsMax = 60_000

export async function waitForDeliveries({ receiver }: System, count: number): Promise<void> {
  if (await waitUntil(() => receiver.received.size >= count, arrivedMsMax, 2)) return
  throw new Error(`Only ${receiver.received.size} of ${count} deliveries arrived.`)
}

/** Seconds from `at` to the next delivery that arrives for the first time. */
export async function secondsToNextDelivery({ receiver }: System, at: number): Promise<number> {
  const newer = () => receiver.firstReceivedAt.find((time) => time > at + inFlightMs)
  await waitUntil(() => newer() !== undefined, arrivedMsMax, 5)
  return seconds((newer() ?? Number.NaN) - at)
}

/** Waits until the queue is empty and compares the database with the received deliveries. */
export async function verifyOutcome(system: System, facts: Facts): Promise<Outcome> {
  const { receiver, verifiedEndpoints } = system
  const { pool } = system.ctx.db
  const count = async (rows: string) =>
    (await pool.query(`select 1 from ${rows} = any($1)`, [verifiedEndpoints])).rowCount!
  const queued = () => count('delivery_queue where endpoint_id')
  await waitFor('the queue is empty', async () => (await queued()) === 0).catch(() => {})
  const failing = 'webhook_endpoint where (consecutive_failures > 0 or not active) and id'
  const { rows } = await pool.query<{ id: string }>(
    'select id from delivery where endpoint_id = any($1)',
    [verifiedEndpoints],
  )
  const arrivals = rows.map(({ id }) => receiver.received.get(id) ?? 0)
  const missing = arrivals.filter((count) => count === 0).length
  const duplicated = arrivals.reduce((sum, count) => sum + Math.max(0, count - 1), 0)
  const violations = [...(facts.violations ?? []), ...(facts.posts?.violations ?? [])]
  const addViolation = (count: number, what: string) =>
    count > 0 && violations.push(`${count} ${what}`)
  addViolation(missing, 'deliveries were lost')
  addViolation(facts.posts?.lost ?? 0, 'posts were lost')
  addViolation(facts.posts?.publishedTwice ?? 0, 'posts were published twice')
  addViolation(await queued(), 'deliveries are still in the queue')
  addViolation(await count(failing), 'endpoints have failures or are disabled')
  addViolation(receiver.invalidSignatures, 'signatures were invalid')
  if (duplicated > facts.interruptions * duplicatesPerInterruption)
    violations.push(`${duplicated} deliveries were duplicated`)
  return {
    deliveries: rows.length,
    lost: missing + (facts.posts?.lost ?? 0),
    publishedTwice: facts.posts?.publishedTwice ?? 0,
    duplicated,
    recoverySeconds: facts.recoverySeconds,
    completionSeconds: seconds(
      Math.max(0, (receiver.firstReceivedAt.at(-1) ?? 0) - facts.lastFaultAt),
    ),
    notes: facts.notes ?? [],
    violations,
  }
}

/** Compares these posts with the platform's list. Drafts are only checked to be stored once. */
export async function verifyPosts(
  system: SandboxSystem,
  texts: readonly string[],
  areDrafts = false,
) {
  const { pool } = system.ctx.db
  const { rows } = await pool.query<{
    text: string
    status: string
    leased: boolean
    events: number
  }>(
    `select p.text, t.status, coalesce(t.lease_until > now(), false) as leased,
       (select count(*)::int from event e where e.type = 'post.published'
         and convert_from(e.body, 'utf8') like '%' || t.id || '%') as events
     from post p join post_target t on t.post_id = p.id where p.text = any($1)`,
    [texts],
  )
  const published = countOf((await platformPosts(system)).map(({ text }) => text))
  const stored = countOf(rows.map(({ text }) => text))
  const found = areDrafts ? stored : published
  const violations: string[] = []
  const addViolation = ({ length }: { length: number }, what: string) =>
    length > 0 && violations.push(`${length} ${what}`)
  const isPublished = ({ status }: { status: string }) => status === 'published'
  if (!areDrafts) {
    addViolation(
      rows.filter((row) => !isPublished(row)),
      'posts are not published',
    )
  }
  addViolation(
    rows.filter(({ leased }) => leased),
    'posts are still leased',
  )
  addViolation(
    rows.filter((row) => row.events !== (isPublished(row) ? 1 : 0)),
    'posts do not have exactly one event',
  )
  addViolation(
    [...stored.values()].filter((count) => count > 1),
    'requests were processed twice',
  )
  return {
    lost: texts.filter((text) => !found.has(text)).length,
    publishedTwice: [...published.values()].filter((count) => count > 1).length,
    violations,
  }
}

/** The platform's posts, without the photo and video objects of posts. */
export async function platformPosts(
  system: Pick<SandboxSystem, 'control'>,
): Promise<PlatformPost[]> {
  const posts: PlatformPost[] = []
  for (let before = ''; ; before = `&before=${posts[0]!.id}`) {
    const page = await system.control<{ data: typeof posts; has_more: boolean }>(
      'GET',
      `/posts?limit=1000${before}`,
    )
    posts.unshift(...page.data)
    if (!page.has_more) break
  }
  return posts.filter(({ parent_id }) => parent_id === null)
}

export function countOf(values: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return counts
}

export function seconds(ms: number): number {
  return Math.round(ms / 100) / 10
}
