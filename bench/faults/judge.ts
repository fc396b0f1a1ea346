import { until, untilHolds } from '../measure.ts'
import type { PlatformWorld, World } from './world.ts'

/** A quick run strikes once where others strike several times. */
export type Fault = { name: string; run(dataDir: string, quick?: boolean): Promise<Outcome> }

export type Outcome = {
  deliveries: number
  /** Deliveries that never arrived, and posts that are not on the platform. */
  lost: number
  publishedTwice: number
  /** Deliveries that arrived again. */
  duplicated: number
  /** From each fault until the work went on. */
  afterSeconds: number[]
  /** From the last fault until everything had arrived. */
  allAfterSeconds: number
  notes: string[]
  /** The invariants that did not hold. */
  broken: string[]
}

type Facts = {
  /** When the last fault was, by `performance.now()`. */
  at: number
  after: number[]
  /** How many processes or connections were lost with work in flight. */
  losses: number
  notes?: string[]
  broken?: string[]
  posts?: { lost: number; publishedTwice: number; broken: string[] }
}

type PlatformPost = { id: string; text: string; parent_id: string | null }

/** In flight plus one batch of results: the most that a process has sent and not yet written. */
export const duplicatesPerLoss = 256 + 128
/** What was sent before a fault may still arrive this long after it. */
const stragglersMs = 50
const arrivedMsMax = 60_000

export async function arrivedAtLeast({ receiver }: World, count: number): Promise<void> {
  if (await until(() => receiver.seen.size >= count, arrivedMsMax, 2)) return
  throw new Error(`Only ${receiver.seen.size} of ${count} deliveries arrived.`)
}

/** Seconds from then to the first delivery that had not arrived before. */
export async function firstAfter({ receiver }: World, at: number): Promise<number> {
  const newer = () => receiver.newAt.find((each) => each > at + stragglersMs)
  await until(() => newer() !== undefined, arrivedMsMax, 5)
  return seconds((newer() ?? Number.NaN) - at)
}

/** Waits for the queue to be empty and compares the database with what the receiver saw. */
export async function judge(world: World, facts: Facts): Promise<Outcome> {
  const { receiver, judged } = world
  const { pool } = world.ctx.db
  const count = async (rows: string) =>
    (await pool.query(`select 1 from ${rows} = any($1)`, [judged])).rowCount!
  const queued = () => count('delivery_queue where endpoint_id')
  await untilHolds('the queue is empty', async () => (await queued()) === 0).catch(() => {})
  const failing = 'webhook_endpoint where (consecutive_failures > 0 or not active) and id'
  const { rows } = await pool.query<{ id: string }>(
    'select id from delivery where endpoint_id = any($1)',
    [judged],
  )
  const times = rows.map(({ id }) => receiver.seen.get(id) ?? 0)
  const unheard = times.filter((each) => each === 0).length
  const duplicated = times.reduce((sum, each) => sum + Math.max(0, each - 1), 0)
  const broken = [...(facts.broken ?? []), ...(facts.posts?.broken ?? [])]
  const refuse = (found: number, words: string) => found > 0 && broken.push(`${found} ${words}`)
  refuse(unheard, 'deliveries were lost')
  refuse(facts.posts?.lost ?? 0, 'posts were lost')
  refuse(facts.posts?.publishedTwice ?? 0, 'posts are on the platform twice')
  refuse(await queued(), 'are still in the queue')
  refuse(await count(failing), 'endpoints count failures')
  refuse(receiver.unsigned, 'signatures did not hold')
  if (duplicated > facts.losses * duplicatesPerLoss) broken.push(`${duplicated} were sent twice`)
  return {
    deliveries: rows.length,
    lost: unheard + (facts.posts?.lost ?? 0),
    publishedTwice: facts.posts?.publishedTwice ?? 0,
    duplicated,
    afterSeconds: facts.after,
    allAfterSeconds: seconds(Math.max(0, (receiver.newAt.at(-1) ?? 0) - facts.at)),
    notes: facts.notes ?? [],
    broken,
  }
}

/** Compares these posts with the platform's own list; drafts only have to be stored once. */
export async function judgePosts(
  world: PlatformWorld,
  texts: readonly string[],
  areDrafts = false,
) {
  const { pool } = world.ctx.db
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
  const published = countOf((await platformPosts(world)).map(({ text }) => text))
  const stored = countOf(rows.map(({ text }) => text))
  const kept = areDrafts ? stored : published
  const broken: string[] = []
  const refuse = (found: { length: number }, words: string) =>
    found.length > 0 && broken.push(`${found.length} ${words}`)
  const isPublished = ({ status }: { status: string }) => status === 'published'
  if (!areDrafts) {
    refuse(
      rows.filter((row) => !isPublished(row)),
      'posts are not published',
    )
  }
  refuse(
    rows.filter(({ leased }) => leased),
    'posts are still leased',
  )
  refuse(
    rows.filter((row) => row.events !== (isPublished(row) ? 1 : 0)),
    'posts have more or fewer than one event',
  )
  refuse(
    [...stored.values()].filter((count) => count > 1),
    'requests were done twice',
  )
  return {
    lost: texts.filter((text) => !kept.has(text)).length,
    publishedTwice: [...published.values()].filter((count) => count > 1).length,
    broken,
  }
}

/** The platform's posts, without the photo and video objects that belong to one. */
export async function platformPosts(world: PlatformWorld): Promise<PlatformPost[]> {
  const posts: PlatformPost[] = []
  for (let before = ''; ; before = `&before=${posts[0]!.id}`) {
    const page = await world.control<{ data: typeof posts; has_more: boolean }>(
      'GET',
      `/posts?limit=1000${before}`,
    )
    posts.unshift(...page.data)
    if (!page.has_more) break
  }
  return posts.filter(({ parent_id }) => parent_id === null)
}

export function countOf(words: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  return counts
}

export function seconds(ms: number): number {
  return Math.round(ms / 100) / 10
}
