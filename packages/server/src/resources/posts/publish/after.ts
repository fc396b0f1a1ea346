import type { Context } from '../../../context.ts'
import type { PlatformValue } from '../../../core/networks.ts'
import { needsApp, networkSettings } from '../../../core/networks.ts'
import { PlatformError } from '../../../platforms/contract/errors.ts'
import type { PublishInput } from '../../../platforms/contract/publish.ts'
import { callPlatform, type Job, type Ready, type Unready } from './job.ts'
import { record } from './record.ts'
import type { PublicPart } from './states.ts'

/** A published post never fails because its permalink cannot be read. */
export async function readPermalink(
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

/** Asks the network for the permalinks of a published target's parts, and for a final id. */
export async function readLinks(ctx: Context, job: Job, ready: Ready | Unready): Promise<void> {
  const parts: PublicPart[] = []
  let isSettled = true
  for (const part of 'unready' in ready ? [] : job.public_parts) {
    if (!needsLink(ctx, job, part, ready as Ready)) continue
    const read = await readLink(ctx, job, ready as Ready, part)
    if (read) parts.push(read)
    else isSettled = false
  }
  const first = job.public_parts[0]
  const fallback = fallbackLink(ctx, job, first?.platform_post_id ?? null)
  await record(ctx, job, { kind: 'links', parts, isSettled, fallback })
}

/** Whether the permalink of the part may still change; only the first part has a fallback. */
function needsLink(ctx: Context, job: Job, part: PublicPart, { ability }: Ready): boolean {
  if (ability.readPostId || part.permalink === null) return true
  return part.permalink === fallbackLink(ctx, job, part.platform_post_id)
}

/** The part with its final id and permalink, or `null` if they are not available or not new. */
async function readLink(
  ctx: Context,
  job: Job,
  ready: Ready,
  part: PublicPart,
): Promise<PublicPart | null> {
  const { platform_post_id: storedId } = part
  const { readPostId, readPermalink } = ready.ability
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
    const isNew =
      platformPostId !== storedId || (permalink !== null && permalink !== part.permalink)
    if (!isNew) return null
    return { ...part, platform_post_id: platformPostId, permalink: permalink ?? part.permalink }
  } catch (err) {
    ctx.log.info({ err, target_id: job.id }, 'target.link_failed')
    return null
  }
}

/** The post's URL by the network's pattern, else the account's page, else the network's page. */
export function fallbackLink(
  ctx: Context,
  target: Pick<Job, 'platform' | 'profile_url'>,
  platformPostId: string | null,
): string {
  const platform = target.platform as PlatformValue
  const ability = ctx.platforms.get(platform)?.publish
  const built = platformPostId && ability?.buildPermalink?.(platformPostId)
  return built || target.profile_url || homeOf(ctx, platform)
}

/** Where each account has a server, its profile URL is always known. */
function homeOf(ctx: Context, platform: PlatformValue): string {
  if (!needsApp(platform)) return `${ctx.config.publicUrl}/`
  const bases = ctx.config.platforms[platform]?.bases ?? networkSettings[platform].bases
  return `${bases.web ?? bases.authorize}/`
}

/**
 * Removes what a failed part left on the network, such as uploaded photos. One try, best effort: the
 * target has failed either way.
 */
export async function discard(ctx: Context, job: Job, ready: Ready): Promise<void> {
  const { discard } = ready.ability
  if (!discard || Object.keys(ready.input.progress).length === 0) return
  try {
    await callPlatform(ctx, ready, (input) => discard(input))
    ctx.log.info({ target_id: job.id }, 'target.discarded')
  } catch (err) {
    if (!(err instanceof PlatformError)) throw err
    ctx.log.warn({ err, target_id: job.id }, 'target.discard_failed')
  }
}
