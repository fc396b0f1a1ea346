import type { Context } from '../../../context.ts'
import type { Progress, PublishedPost } from '../../../platforms/contract/publish.ts'
import { recordResponse } from './commit-response.ts'
import { finishPublished, releaseTarget } from './finish.ts'
import { callPlatform, type Job, type Ready, sealProgress } from './job.ts'
import { nextLinkCheckAt } from './link.ts'

/** The platform accepted the post and is still processing it. */
export async function recordAccepted(
  ctx: Context,
  job: Job,
  progress: Progress,
  seconds: number,
): Promise<void> {
  await recordResponse(ctx, job, async (tx) => {
    const now = ctx.clock.now()
    await releaseTarget(tx, job.id, {
      status: 'publishing',
      phase: 'follow',
      dueAt: new Date(now.getTime() + seconds * 1_000),
      progress: sealProgress(ctx, job.id, progress),
      now,
    })
  })
}

export async function recordPublished(
  ctx: Context,
  job: Job,
  ready: Ready,
  result: PublishedPost,
): Promise<void> {
  const now = ctx.clock.now()
  const permalink = result.permalink ?? (await readPermalink(ctx, ready, result.platformPostId))
  const isAwaited = permalink === null
  const isWritten = await recordResponse(ctx, job, (tx) =>
    finishPublished(tx, {
      targetId: job.id,
      accountId: job.account_id,
      platformPostId: result.platformPostId,
      permalink,
      hasFirstComment: job.first_comment !== null,
      linkCheckAt: isAwaited || result.isProvisional ? nextLinkCheckAt(now, now, isAwaited) : null,
      now,
    }),
  )
  if (!isWritten) return
  ctx.log.info({ target_id: job.id, attempts: job.attempts }, 'target.published')
}

/** A published post never fails because its permalink cannot be read. */
async function readPermalink(
  ctx: Context,
  ready: Ready,
  platformPostId: string,
): Promise<string | null> {
  try {
    const { readPermalink: read } = ready.ability
    if (!read) return null
    return await callPlatform(ctx, ready, (input) => read({ ...input, platformPostId }))
  } catch (err) {
    ctx.log.info({ err }, 'target.permalink_failed')
    return null
  }
}
