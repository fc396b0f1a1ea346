import type { Context } from '../../../context.ts'
import { limits } from '../../../core/limits.ts'
import { createHeartbeat, type LeaseKeeper } from '../../../jobs/heartbeat.ts'
import { createLoop, type WorkLoop } from '../../../jobs/loop.ts'
import { claimTargets, nextDueAt, type TargetClaim } from './claim.ts'
import { publishTarget } from './run.ts'

/** Publishes due targets, up to `limits.post.inFlightMax` at once and one per account. */
export function createPublisher(
  ctx: Context,
  leases: LeaseKeeper = createHeartbeat(ctx),
): WorkLoop {
  return createLoop<TargetClaim>(
    ctx,
    {
      table: 'post_target',
      rowsAtOnce: limits.post.inFlightMax,
      claim: (now, rows, running) => claimTargets(ctx.db, now, rows, running),
      nextDueAt: (now) => nextDueAt(ctx.db.query, now),
      run: async (claim) => {
        const noteChange = () => ctx.db.changes.note('posts', { accountId: claim.accountId })
        noteChange()
        await publishTarget(ctx, claim).finally(noteChange)
      },
    },
    leases,
  )
}
