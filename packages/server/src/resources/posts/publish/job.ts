import type { Context } from '../../../context.ts'
import { ServiceError } from '../../../core/errors.ts'
import type { PlatformValue } from '../../../core/networks.ts'
import type { ThreadPart } from '../../../database/post-tables.ts'
import { toLostSpan } from '../../../database/server-identity.ts'
import type { Platform } from '../../../platforms/contract/platform.ts'
import type {
  PostMedia,
  Progress,
  PublishAbility,
  PublishInput,
} from '../../../platforms/contract/publish.ts'
import { seal, unseal } from '../../../security/secrets.ts'
import { unsealTokens } from '../../accounts/tokens.ts'
import { type AccountTokens, holdTokens, withTokens } from '../../accounts/with-tokens.ts'
import { loadPostMedia } from '../../media/serve/post-media.ts'
import { readLinkImage } from '../link-preview.ts'
import { partsOf, readParts } from '../parts.ts'
import type { TargetClaim } from './claim.ts'
import { type Failure, serverFailure } from './outcome.ts'
import type { PublicPart } from './states.ts'

/** A claimed target with the data its next step needs. */
export type Job = Awaited<ReturnType<typeof findJob>> & { claim: TargetClaim }

/** Reads the target, its public parts, its post and its account. */
export async function findJob(ctx: Context, claim: TargetClaim) {
  const row = await ctx.db.query
    .selectFrom('post_target as t')
    .innerJoin('post', 'post.id', 't.post_id')
    .leftJoin('account', 'account.id', 't.account_id')
    .leftJoin('database_server as server', (join) => join.onTrue())
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
      't.first_comment_attempts',
      't.progress_sealed',
      't.attempts',
      't.attempt_started_at',
      't.committed_at',
      't.scheduled_at',
      't.due_at',
      'server.lost_since',
      'server.lost_until',
      't.part',
      't.parts',
      partsOf('t').as('part_rows'),
      't.published_at',
      't.error_code',
      't.error_source',
      't.error_message',
      't.error_retryable',
      't.text as target_text',
      't.media as target_media',
      't.thread as target_thread',
      'post.text as post_text',
      'post.created_at as post_created_at',
      'post.media as post_media',
      'post.thread as post_thread',
      'account.status as account_status',
      'account.platform_account_id',
      'account.username',
      'account.profile_url',
      'account.facts',
      'account.tokens_sealed',
    ])
    .where('t.id', '=', claim.key)
    .executeTakeFirstOrThrow()
  const public_parts: readonly PublicPart[] = readParts(row.part_rows)
  return { ...row, public_parts, lost: toLostSpan(row) }
}

export type Ready = {
  ability: PublishAbility
  platform: Platform
  held: AccountTokens
  input: Omit<PublishInput, 'tokens'>
}

/** Why a target cannot go on. */
export type Unready = { unready: Failure }

/** Builds the platform's input, or returns why the account or the post can no longer publish. */
export async function prepareJob(ctx: Context, job: Job): Promise<Ready | Unready> {
  const platform = ctx.platforms.get(job.platform as PlatformValue)
  if (!platform?.publish || job.account_status !== 'connected' || !job.tokens_sealed) {
    return { unready: notConnected(job) }
  }
  const media = await loadMedia(ctx, job)
  if (media === null) return { unready: mediaMissing }
  const secrets = openSecrets(ctx, job, job.tokens_sealed)
  if (secrets === null) return { unready: secretsUnreadable }
  return {
    platform,
    ability: platform.publish,
    held: holdTokens({ id: job.account_id, platform, tokens: secrets.tokens }, job.id),
    input: {
      key: { id: partKey(job), createdAt: job.post_created_at },
      // An account with tokens always has both.
      account: { platformAccountId: job.platform_account_id!, username: job.username! },
      facts: job.facts,
      content: { text: contentOf(job).text, media, options: job.options },
      answers: answersOf(job),
      readLinkImage: (url, limits) => readLinkImage(ctx, job.profile_id, url, limits),
      progress: secrets.progress,
    },
  }
}

/** The text and media of the part that is worked on; a published target's is the last one's. */
function contentOf(job: Job): ThreadPart {
  if (job.part === 1) {
    return { text: job.target_text ?? job.post_text, media: job.target_media ?? job.post_media }
  }
  return (job.target_thread ?? job.post_thread)[job.part - 2]!
}

/** The key of the first part is the target's ID, as of a post without a thread. */
function partKey({ id, part }: Job): string {
  return part === 1 ? id : `${id}.${part}`
}

function answersOf({ part, public_parts }: Job): PublishInput['answers'] {
  const root = public_parts[0]
  const parent = public_parts.find(({ number }) => number === part - 1)
  if (!root || !parent) return null
  return {
    root: { platformPostId: root.platform_post_id },
    parent: { platformPostId: parent.platform_post_id },
  }
}

/**
 * Whether a target that fails at its commit keeps its progress: what was prepared stays on the
 * platform, and a retry by the owner first checks whether it was published.
 */
export function isProgressKept({ findRefused, discard }: PublishAbility): boolean {
  return findRefused !== undefined && discard === undefined
}

/** Calls the platform with the target's input and the account's current tokens; see `withTokens`. */
export async function callPlatform<Result>(
  ctx: Context,
  { held, input }: Ready,
  call: (input: PublishInput) => Promise<Result>,
): Promise<Result> {
  return await withTokens(ctx, held, (tokens) => call({ ...input, tokens }))
}

/** The account was disconnected or expired, or its platform is no longer configured. */
function notConnected(job: Job): Failure {
  return job.account_status === 'expired'
    ? serverFailure(
        'auth_expired',
        'Access to the account has expired. Reconnect the account.',
        false,
      )
    : serverFailure('account_disconnected', 'The account is not connected. Reconnect it.', false)
}

const mediaMissing = serverFailure('media_invalid', 'A media file of the post was deleted.', false)
const secretsUnreadable = serverFailure(
  'internal',
  "The account's stored tokens cannot be decrypted with ENCRYPTION_KEYS. Reconnect the account.",
  false,
)

/** A published post no longer needs its files; they may be deleted before its first comment. */
async function loadMedia(ctx: Context, job: Job): Promise<PostMedia[] | null> {
  try {
    return await loadPostMedia(ctx, contentOf(job).media)
  } catch (err) {
    if (!(err instanceof ServiceError)) throw err
    return job.status === 'published' ? [] : null
  }
}

/** `null` if the encryption key is gone, so that the target fails instead of retrying forever. */
function openSecrets(ctx: Context, job: Job, tokensSealed: Buffer) {
  try {
    const tokens = unsealTokens(ctx, job.account_id, tokensSealed)
    return { tokens, progress: openProgress(ctx, job) }
  } catch (err) {
    ctx.log.error({ err, target_id: job.id }, 'target.secrets_unreadable')
    return null
  }
}

export function sealProgress(ctx: Context, { id }: Pick<Job, 'id'>, progress: Progress): Buffer {
  return seal(ctx.config.keyring, progressPurpose(id), JSON.stringify(progress))
}

function openProgress(ctx: Context, job: Job): Progress {
  if (!job.progress_sealed) return {}
  return JSON.parse(unseal(ctx.config.keyring, progressPurpose(job.id), job.progress_sealed))
}

/** The purpose that binds sealed progress to its target (see `seal`). */
export function progressPurpose(targetId: string): string {
  return `target:${targetId}`
}
