import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import type { ClosedView } from '../connect/flow/views.ts'
import { findMediaByIds } from '../media/queries.ts'
import { type ServedFile, servedFileOf } from '../media/serve/serve.ts'
import { fileName, thumbnailName } from '../media/show.ts'
import { selectAskedPosts } from '../posts/queries.ts'
import { statusOf } from '../sent-pages/kind.ts'
import { recordOpening } from '../sent-pages/openings.ts'
import { findPageByToken } from '../sent-pages/queries.ts'
import { approvalKind } from './link.ts'
import { type ApprovalView, viewApproval } from './view.ts'

/**
 * The page of an approval link. Records at most one opening a minute and changes nothing else, because mail
 * scanners open links too.
 */
export async function openApproval(
  ctx: Context,
  token: string,
): Promise<ApprovalView | ClosedView> {
  const { link, view } = await viewApproval(ctx, token)
  if (!link) return view
  await recordOpening(ctx, approvalKind, link, {
    table: 'approval_record',
    isOpening: sql<boolean>`action = 'opened'`,
    topic: 'posts',
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
  // Searched by the database: the page may have many long posts, and a picture is requested for each.
  const media = JSON.stringify([{ id: mediaId }])
  const thread = JSON.stringify([{ media: [{ id: mediaId }] }])
  const isShown = await selectAskedPosts(ctx.db.query, link, link.post_ids)
    .clearSelect()
    .select('post.id')
    .where(
      sql<boolean>`(post.media @> ${media}::jsonb or post.thread @> ${thread}::jsonb or exists (
        select 1 from post_target t where t.post_id = post.id
          and (t.media @> ${media}::jsonb or t.thread @> ${thread}::jsonb)))`,
    )
    .limit(1)
    .executeTakeFirst()
  if (!isShown) return null
  const [row] = await findMediaByIds(ctx.db.query, [mediaId])
  if (!row) return null
  return servedFileOf(row, name === 'thumbnail' ? thumbnailName : fileName(row))
}
