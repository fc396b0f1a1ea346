import type { Scope } from '../../../access/scope.ts'
import type { Context } from '../../../context.ts'
import { invalidField, ServiceError } from '../../../core/errors.ts'
import type { Queries } from '../../../database/open.ts'
import { inSearch } from '../../../database/search.ts'
import { bindingOf, type PageInput, readPage } from '../../../http/list.ts'
import { inSearchTurn } from '../../../http/turns.ts'
import type { Comment, CommentFilter, CommentUpdate } from '../../../schemas/comment.ts'
import {
  type CommentRow,
  findComment,
  listCommentsAfter,
  listSentReplies,
  searchCommentsAfter,
} from '../queries.ts'
import { readAssignees, resolveAssignee } from '../team/assignees.ts'
import { showComment } from './show.ts'

/** The comments in scope, most recently written first. */
export async function listComments(ctx: Context, scope: Scope, input: PageInput & CommentFilter) {
  const { limit, cursor, ...filter } = parseInput(scope, input)
  const read = () =>
    readPage({ limit, cursor }, bindingOf('comments', scope, filter), {
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

function parseInput(scope: Scope, input: PageInput & CommentFilter) {
  if (input.since && input.until && new Date(input.since) >= new Date(input.until)) {
    throw invalidField('until', 'It must be after since.', 'range_reversed')
  }
  return input.assigned_to === 'me' ? { ...input, assigned_to: scope.actor.id } : input
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
