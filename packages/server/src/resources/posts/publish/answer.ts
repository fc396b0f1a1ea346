import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import type { Tx } from '../../../database/open.ts'
import { isUnavailable } from '../../../database/unavailable.ts'
import { holdTarget, transactOnPost } from './claim.ts'
import type { Job } from './job.ts'

/** Half a minute in all: longer than PostgreSQL takes to start again. */
const pausesMs = [100, 200, 400, 800, 1_500, 3_000, 6_000, 8_000, 10_000]

/**
 * Writes what the platform said to a commit. While the database is away it is tried again: nobody
 * else knows the answer. `false` when it is of no use any more.
 */
export async function writeAnswer(
  ctx: Context,
  job: Job,
  write: (tx: Tx) => Promise<void>,
): Promise<boolean> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await transactOnPost(ctx, job.post_id, async (tx) => {
        if (!(await holdTarget(tx, job.claim)) && !(await holdOpenCommit(tx, job))) return false
        await write(tx)
        return true
      })
    } catch (err) {
      const pauseMs = pausesMs[attempt]
      if (pauseMs === undefined || !isUnavailable(err)) throw err
      ctx.log.warn({ err, target_id: job.id }, 'target.answer_waits')
      await new Promise((resume) => setTimeout(resume, pauseMs))
    }
  }
}

/**
 * Locks a target whose claim was lost while the platform answered. Whoever has taken over, or the
 * owner, can only look for the post of this commit; as long as it is not found, the answer itself
 * still counts, and what the other one does is fenced.
 */
async function holdOpenCommit(tx: Tx, job: Job): Promise<boolean> {
  const { rows } = await sql`
    with held as materialized (select id from post where id = ${job.post_id} for update)
    update post_target t set lease_until = null, lease_token = null from held
    where t.id = ${job.id} and t.post_id = held.id
      and t.attempts = ${job.attempts} and t.committed_at = ${job.committed_at}
      and (t.status = 'unknown' or (t.status = 'publishing' and t.phase in ('commit', 'find')))
    returning 1`.execute(tx)
  return rows.length === 1
}
