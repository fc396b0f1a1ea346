import type { Context } from '../../../context.ts'
import { PlatformError } from '../../../platforms/errors.ts'
import type { Job, Ready } from './job.ts'

/**
 * Takes back what the steps of a post that failed for good have left on the platform. Once and as
 * well as it can be: the post has failed either way. What a target that was retried meanwhile makes
 * is not touched, since that begins anew.
 */
export async function discardIfFailed(ctx: Context, job: Job, ready: Ready): Promise<void> {
  const { ability, input } = ready
  if (!ability.discard || Object.keys(input.progress).length === 0) return
  const target = await ctx.db.read
    .selectFrom('post_target')
    .select('status')
    .where('id', '=', job.id)
    .executeTakeFirst()
  if (target?.status !== 'failed') return
  try {
    await ability.discard(input)
    ctx.log.info({ target_id: job.id }, 'target.discarded')
  } catch (err) {
    if (!(err instanceof PlatformError)) throw err
    ctx.log.warn({ err, target_id: job.id }, 'target.discard_failed')
  }
}
