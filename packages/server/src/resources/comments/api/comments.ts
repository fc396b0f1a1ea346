import type { Scope } from '../../../access/scope.ts'
import type { Context } from '../../../context.ts'
import { invalidField, ServiceError } from '../../../core/errors.ts'
import type { Queries } from '../../../database/open.ts'
import { inSearch } from '../../../database/search.ts'
import { type PageInput, readPage } from '../../../http/list.ts'
import { inSearchTurn } from '../../../http/search-turns.ts'
import type { Comment, CommentUpdate } from '../../../schemas/comment.ts'
import {
  type CommentFilter,
  type CommentRow,
  findComment,
  listCommentsAfter,
  listSentReplies,
  searchCommentsAfter,
} from '../queries.ts'
import { readAssignees, resolveAssignee } from '../team/assignees.ts'
import { showComment } from './show.ts'

export type CommentListInput = PageInput & {
  account_id?: string[] | undefined
  post_id?: string[] | undefined
  reply_status?: string[] | undefined
  platform?: string[] | undefined
  search?: string | undefined
  hidden?: 'true' | 'false' | undefined
  deleted?: 'true' | 'false' | undefined
  /** `me`, `none` or a member's ID. */
  assigned_to?: string | undefined
  since?: string | undefined
  until?: string | undefined
}

/** The comments in scope, most recently written first. */
export async function listComments(ctx: Context, scope: Scope, input: CommentListInput) {
  const { filter, binding } = parseInput(scope, input)
  const read = () =>
    readPage(input, binding, {
      length: 2,
      valuesOf: (row: CommentRow) => [row.commented_at.toISOString(), row.id],
      show: (row) => row,
      fetch: (after, rows) =>
        input.search
          ? inSearch(ctx.db, input.search, 'comment', (tx, isMatch) =>
              searchCommentsAfter(tx, scope, filter, isMatch, after, rows),
            )
          : listCommentsAfter(ctx.db.query, scope, filter, after, rows),
    })
  const page = await (input.search ? inSearchTurn(ctx, scope.actor.id, read) : read())
  const ids = page.data.map((row) => row.id)
  const replies = await listSentReplies(ctx.db.query, ids)
  const assigneeOf = await readAssignees(ctx.db.query, scope, page.data)
  const show = (row: CommentRow) => showComment(ctx.platforms, row, replies, assigneeOf(row))
  return { ...page, data: page.data.map(show) }
}

function parseInput(scope: Scope, input: CommentListInput) {
  if (input.since && input.until && new Date(input.since) >= new Date(input.until)) {
    throw invalidField('until', 'It must be after since.', 'range_reversed')
  }
  const filter: CommentFilter = {
    accountIds: input.account_id ?? null,
    postIds: input.post_id ?? null,
    replyStatuses: input.reply_status ?? null,
    platforms: input.platform ?? null,
    hidden: input.hidden ? input.hidden === 'true' : null,
    deleted: input.deleted ? input.deleted === 'true' : null,
    assignedTo: input.assigned_to === 'me' ? scope.actor.id : (input.assigned_to ?? null),
    since: input.since ?? null,
    until: input.until ?? null,
  }
  const { search } = input
  return { filter, binding: ['comments', scope.ownerId, scope.profile?.id ?? null, filter, search] }
}

/** 404 `comment_not_found` outside the scope. */
export async function getComment(ctx: Context, scope: Scope, id: string): Promise<Comment> {
  return await readComment(ctx, ctx.db.query, scope, id)
}

export async function readComment(
  ctx: Context,
  db: Queries,
  scope: Scope,
  id: string,
): Promise<Comment> {
  const row = await findComment(db, scope, id)
  if (!row) throw new ServiceError('comment_not_found')
  const replies = await listSentReplies(db, [row.id])
  const assigneeOf = await readAssignees(db, scope, [row])
  return showComment(ctx.platforms, row, replies, assigneeOf(row))
}

/**
 * Changes the reply status (any may follow any other) and who answers the comment; `null` is nobody.
 * The platform is not called.
 */
export async function updateComment(
  ctx: Context,
  scope: Scope,
  id: string,
  input: CommentUpdate,
): Promise<Comment> {
  const now = ctx.clock.now()
  return await ctx.db.transact(async (tx) => {
    const row = await findComment(tx, scope, id)
    if (!row) throw new ServiceError('comment_not_found')
    const { reply_status, assigned_to } = input
    const assignee =
      assigned_to === undefined
        ? {}
        : { assignee_id: await resolveAssignee(tx, scope, row.profile_id, assigned_to) }
    await tx
      .updateTable('comment')
      .set({ ...(reply_status ? { reply_status } : {}), ...assignee, updated_at: now })
      .where('id', '=', row.id)
      .execute()
    return await readComment(ctx, tx, scope, id)
  })
}
