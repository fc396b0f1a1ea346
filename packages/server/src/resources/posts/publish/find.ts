import type { Context } from '../../../context.ts'
import { isAccessError } from '../../../platforms/contract/errors.ts'
import { findOwnComment } from '../../../platforms/contract/own-comment.ts'
import type { CommitLookup } from '../../../platforms/contract/publish.ts'
import { callPlatform, type Job, type Ready } from './job.ts'
import { type Failure, outcomeOf } from './outcome.ts'

/**
 * Asks the network whether a refused commit made the part public all the same. `null` if the refusal
 * stands: it is a proof on this network, or the network confirms it. `doubtful` if the network does not
 * tell.
 */
export async function findAfterRefusal(
  ctx: Context,
  job: Job,
  ready: Ready,
  err: unknown,
): Promise<
  Exclude<CommitLookup, { state: 'absent' }> | { state: 'doubtful'; failure: Failure } | null
> {
  const { findRefused } = ready.ability
  if (!findRefused || isAccessError(err)) return null
  const outcome = outcomeOf(err, { isCommit: true, commitsNotReady: 0 })
  if (outcome.next !== 'fail') return null
  const found = await findPart(ctx, job, ready, findRefused)
  if (found && found.state !== 'absent') return found
  return found?.certain ? null : { state: 'doubtful', failure: outcome.failure }
}

/**
 * Searches the account's posts for a part whose commit has no response, or may be missing from the
 * database; `null` if that fails.
 */
export async function findPart(
  ctx: Context,
  job: Job,
  ready: Ready,
  lookUp: Ready['ability']['find'] = ready.ability.find,
): Promise<CommitLookup | null> {
  const committedAt = job.committed_at ?? ctx.clock.now()
  const isCheck = job.phase === 'check'
  try {
    const found = await callPlatform(ctx, ready, (input) =>
      lookUp({ ...input, committedAt, ...(isCheck ? { isProgressOld: true } : {}) }),
    )
    return isCheck && (await isOfAnother(ctx, job, found)) ? uncertain : found
  } catch (err) {
    ctx.log.info({ err, target_id: job.id }, 'target.find_failed')
    return null
  }
}

const uncertain: CommitLookup = { state: 'absent', certain: false }

/** Whether the post was published by another target with the same content. */
async function isOfAnother(ctx: Context, job: Job, found: CommitLookup): Promise<boolean> {
  if (found.state !== 'published') return false
  const row = await ctx.db.query
    .selectFrom('post_part')
    .innerJoin('post_target', 'post_target.id', 'post_part.target_id')
    .innerJoin('post', 'post.id', 'post_target.post_id')
    .select('post.id')
    .where('post_part.account_id', '=', job.account_id)
    .where('post_part.platform_post_id', '=', found.platformPostId)
    .where('post_part.target_id', '<>', job.id)
    .where('post.source', '=', 'api')
    .executeTakeFirst()
  return row !== undefined
}

/** Whether the account has written the first comment since its commit; `false` if that cannot be read. */
export async function isCommentFound(ctx: Context, job: Job, ready: Ready): Promise<boolean> {
  const { comments } = ready.platform
  const platformPostId = job.public_parts[0]?.platform_post_id
  if (!comments || !platformPostId) return false
  const listPage = (cursor: string | null) =>
    callPlatform(ctx, ready, ({ tokens, account }) =>
      comments.listComments({ tokens, account, platformPostId, cursor }),
    )
  const since = job.committed_at ?? ctx.clock.now()
  try {
    return (await findOwnComment(listPage, { text: job.first_comment ?? '', since })) !== null
  } catch (err) {
    ctx.log.info({ err, target_id: job.id }, 'target.find_failed')
    return false
  }
}
