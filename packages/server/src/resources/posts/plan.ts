import { createHash } from 'node:crypto'
import { z } from 'zod'
import { profileIdOrDefault } from '../../access/reference.ts'
import { inScope, type Scope } from '../../access/scope.ts'
import type { Context } from '../../context.ts'
import type { AccountFacts } from '../../core/account-facts.ts'
import { type ErrorDetail, invalidField, ServiceError } from '../../core/errors.ts'
import { limits } from '../../core/limits.ts'
import type { PlatformValue } from '../../core/networks.ts'
import type { MediaReference, ThreadFallback, ThreadPart } from '../../database/post-tables.ts'
import type { AccountStatus } from '../../database/tables.ts'
import { boundOf } from '../../http/errors.ts'
import { issueSentence } from '../../http/issue-sentence.ts'
import type { PublishFinding } from '../../platforms/contract/publish.ts'
import type { PostCreate, TargetInput } from '../../schemas/post.ts'
import { requireMedia } from './media.ts'
import { type PublishedContent, replaceThread } from './thread.ts'

/** A requested post with its references resolved; all of them are in one profile. */
export type PostPlan = {
  profileId: string
  mode: 'draft' | 'now' | 'schedule'
  text: string
  media: MediaReference[]
  thread: ThreadPart[]
  threadFallback: ThreadFallback | null
  /** `null` in a draft without a time, and until a queued post has its slots. */
  scheduledAt: Date | null
  /** Whether each target without its own time takes the next free slot of its account. */
  isQueued: boolean
  targets: PlannedTarget[]
}

export type PlannedTarget = {
  account: PlannedAccount
  written: WrittenContent
  /** `written` with what it takes from the post. */
  content: PublishedContent
  /** `content` as its platform can publish it: without a thread where there are none. */
  published: PublishedContent
  /** What cannot be published of the thread. */
  threadFindings: PublishFinding[]
  options: Record<string, unknown>
  scheduledAt: Date | null
  /** The slot that it takes. */
  slotAt: Date | null
  contentHash: Buffer
}

/** The content of a target in the request. `null` takes the post's. */
export type WrittenContent = {
  text: string | null
  media: MediaReference[] | null
  thread: ThreadPart[] | null
  firstComment: string | null
}

export type PlannedAccount = {
  id: string
  profile_id: string
  platform: PlatformValue
  status: AccountStatus
  permissions_granted: string[]
  facts: AccountFacts | null
}

type PlanInput = Pick<
  PostCreate,
  'text' | 'media' | 'thread' | 'thread_fallback' | 'targets' | 'scheduled_at' | 'mode'
>

/**
 * Resolves the accounts and media of a post and decides its profile, mode and times. `storedTimes` are
 * those that the post keeps, in ms: they may have passed. Throws `mixed_profiles`,
 * `media_profile_mismatch`, `account_not_found`, `media_not_found` or `validation_failed`. Calls no
 * platform and stores nothing.
 */
export async function planPost(
  ctx: Context,
  scope: Scope,
  request: PlanInput,
  storedTimes: readonly number[] = [],
): Promise<PostPlan> {
  const input = asScheduled(request)
  const times = { now: ctx.clock.now(), storedTimes }
  const mode = input.mode ?? (input.scheduled_at ? 'schedule' : 'draft')
  const scheduledAt = resolveTime(mode, input.scheduled_at, times)
  const targets = input.targets ?? []
  if (mode !== 'draft' && targets.length === 0) {
    throw invalidField('targets', 'Choose at least one account to publish to.', 'required')
  }
  const accounts = await findAccounts(ctx, scope, targets)
  const profileId = await resolveProfile(ctx, scope, accounts)
  const checksums = await requireMedia(ctx, scope, profileId, [
    ...referencePaths(input, ''),
    ...targets.flatMap((target, index) => referencePaths(target, `targets.${index}.`)),
  ])
  const post = {
    profileId,
    mode,
    text: input.text,
    media: toReferences(input.media),
    thread: toParts(input.thread),
    threadFallback: input.thread_fallback,
    scheduledAt,
    isQueued: input.scheduled_at === nextSlot,
  }
  const shared = { ...post, times, checksums }
  return {
    ...post,
    targets: targets.map((target, index) => planTarget(ctx, shared, target, index, accounts)),
  }
}

/** The media of the post and its targets, each once. */
export function mediaIdsOf(plan: PostPlan): string[] {
  const all = [plan, ...plan.targets.map(({ content }) => content)].flatMap(({ media, thread }) => [
    ...media,
    ...thread.flatMap((part) => part.media),
  ])
  return [...new Set(all.map(({ id }) => id))]
}

type References = readonly { id: string }[]

function referencePaths(
  {
    media = [],
    thread = [],
  }: { media?: References | undefined; thread?: readonly { media: References }[] | undefined },
  prefix: string,
): { id: string; path: string }[] {
  return [
    ...media.map(({ id }, index) => ({ id, path: `${prefix}media.${index}` })),
    ...thread.flatMap((part, index) => referencePaths(part, `${prefix}thread.${index}.`)),
  ]
}

/** The request with `mode: queue` written as `scheduled_at: next_slot`. */
export function asScheduled<Input extends Partial<Pick<PlanInput, 'mode'>> & QueueTime>(
  input: Input,
): Input & { mode?: PostPlan['mode'] | undefined } {
  if (input.mode !== 'queue') return input as Input & { mode?: PostPlan['mode'] | undefined }
  if (input.scheduled_at && input.scheduled_at !== nextSlot) {
    throw invalidField('scheduled_at', 'It is not allowed with mode queue.')
  }
  return { ...input, mode: 'schedule', scheduled_at: nextSlot }
}

type QueueTime = { scheduled_at?: string | null | undefined }

const nextSlot = 'next_slot'

type Times = { now: Date; storedTimes: readonly number[] }

function resolveTime(mode: PostPlan['mode'], text: string | undefined, times: Times): Date | null {
  if (mode === 'now') {
    if (text) throw invalidField('scheduled_at', 'It is not allowed with mode now.')
    return times.now
  }
  if (!text) {
    if (mode === 'schedule') {
      throw invalidField('scheduled_at', 'This field is required to schedule a post.', 'required')
    }
    return null
  }
  if (text === nextSlot) {
    if (mode === 'schedule') return null
    throw invalidField('scheduled_at', 'A draft cannot take a slot. Omit mode, or send a time.')
  }
  return futureTime(text, 'scheduled_at', times)
}

function futureTime(text: string, path: string, { now, storedTimes }: Times): Date {
  const time = new Date(text)
  if (storedTimes.includes(time.getTime())) return time
  if (time <= now) throw invalidField(path, 'It must be in the future.', 'in_past')
  if (time.getTime() > now.getTime() + limits.post.scheduleDaysMax * 86_400_000) {
    throw invalidField(
      path,
      `It must be within ${limits.post.scheduleDaysMax} days from now.`,
      'too_far_ahead',
    )
  }
  return time
}

async function findAccounts(
  ctx: Context,
  scope: Scope,
  targets: readonly TargetInput[],
): Promise<Map<string, PlannedAccount>> {
  const ids = targets.map((target) => target.account_id)
  const rows =
    ids.length === 0
      ? []
      : await ctx.db.query
          .selectFrom('account')
          .select(['id', 'profile_id', 'platform', 'status', 'permissions_granted', 'facts'])
          .where(inScope(scope, 'account'))
          .where('id', 'in', ids)
          .execute()
  const accounts = new Map(rows.map((row) => [row.id, row as PlannedAccount]))
  for (const [index, id] of ids.entries()) {
    const path = `targets.${index}.account_id`
    if (!accounts.has(id)) throw new ServiceError('account_not_found', { param: path })
    if (ids.indexOf(id) !== index) {
      throw invalidField(path, 'It names an account twice. Remove one.', 'named_twice')
    }
  }
  return accounts
}

/** The profile of the targets, or the caller's default profile if there are none. */
async function resolveProfile(
  ctx: Context,
  scope: Scope,
  accounts: ReadonlyMap<string, PlannedAccount>,
): Promise<string> {
  const profiles = new Set([...accounts.values()].map((account) => account.profile_id))
  if (profiles.size > 1) throw new ServiceError('mixed_profiles', { param: 'targets' })
  const [only] = profiles
  if (only) return only
  return await profileIdOrDefault(ctx.db.query, scope)
}

function planTarget(
  ctx: Context,
  post: Omit<PostPlan, 'targets'> & { times: Times; checksums: ReadonlyMap<string, string> },
  input: TargetInput,
  index: number,
  accounts: ReadonlyMap<string, PlannedAccount>,
): PlannedTarget {
  const account = accounts.get(input.account_id)!
  const written = {
    text: input.text ?? null,
    media: input.media ? toReferences(input.media) : null,
    thread: input.thread ? toParts(input.thread) : null,
    firstComment: input.first_comment ?? null,
  }
  const content = {
    text: written.text ?? post.text,
    media: written.media ?? post.media,
    thread: written.thread ?? post.thread,
    firstComment: written.firstComment,
  }
  const platform = ctx.platforms.get(account.platform)
  const { content: published, findings: threadFindings } = platform?.publish?.thread
    ? { content, findings: [] }
    : replaceThread(content, post.threadFallback, platform?.name ?? account.platform)
  const options = parseOptions(ctx, account.platform, input.options ?? {}, index)
  if (input.scheduled_at && post.mode !== 'schedule') {
    throw invalidField(`targets.${index}.scheduled_at`, 'It is only allowed in scheduled posts.')
  }
  return {
    account,
    written,
    content,
    published,
    threadFindings,
    options,
    scheduledAt: input.scheduled_at
      ? futureTime(input.scheduled_at, `targets.${index}.scheduled_at`, post.times)
      : post.scheduledAt,
    slotAt: null,
    contentHash: contentHash(published, post.checksums),
  }
}

function parseOptions(
  ctx: Context,
  platform: PlatformValue,
  options: Record<string, unknown>,
  index: number,
): Record<string, unknown> {
  const schema = ctx.platforms.get(platform)?.publish?.options ?? z.strictObject({})
  const result = schema.safeParse(options, { error: issueSentence })
  if (result.success) return result.data
  const details = result.error.issues.flatMap((issue): ErrorDetail[] => {
    const base = ['targets', index, 'options', ...issue.path].join('.')
    const paths =
      issue.code === 'unrecognized_keys' ? issue.keys.map((key) => `${base}.${key}`) : [base]
    const { code, message } = issue
    return paths.map((path) => ({ path, code, message, ...boundOf(issue) }))
  })
  throw new ServiceError('validation_failed', { details })
}

function toReferences(
  media: readonly { id: string; alt_text?: string | null | undefined }[],
): MediaReference[] {
  return media.map(({ id, alt_text }) => ({ id, alt_text: alt_text ?? null }))
}

function toParts(thread: PostCreate['thread']): ThreadPart[] {
  return thread.map(({ text, media }) => ({ text, media: toReferences(media) }))
}

/** Equal for posts that look the same to the account's followers, also if the file was uploaded again. */
function contentHash(
  { thread, ...root }: PublishedContent,
  checksums: ReadonlyMap<string, string>,
): Buffer {
  const parts = [root, ...thread].map(({ text, media }) => [
    text.normalize('NFC').trim(),
    media.map(({ id }) => checksums.get(id)),
  ])
  return createHash('sha256').update(JSON.stringify(parts)).digest()
}
