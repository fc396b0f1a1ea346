import type { Context } from '../../../context.ts'
import { isAccessError } from '../../../platforms/contract/errors.ts'
import { recordResponse } from './commit-response.ts'
import { recordAccepted, recordPublished } from './commit-result.ts'
import { recordError } from './failure.ts'
import { callPlatform, type Job, type Ready } from './job.ts'
import { type Failure, outcomeOf } from './outcome.ts'
import { startSearch } from './unknown.ts'

/** The refusal of a commit that may have published the post; `null` for other errors and networks. */
export function findRefusal({ ability }: Ready, err: unknown): Failure | null {
  if (!ability.findRefused || isAccessError(err)) return null
  const outcome = outcomeOf(err, { isCommit: true, commitsNotReady: 0 })
  return outcome.next === 'fail' ? outcome.failure : null
}

/**
 * Asks the network whether a refused commit published the post. The refusal stands if it did not; if
 * the network does not tell, the target becomes `unknown`.
 */
export async function checkRefused(
  ctx: Context,
  job: Job,
  ready: Ready,
  refusal: unknown,
  failure: Failure,
): Promise<void> {
  const committedAt = job.committed_at ?? ctx.clock.now()
  const found = await callPlatform(ctx, ready, (input) =>
    ready.ability.findRefused!({ ...input, committedAt }),
  ).catch((err: unknown) => {
    ctx.log.info({ err, target_id: job.id }, 'target.find_failed')
    return null
  })
  if (found?.state === 'published') return await recordPublished(ctx, job, ready, found)
  if (found?.state === 'accepted') {
    return await recordAccepted(ctx, job, found.progress, found.seconds)
  }
  if (found?.certain) return await recordError(ctx, job, ready, refusal, { isCommit: true })
  const now = ctx.clock.now()
  await recordResponse(ctx, job, (tx) => startSearch(tx, job, failure, now))
}
