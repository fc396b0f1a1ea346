import { tokenPurpose } from '../../accounts/connect.ts'
import type { PlatformValue } from '../../base/config.ts'
import { seal, unseal } from '../../base/secrets.ts'
import type { Context } from '../../context.ts'
import { loadPostMedia } from '../../media/post-media.ts'
import type { Platform, Tokens } from '../../platforms/platform.ts'
import type { Progress, PublishAbility, PublishInput } from '../../platforms/publish.ts'
import type { TargetClaim } from './claim.ts'

/** A claimed target with everything its next step needs. */
export type Job = Awaited<ReturnType<typeof findJob>> & { claim: TargetClaim }

/** The target, its post and its account as they are now. */
export async function findJob(ctx: Context, claim: TargetClaim) {
  return await ctx.db.read
    .selectFrom('post_target as t')
    .innerJoin('post', 'post.id', 't.post_id')
    .innerJoin('account', 'account.id', 't.account_id')
    .select([
      't.id',
      't.owner_id',
      't.profile_id',
      't.post_id',
      't.account_id',
      't.platform',
      't.status',
      't.phase',
      't.options',
      't.first_comment',
      't.first_comment_status',
      't.progress_sealed',
      't.attempts',
      't.attempt_started_at',
      't.committed_at',
      't.scheduled_at',
      't.platform_post_id',
      't.text as own_text',
      't.media as own_media',
      'post.text as post_text',
      'post.media as post_media',
      'account.status as account_status',
      'account.platform_account_id',
      'account.username',
      'account.tokens_sealed',
    ])
    .where('t.id', '=', claim.targetId)
    .executeTakeFirstOrThrow()
}

export type Ready = {
  ability: PublishAbility
  platform: Platform
  input: PublishInput
}

/** What the platform is to be given, or `null` when the account cannot act any more. */
export async function readyJob(ctx: Context, job: Job): Promise<Ready | null> {
  const platform = ctx.platforms.get(job.platform as PlatformValue)
  if (!platform?.publish || job.account_status !== 'connected' || !job.tokens_sealed) return null
  const tokens = unseal(ctx.config.keyring, tokenPurpose(job.account_id), job.tokens_sealed)
  const media = await loadPostMedia(ctx, job.own_media ?? job.post_media)
  return {
    platform,
    ability: platform.publish,
    input: {
      tokens: JSON.parse(tokens) as Tokens,
      account: { platformAccountId: job.platform_account_id, username: job.username },
      content: {
        text: job.own_text ?? job.post_text,
        media,
        options: job.options,
      },
      progress: openProgress(ctx, job),
    },
  }
}

export function sealProgress(ctx: Context, targetId: string, progress: Progress): Buffer {
  return seal(ctx.config.keyring, progressPurpose(targetId), JSON.stringify(progress))
}

function openProgress(ctx: Context, job: Job): Progress {
  if (!job.progress_sealed) return {}
  return JSON.parse(unseal(ctx.config.keyring, progressPurpose(job.id), job.progress_sealed))
}

function progressPurpose(targetId: string): string {
  return `target:${targetId}`
}
