import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import type { Tx } from '../../../database/open.ts'
import { retryWrite } from '../../../database/retry-write.ts'
import { lockClaimedTarget, transactOnPost } from './claim.ts'
import type { Job } from './job.ts'

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
  const record = () =>
    transactOnPost(ctx, job.post_id, async (tx) => {
      if (!(await lockClaimedTarget(tx, job.claim)) && !(await lockOpenCommit(tx, job)))
        return false
      await write(tx)
      return true
    })
  return await retryWrite(record, (err) =>
    ctx.log.warn({ err, target_id: job.id }, 'target.response_not_stored'),
  )
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
