import { setTimeout as pause } from 'node:timers/promises'
import { platformPosts } from '../outcome.ts'
import type { TargetRow } from './count.ts'
import type { SentPost } from './load.ts'
import type { Drill } from './system.ts'

const settledMsMax = 60_000
const rowsSql = `
  select t.id, t.platform, p.text, t.status, t.phase, t.first_comment_status, t.error_code,
    t.attempts, t.part, t.due_at, t.lease_until, t.committed_at,
    t.status in ('scheduled', 'publishing')
      or (t.due_at is not null and t.phase is distinct from 'link') as "isOpen"
  from post p join post_target t on t.post_id = p.id where p.text like $1`
/** Retries are due immediately, and three minutes pass with each search for an unknown post. */
const hurrySql = `
  update post_target t set due_at = now(),
    committed_at = case when t.status = 'unknown' or t.phase = 'comment_find' then t.committed_at - interval '3 minutes'
      else t.committed_at end
  from post p where p.id = t.post_id and p.text like $1 and t.due_at > now()
    and t.phase is distinct from 'link' and (t.lease_until is null or t.lease_until < now())`

export async function readRows({ ctx }: Drill, label: string): Promise<TargetRow[]> {
  return (await ctx.db.pool.query<TargetRow>(rowsSql, [`${label} %`])).rows
}

/** Waits until every target has an outcome and the deliveries are sent. */
export async function settle(drill: Drill, label: string): Promise<void> {
  const { pool, wake } = drill.ctx.db
  const began = performance.now()
  while (performance.now() - began < settledMsMax) {
    const rows = await readRows(drill, label)
    const queued = await pool.query('select 1 from delivery_queue limit 1')
    if (rows.every(({ isOpen }) => !isOpen) && queued.rowCount === 0) return
    await pool.query(hurrySql, [`${label} %`])
    wake.notify('work')
    await pause(500)
  }
}

/** The texts of all posts on the networks, and of the replies and comments to the sent ones. */
export async function textsOnNetworks(drill: Drill, sent: readonly SentPost[]): Promise<string[]> {
  const posts = await platformPosts(drill)
  const withMore = new Set(
    sent.filter(({ texts }) => texts.length > 1).map(({ texts }) => texts[0]),
  )
  const texts = posts.map(({ text }) => text)
  for (const { id, text } of posts) {
    if (!withMore.has(text)) continue
    const { data } = await drill.control<{ data: { text: string }[] }>(
      'GET',
      `/posts/${encodeURIComponent(id)}/comments`,
    )
    texts.push(...data.map((comment) => comment.text))
  }
  return texts
}
