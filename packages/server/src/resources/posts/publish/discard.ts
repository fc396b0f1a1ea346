import type { Context } from '../../../context.ts'
import { PlatformError } from '../../../platforms/contract/errors.ts'
import { callPlatform, type Job, type Ready } from './job.ts'

/**
 * Removes what a failed target left on the platform, such as uploaded photos. One try, best effort:
 * the target has failed either way. A target that was retried since is skipped.
 */
export async function discardIfFailed(ctx: Context, job: Job, ready: Ready): Promise<void> {
  const { discard } = ready.ability
  if (!discard || Object.keys(ready.input.progress).length === 0) return
  const target = await ctx.db.query
    .selectFrom('post_target')
    .select('status')
    .where('id', '=', job.id)
    .executeTakeFirst()
  if (target?.status !== 'failed') return
  try {
    await callPlatform(ctx, ready, (input) => discard(input))
    ctx.log.info({ target_id: job.id }, 'target.discarded')
  } catch (err) {
    if (!(err instanceof PlatformError)) throw err
    ctx.log.warn({ err, target_id: job.id }, 'target.discard_failed')
  }
}
