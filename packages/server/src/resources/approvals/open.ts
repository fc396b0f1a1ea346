import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import { limits } from '../../core/limits.ts'
import { noteChange } from '../../database/open.ts'
import type { ClosedView } from '../connect/flow/views.ts'
import { findMediaByIds } from '../media/queries.ts'
import { type ServedFile, servedFileOf } from '../media/serve/serve.ts'
import { fileName, thumbnailName } from '../media/show.ts'
import { listTargets, selectPostsOfProfile } from '../posts/queries.ts'
import { statusOf } from '../sent-pages/kind.ts'
import { findPageByToken } from '../sent-pages/queries.ts'
import { approvalKind } from './link.ts'
import { type ApprovalView, mediaIdsOf, viewApproval } from './view.ts'

/**
 * The page of an approval link. Records the opening and changes nothing else, because mail scanners open
 * links too.
 */
export async function openApproval(
  ctx: Context,
  token: string,
): Promise<ApprovalView | ClosedView> {
  const { link, view } = await viewApproval(ctx, token)
  if (!link) return view
  await ctx.db.transact(async (tx) => {
    await tx
      .insertInto('approval_record')
      .values({ link_id: link.id, at: ctx.clock.now(), action: 'opened' })
      .execute()
    await sql`delete from approval_record where link_id = ${link.id} and action = 'opened' and id <= (
      select id from approval_record where link_id = ${link.id} and action = 'opened'
      order by id desc offset ${limits.approval.openingsKeptMax} limit 1)`.execute(tx)
    noteChange(tx, 'posts', { ownerId: link.owner_id, profileId: link.profile_id })
  })
  return view
}

/** A file of a post that the page shows, while it is open; its URL ends with the page. */
export async function findApprovalFile(
  ctx: Context,
  token: string,
  mediaId: string,
  name: 'thumbnail' | 'file',
): Promise<ServedFile | null> {
  const link = await findPageByToken(ctx.db.query, approvalKind, token)
  if (!link || statusOf(approvalKind, link, ctx.clock.now()) !== 'open') return null
  const posts = await selectPostsOfProfile(ctx.db.query, link, link.post_ids).execute()
  const shown = posts.filter(({ approval, status }) => approval !== null && status !== 'canceled')
  const targets = await listTargets(
    ctx.db.query,
    shown.map(({ id }) => id),
  )
  const isShown = shown.some((post) =>
    mediaIdsOf({
      post,
      targets: targets.filter(({ post_id }) => post_id === post.id),
    }).includes(mediaId),
  )
  if (!isShown) return null
  const [row] = await findMediaByIds(ctx.db.query, [mediaId])
  if (!row) return null
  return servedFileOf(row, name === 'thumbnail' ? thumbnailName : fileName(row))
}
