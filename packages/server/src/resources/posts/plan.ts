import { createHash } from 'node:crypto'
import { z } from 'zod'
import { homeProfileId } from '../../access/reference.ts'
import { inScope, type Scope } from '../../access/scope.ts'
import type { Context } from '../../context.ts'
import { type ErrorDetail, invalidField, ServiceError } from '../../core/errors.ts'
import { limits } from '../../core/limits.ts'
import type { PlatformValue } from '../../core/networks.ts'
import type { MediaReference } from '../../database/post-tables.ts'
import type { AccountStatus } from '../../database/tables.ts'
import { boundOf } from '../../http/errors.ts'
import { issueSentence } from '../../http/issue-sentence.ts'
import type { PostCreate, TargetInput } from '../../schemas/post.ts'
import { requireMedia } from './media.ts'

/** A post as it was asked for, with everything it names found and in one profile. */
export type PostPlan = {
  profileId: string
  mode: 'draft' | 'now' | 'schedule'
  text: string
  media: MediaReference[]
  scheduledAt: Date | null
  targets: PlannedTarget[]
}

export type PlannedTarget = {
  account: PlannedAccount
  text: string | null
  media: MediaReference[] | null
  options: Record<string, unknown>
  firstComment: string | null
  scheduledAt: Date | null
  contentHash: Buffer
}

export type PlannedAccount = {
  id: string
  profile_id: string
  platform: PlatformValue
  status: AccountStatus
  permissions_granted: string[]
}

type Asked = Pick<PostCreate, 'text' | 'media' | 'targets' | 'scheduled_at' | 'mode'>

/**
 * Finds all that a post names and decides its profile, mode and times. Throws what is wrong by
 * name: `mixed_profiles`, `media_profile_mismatch`, `account_not_found`, `media_not_found`,
 * `validation_failed`. Asks no platform and stores nothing.
 */
export async function planPost(ctx: Context, scope: Scope, asked: Asked): Promise<PostPlan> {
  const now = ctx.clock.now()
  const mode = asked.mode ?? (asked.scheduled_at ? 'schedule' : 'draft')
  const scheduledAt = timeOf(mode, asked.scheduled_at, now)
  const targets = asked.targets ?? []
  if (mode !== 'draft' && targets.length === 0) {
    throw invalidField('targets', 'Name at least one account to publish to.', 'required')
  }
  const accounts = await accountsOf(ctx, scope, targets)
  const profileId = await profileOf(ctx, scope, accounts)
  const media = referencesOf(asked.media)
  await requireMedia(ctx, scope, profileId, [
    ...media.map(({ id }, place) => ({ id, path: `media.${place}` })),
    ...targets.flatMap((target, at) =>
      (target.media ?? []).map(({ id }, place) => ({ id, path: `targets.${at}.media.${place}` })),
    ),
  ])
  return {
    profileId,
    mode,
    text: asked.text,
    media,
    scheduledAt,
    targets: targets.map((target, place) =>
      planTarget(ctx, { text: asked.text, media, mode, scheduledAt, now }, target, place, accounts),
    ),
  }
}

function timeOf(mode: PostPlan['mode'], text: string | undefined, now: Date): Date | null {
  if (mode === 'now') {
    if (text) throw invalidField('scheduled_at', 'With mode now there is no other time.')
    return now
  }
  if (!text) {
    if (mode === 'schedule') {
      throw invalidField('scheduled_at', 'Give the time to publish at.', 'required')
    }
    return null
  }
  return futureTime(text, 'scheduled_at', now)
}

function futureTime(text: string, path: string, now: Date): Date {
  const time = new Date(text)
  if (time <= now) throw invalidField(path, 'It must lie in the future.', 'in_past')
  if (time.getTime() > now.getTime() + limits.post.scheduleDaysMax * 86_400_000) {
    throw invalidField(
      path,
      `It must lie within ${limits.post.scheduleDaysMax} days.`,
      'too_far_ahead',
    )
  }
  return time
}

async function accountsOf(
  ctx: Context,
  scope: Scope,
  targets: readonly TargetInput[],
): Promise<Map<string, PlannedAccount>> {
  const ids = targets.map((target) => target.account_id)
  const rows =
    ids.length === 0
      ? []
      : await ctx.db.read
          .selectFrom('account')
          .select(['id', 'profile_id', 'platform', 'status', 'permissions_granted'])
          .where(inScope(scope, 'account'))
          .where('id', 'in', ids)
          .execute()
  const found = new Map(rows.map((row) => [row.id, row as PlannedAccount]))
  for (const [place, id] of ids.entries()) {
    const path = `targets.${place}.account_id`
    if (!found.has(id)) throw new ServiceError('account_not_found', { param: path })
    if (ids.indexOf(id) !== place) {
      throw invalidField(path, 'This account is named twice.', 'named_twice')
    }
  }
  return found
}

/** The targets' profile; without targets the one where new data goes. */
async function profileOf(
  ctx: Context,
  scope: Scope,
  accounts: ReadonlyMap<string, PlannedAccount>,
): Promise<string> {
  const profiles = new Set([...accounts.values()].map((account) => account.profile_id))
  if (profiles.size > 1) throw new ServiceError('mixed_profiles', { param: 'targets' })
  const [only] = profiles
  if (only) return only
  return await homeProfileId(ctx.db.read, scope)
}

function planTarget(
  ctx: Context,
  post: Pick<PostPlan, 'text' | 'media' | 'mode' | 'scheduledAt'> & { now: Date },
  asked: TargetInput,
  place: number,
  accounts: ReadonlyMap<string, PlannedAccount>,
): PlannedTarget {
  const account = accounts.get(asked.account_id)!
  const media = asked.media ? referencesOf(asked.media) : null
  const options = parseOptions(ctx, account.platform, asked.options ?? {}, place)
  if (asked.scheduled_at && post.mode !== 'schedule') {
    throw invalidField(`targets.${place}.scheduled_at`, 'Only a scheduled post has other times.')
  }
  return {
    account,
    text: asked.text ?? null,
    media,
    options,
    firstComment: asked.first_comment ?? null,
    scheduledAt: asked.scheduled_at
      ? futureTime(asked.scheduled_at, `targets.${place}.scheduled_at`, post.now)
      : post.scheduledAt,
    contentHash: contentHash(asked.text ?? post.text, media ?? post.media),
  }
}

function parseOptions(
  ctx: Context,
  platform: PlatformValue,
  given: Record<string, unknown>,
  place: number,
): Record<string, unknown> {
  const schema = ctx.platforms.get(platform)?.publish?.options ?? z.strictObject({})
  const result = schema.safeParse(given, { error: issueSentence })
  if (result.success) return result.data
  const details = result.error.issues.flatMap((issue): ErrorDetail[] => {
    const base = ['targets', place, 'options', ...issue.path].join('.')
    const paths =
      issue.code === 'unrecognized_keys' ? issue.keys.map((key) => `${base}.${key}`) : [base]
    const { code, message } = issue
    return paths.map((path) => ({ path, code, message, ...boundOf(issue) }))
  })
  throw new ServiceError('validation_failed', { details })
}

function referencesOf(
  given: readonly { id: string; alt_text?: string | null | undefined }[],
): MediaReference[] {
  return given.map(({ id, alt_text }) => ({ id, alt_text: alt_text ?? null }))
}

/** Equal for what a reader of the account would see as the same post. */
function contentHash(text: string, media: readonly MediaReference[]): Buffer {
  const ids = media.map(({ id }) => id)
  return createHash('sha256')
    .update(JSON.stringify([text.trim(), ids]))
    .digest()
}
