import type { Context } from '../../../context.ts'
import type { PlatformValue } from '../../../core/networks.ts'
import { needsApp, networkSettings } from '../../../core/networks.ts'
import type { PublishInput } from '../../../platforms/contract/publish.ts'
import { emitPublished } from '../events.ts'
import { deleteImported } from '../import.ts'
import { lockClaimedTarget, transactOnPost, updateClaimedTarget } from './claim.ts'
import { callPlatform, type Job, type Ready, type Unready } from './job.ts'

/** When to ask for a permalink that `post.published` waits for, in ms after publishing. */
const awaitedChecksMs = [2_000, 10_000, 30_000, 60_000, 120_000, 300_000]
/** When to ask for a final id or a permalink after the event. */
const lateChecksMs = [60_000, 300_000, 1_800_000]

/** When to check next after `now`; `null` after the last check. */
export function nextLinkCheckAt(publishedAt: Date, now: Date, isAwaited: boolean): Date | null {
  const sinceMs = now.getTime() - publishedAt.getTime()
  const next = (isAwaited ? awaitedChecksMs : lateChecksMs).find((delayMs) => delayMs > sinceMs)
  return next === undefined ? null : new Date(publishedAt.getTime() + next)
}

/**
 * Asks the network for the permalink of a published post, or for the final id of a provisional one.
 * A target without a permalink has not emitted `post.published` yet: both are committed together,
 * so the event is sent exactly once. After the last check it carries the best URL known without the
 * network.
 */
export async function readLink(ctx: Context, job: Job, ready: Ready | Unready): Promise<void> {
  const isReadable = !('unready' in ready)
  const fetched = isReadable ? await fetchLink(ctx, job, ready) : null
  const now = ctx.clock.now()
  const publishedAt = job.published_at ?? now
  const isAwaited = job.permalink === null
  const isSettled = fetched !== null || !isReadable
  const awaitedAt = isAwaited && !isSettled ? nextLinkCheckAt(publishedAt, now, true) : null
  const dueAt = awaitedAt ?? (isSettled ? null : nextLinkCheckAt(publishedAt, now, false))
  const permalink =
    fetched?.permalink ?? job.permalink ?? (awaitedAt ? null : fallbackLink(ctx, job))
  const nextCheck = {
    phase: dueAt ? ('link' as const) : null,
    due_at: dueAt,
    lease_until: null,
    lease_token: null,
    ...(dueAt ? {} : { progress_sealed: null }),
  }
  if (!fetched && permalink === job.permalink) {
    await updateClaimedTarget(ctx.db.query, job.claim, nextCheck)
    return
  }
  const platformPostId = fetched?.platformPostId ?? job.platform_post_id
  await transactOnPost(ctx, job.post_id, async (tx) => {
    if (!(await lockClaimedTarget(tx, job.claim))) return
    if (fetched) await deleteImported(tx, job.account_id, fetched.platformPostId)
    const changes = { ...nextCheck, platform_post_id: platformPostId, permalink, updated_at: now }
    await updateClaimedTarget(tx, job.claim, changes)
    if (isAwaited && permalink) await emitPublished(tx, job, { permalink, publishedAt }, now)
  })
}

/** The network's id and permalink, or `null` if they are not available or not new. */
async function fetchLink(ctx: Context, job: Job, ready: Ready) {
  const { platform_post_id: storedId } = job
  const { readPostId, readPermalink } = ready.ability
  if (!storedId) return null
  const read = <Result>(call: (input: PublishInput) => Promise<Result>) =>
    callPlatform(ctx, ready, call)
  try {
    const platformPostId = readPostId
      ? await read((input) => readPostId({ ...input, platformPostId: storedId }))
      : storedId
    if (!platformPostId) return null
    const permalink = readPermalink
      ? await read((input) => readPermalink({ ...input, platformPostId }))
      : null
    const isNew = platformPostId !== storedId || (permalink !== null && permalink !== job.permalink)
    return isNew ? { platformPostId, permalink } : null
  } catch (err) {
    ctx.log.info({ err, target_id: job.id }, 'target.link_failed')
    return null
  }
}

/** The post's URL by the network's pattern, else the account's page, else the network's page. */
export function fallbackLink(
  ctx: Context,
  job: Pick<Job, 'platform' | 'platform_post_id' | 'profile_url'>,
): string {
  const platform = job.platform as PlatformValue
  const ability = ctx.platforms.get(platform)?.publish
  const built = job.platform_post_id && ability?.buildPermalink?.(job.platform_post_id)
  return built || job.profile_url || homeOf(ctx, platform)
}

/** Where each account has a server, its profile URL is always known. */
function homeOf(ctx: Context, platform: PlatformValue): string {
  if (!needsApp(platform)) return `${ctx.config.publicUrl}/`
  const bases = ctx.config.platforms[platform]?.bases ?? networkSettings[platform].bases
  return `${bases.authorize}/`
}
