import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import type { Tx } from '../../../database/open.ts'
import { isUnavailable } from '../../../database/unavailable.ts'
import { lockClaimedTarget, transactOnPost } from './claim.ts'
import type { Job } from './job.ts'

/** Half a minute in total, longer than a restart of PostgreSQL takes. */
const retryDelaysMs = [100, 200, 400, 800, 1_500, 3_000, 6_000, 8_000, 10_000]

/**
 * Records the platform's response to a commit. Retries while the database is unavailable, since
 * only this process has the response. Returns `false` if the target has moved on and it no longer
 * counts.
 */
export async function recordResponse(
  ctx: Context,
  job: Job,
  write: (tx: Tx) => Promise<void>,
): Promise<boolean> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await transactOnPost(ctx, job.post_id, async (tx) => {
        if (!(await lockClaimedTarget(tx, job.claim)) && !(await lockOpenCommit(tx, job)))
          return false
        await write(tx)
        return true
      })
    } catch (err) {
      const pauseMs = retryDelaysMs[attempt]
      if (pauseMs === undefined || !isUnavailable(err)) throw err
      ctx.log.warn({ err, target_id: job.id }, 'target.answer_waits')
      await new Promise((resume) => setTimeout(resume, pauseMs))
    }
  }
}

/**
 * Locks a target whose claim was lost during the commit. The worker that took over can only search
 * for this commit's post; until it finds the post, the response still counts. Clearing the lease
 * token fences that worker off.
 */
async function lockOpenCommit(tx: Tx, job: Job): Promise<boolean> {
  const { rows } = await sql`
    with locked as materialized (select id from post where id = ${job.post_id} for update)
    update post_target t set lease_until = null, lease_token = null from locked
    where t.id = ${job.id} and t.post_id = locked.id
      and t.attempts = ${job.attempts} and t.committed_at = ${job.committed_at}
      and (t.status = 'unknown' or (t.status = 'publishing' and t.phase in ('commit', 'find')))
    returning 1`.execute(tx)
  return rows.length === 1
}
