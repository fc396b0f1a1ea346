import { sql } from 'kysely'
import { requirePermission, type Scope } from '../../access/scope.ts'
import type { Context } from '../../context.ts'
import { newId } from '../../core/ids.ts'
import { limits } from '../../core/limits.ts'
import { wakeAfterCommit } from '../../database/open.ts'
import { enforceQuota } from '../../database/quota.ts'
import type { CreatedPost, PostCreate } from '../../schemas/post.ts'
import { refreshUse } from '../media/queries.ts'
import { askForApproval } from './approval.ts'
import { requirePublishable } from './check.ts'
import { emitScheduled } from './events.ts'
import { placeInSlots } from './place.ts'
import { mediaIdsOf, planPost } from './plan.ts'
import { readPost } from './posts.ts'
import { refreshPost } from './queries.ts'
import {
  contentBytesOf,
  insertTargets,
  lockAccounts,
  lockMedia,
  refuseDuplicates,
  targetTextsOf,
} from './write.ts'

const dayMs = 86_400_000
const draftHint =
  'This post is a draft and will not be published. Set mode to "now" or send scheduled_at.'

/**
 * Creates a post and its targets in one transaction. A post that is not a draft is checked against
 * its platforms first; a draft may be incomplete. `repeatOf` is the post of which it is a repeat.
 */
export async function createPost(
  ctx: Context,
  scope: Scope,
  input: PostCreate,
  repeatOf: string | null = null,
): Promise<CreatedPost> {
  const planned = await planPost(ctx, scope, input)
  if (planned.mode !== 'draft') {
    requirePermission(scope, 'posts:write')
    await requirePublishable(ctx, planned)
  }
  const id = newId('post')
  const now = ctx.clock.now()
  return await ctx.db.transact(async (tx) => {
    const profile = await lockAccounts(tx, scope, planned)
    await lockMedia(tx, scope, planned)
    const plan = await placeInSlots(tx, planned, now)
    await enforceQuota(tx, {
      label: 'drafts and waiting posts of the profile',
      parentId: plan.profileId,
      max: limits.post.openPerProfileMax,
      rows: sql`select 1 from post where profile_id = ${plan.profileId}
        and status in ('draft', 'awaiting_approval', 'scheduled', 'publishing')`,
    })
    await enforceQuota(tx, {
      label: 'posts created in the profile in 24 hours',
      parentId: plan.profileId,
      max: limits.post.createdPerProfilePerDayMax,
      rows: sql`select 1 from post where profile_id = ${plan.profileId} and source = 'api'
        and created_at > ${new Date(now.getTime() - dayMs)}`,
    })
    if (plan.mode !== 'draft' && !input.allow_duplicate) {
      await refuseDuplicates(tx, scope, plan, now, null)
    }
    await tx
      .insertInto('post')
      .values({
        id,
        owner_id: scope.ownerId,
        profile_id: plan.profileId,
        status: 'draft',
        mode: plan.mode,
        text: plan.text,
        target_texts: targetTextsOf(plan),
        content_bytes: contentBytesOf(plan),
        media: JSON.stringify(plan.media),
        media_ids: mediaIdsOf(plan),
        thread: JSON.stringify(plan.thread),
        thread_fallback: plan.threadFallback,
        external_id: input.external_id ?? null,
        metadata: JSON.stringify(input.metadata ?? {}),
        tags: input.tags ?? [],
        scheduled_at: plan.scheduledAt,
        repeat_of_post_id: repeatOf,
        published_at: null,
        created_at: now,
        updated_at: now,
      })
      .execute()
    await refreshUse(tx, mediaIdsOf(plan))
    await insertTargets(tx, scope, id, plan, now)
    await askForApproval(tx, scope, id, { asked: input.approval, profile, before: null, now })
    await refreshPost(tx, id, now)
    if (plan.mode !== 'draft') {
      await emitScheduled(tx, id, now)
      wakeAfterCommit(tx, 'work')
    }
    const isModeMissing = plan.mode === 'draft' && input.mode === undefined
    return { ...(await readPost(tx, scope, id)), hint: isModeMissing ? draftHint : null }
  })
}
