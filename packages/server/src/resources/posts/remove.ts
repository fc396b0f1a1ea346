import type { Scope } from '../../access/scope.ts'
import type { Context } from '../../context.ts'
import { ServiceError } from '../../core/errors.ts'
import type { PlatformValue } from '../../core/networks.ts'
import type { Tx } from '../../database/open.ts'
import type { RecordAudit } from '../../http/request.ts'
import { PlatformError } from '../../platforms/contract/errors.ts'
import { missingPermission } from '../../platforms/contract/permissions.ts'
import type { Post } from '../../schemas/post.ts'
import {
  callWithAccess,
  findPlatformAccount,
  openPlatformAccess,
} from '../accounts/platform-access.ts'
import { errorForRefusal, permissionMissing, refuseWhilePaused } from '../accounts/refusal.ts'
import { emitDeleted, emitPublished, eventParts } from './events.ts'
import { readParts } from './parts.ts'
import { readPost } from './posts.ts'
import { fallbackLink } from './publish/after.ts'
import { serverFailure } from './publish/outcome.ts'
import {
  findPost,
  listTargets,
  lockPost,
  lockTargets,
  type PostRow,
  refreshPost,
  type TargetRow,
} from './queries.ts'
import { accountMoved } from './retry.ts'

/** What other resources do about a deleted publication, in the transaction that records it. */
export type OnRemoved = (tx: Tx, accountId: string, platformPostId: string) => Promise<void>

/**
 * Deletes a published target from its platform, then records it with one `post.deleted`. Both can be
 * repeated after any failure; a target that is already deleted is returned without a call. 409
 * `target_not_published`; 422 `delete_not_supported`, `account_not_connected`, `permission_missing`.
 */
export async function removePublication(
  ctx: Context,
  scope: Scope,
  { id, targetId }: { id: string; targetId: string },
  { recordAudit, onRemoved }: { recordAudit: RecordAudit; onRemoved: OnRemoved },
): Promise<Post> {
  const post = await findPost(ctx.db.query, scope, id)
  if (!post) throw new ServiceError('post_not_found')
  const isRequested = (row: TargetRow) => row.id === targetId
  const target = (await listTargets(ctx.db.query, [id])).find(isRequested)
  if (!target) throw new ServiceError('target_not_found')
  if (target.deleted_at) return await readPost(ctx.db.query, scope, id)
  const parts = readParts(target.part_rows)
  if (!isLive(target) || !parts[0]) throw notPublished(target, parts.length)
  const platformPostId = parts[0].platform_post_id
  // The last part first, so that none answers a deleted one.
  for (const part of parts.toReversed()) {
    if (part.deleted_at) continue
    await removeFromPlatform(ctx, post, target, part.platform_post_id)
    // Part 1 is recorded with the target.
    if (part.number > 1) await recordPartRemoved(ctx, targetId, part.number)
  }
  const removed = await ctx.db.transact(async (tx) => {
    const profileUrl = await lockAccount(tx, target.account_id)
    if (!(await lockPost(tx, scope, id))) throw new ServiceError('post_not_found')
    const current = (await lockTargets(tx, id)).find(isRequested)
    if (!current) throw new ServiceError('target_not_found')
    const others = readParts(current.part_rows).filter(({ number }) => number > 1)
    if (!isLive(current) || others.some((part) => !part.deleted_at)) {
      throw new ServiceError('target_not_published', { message: retriedMeanwhile })
    }
    if (!current.deleted_at) {
      await recordRemoved(ctx, tx, post, current, profileUrl)
      await onRemoved(tx, target.account_id, platformPostId)
    }
    const after = await readPost(tx, scope, id)
    await recordAudit(tx, after)
    return after
  })
  ctx.log.info({ target_id: targetId }, 'target.deleted')
  return removed
}

function notPublished({ status }: TargetRow, publicCount: number): ServiceError {
  if (status === 'unknown') return new ServiceError('target_not_published', { message: isUnknown })
  if (publicCount === 0) return new ServiceError('target_not_published')
  return new ServiceError('target_not_published', { message: isBetweenParts })
}

const isUnknown =
  'It is not known whether the post is published. Resolve it with POST /v1/posts/{id}/targets/{target_id}/resolve, or retry it, then delete it.'
const isBetweenParts =
  'Parts of the thread are still to be published. Cancel them with DELETE /v1/posts/{id}, then delete those that are public.'
const retriedMeanwhile =
  'The target was retried while it was deleted. Delete it again after it is published.'

function isLive({ status }: TargetRow): boolean {
  return status === 'published' || status === 'partially_published'
}

async function removeFromPlatform(
  ctx: Context,
  post: PostRow,
  target: TargetRow,
  platformPostId: string,
): Promise<void> {
  const platform = ctx.platforms.get(target.platform as PlatformValue)
  const ability = platform?.publish
  if (platform && !ability?.remove) {
    const message = `${platform.name} cannot delete posts through its API. Delete the post in the app of ${platform.name}.`
    throw new ServiceError('delete_not_supported', { message })
  }
  const account = await findPlatformAccount(ctx.db.query, target.account_id)
  const access = account && openPlatformAccess(ctx, account)
  if (!platform || !ability?.remove || !account || !access) {
    throw new ServiceError('account_not_connected')
  }
  if (account.profile_id !== post.profile_id) {
    const message = 'The account is now in another profile. Move it back to delete this post.'
    throw accountMoved([target], account.id, message)
  }
  const permission = missingPermission(platform, account.permissions_granted, 'delete')
  if (permission) throw permissionMissing(account.id, permission)
  refuseWhilePaused(account, ctx.clock.now())
  try {
    await callWithAccess(ctx, access, async (credentials) => {
      const result = await ability.remove!({ ...credentials, platformPostId })
      // Meta does not distinguish a deleted post from lost access, with which this throws.
      if (result === 'not_found') await platform.tokens?.probe(credentials.tokens)
    })
  } catch (err) {
    ctx.log.warn({ err, target_id: target.id }, 'target.delete_failed')
    if (!(err instanceof PlatformError)) throw err
    throw await errorForRefusal(ctx, err, { accountId: account.id, platform, capability: 'delete' })
  }
}

/** Recorded one by one, so that a repetition after a failure goes on with the next. */
async function recordPartRemoved(ctx: Context, targetId: string, number: number): Promise<void> {
  await ctx.db.query
    .updateTable('post_part')
    .set({ deleted_at: ctx.clock.now() })
    .where('target_id', '=', targetId)
    .where('number', '=', number)
    .execute()
}

/** Locks the account as its syncs do, before the post. Returns the URL of its page. */
async function lockAccount(tx: Tx, accountId: string): Promise<string | null> {
  const account = await tx
    .selectFrom('account')
    .select('profile_url')
    .where('id', '=', accountId)
    .forShare()
    .executeTakeFirst()
  return account?.profile_url ?? null
}

const withoutComment = {
  first_comment_status: 'failed',
  first_comment_error: JSON.stringify(
    serverFailure('internal', 'The post was deleted before its first comment.', false),
  ),
} as const

/** Ends what was still to be done for the target: its first comment and its link checks. */
async function recordRemoved(
  ctx: Context,
  tx: Tx,
  post: PostRow,
  target: TargetRow,
  profileUrl: string | null,
): Promise<void> {
  const now = ctx.clock.now()
  const { id, post_id, account_id, platform } = target
  const { owner_id, profile_id } = post
  const eventTarget = { id, owner_id, profile_id, post_id, account_id, platform }
  // Without a permalink, `post.published` has not been sent yet; see publish/states.ts.
  const [first, ...others] = readParts(target.part_rows)
  const isAnnounced =
    first!.permalink !== null || post.source === 'external' || target.status !== 'published'
  const permalink = isAnnounced
    ? first!.permalink
    : fallbackLink(ctx, { ...target, profile_url: profileUrl }, first!.platform_post_id)
  await tx
    .updateTable('post_target')
    .set({
      deleted_at: now,
      phase: null,
      due_at: null,
      lease_until: null,
      lease_token: null,
      progress_sealed: null,
      ...(target.first_comment_status === 'pending' ? withoutComment : {}),
      // One that has failed has failed since then.
      ...(target.status === 'partially_published' ? {} : { updated_at: now }),
    })
    .where('id', '=', id)
    .execute()
  await tx
    .updateTable('post_part')
    .set({ permalink, deleted_at: now })
    .where('target_id', '=', id)
    .where('number', '=', 1)
    .execute()
  await refreshPost(tx, post_id, now)
  if (!isAnnounced) {
    const publishedAt = target.published_at ?? now
    const published = eventParts([{ ...first!, permalink }, ...others])
    await emitPublished(tx, eventTarget, { permalink: permalink!, publishedAt }, published, now)
  }
  await emitDeleted(tx, eventTarget, now)
}
