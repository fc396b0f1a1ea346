import { sql } from 'kysely'
import { inScope, type Scope } from '../../../access/scope.ts'
import type { Context } from '../../../context.ts'
import { ServiceError } from '../../../core/errors.ts'
import { newId } from '../../../core/ids.ts'
import { limits } from '../../../core/limits.ts'
import type { CommentNoteTable } from '../../../database/inbox-tables.ts'
import type { Queries } from '../../../database/open.ts'
import { enforceQuota } from '../../../database/quota.ts'
import { rowLimit } from '../../../database/statements.ts'
import { type PageInput, readPage } from '../../../http/list.ts'
import type { CommentNote } from '../../../schemas/comment-note.ts'
import { findComment } from '../queries.ts'

/** The notes of a comment, oldest first. 404 `comment_not_found` outside the scope. */
export async function listNotes(ctx: Context, scope: Scope, commentId: string, page: PageInput) {
  if (!(await findComment(ctx.db.query, scope, commentId))) {
    throw new ServiceError('comment_not_found')
  }
  return await readNotes(ctx, scope, page, commentId)
}

/** All notes in the scope, oldest first, for an export. */
export async function listAllNotes(ctx: Context, scope: Scope, page: PageInput) {
  return await readNotes(ctx, scope, page, null)
}

async function readNotes(ctx: Context, scope: Scope, page: PageInput, commentId: string | null) {
  return await readPage(page, ['notes', scope.ownerId, scope.profile?.id ?? null, commentId], {
    length: 1,
    valuesOf: (row: CommentNoteTable) => [row.id],
    show: showNote,
    fetch: (after, rows) =>
      selectNotes(ctx.db.query, scope)
        .$if(commentId !== null, (query) => query.where('comment_id', '=', commentId))
        .$if(after !== null, (query) => query.where('id', '>', String(after?.[0])))
        .orderBy('id')
        .limit(rowLimit(rows))
        .execute(),
  })
}

/** Adds a note in the member's name. 409 `limit_reached` if the comment has too many. */
export async function createNote(
  ctx: Context,
  scope: Scope,
  commentId: string,
  text: string,
): Promise<CommentNote> {
  const now = ctx.clock.now()
  return await ctx.db.transact(async (tx) => {
    const comment = await findComment(tx, scope, commentId)
    if (!comment) throw new ServiceError('comment_not_found')
    await enforceQuota(tx, {
      label: 'notes',
      parentId: comment.id,
      max: limits.comment.note.perCommentMax,
      rows: sql`select id from comment_note where comment_id = ${comment.id}`,
    })
    const row = {
      id: newId('note'),
      owner_id: comment.owner_id,
      profile_id: comment.profile_id,
      comment_id: comment.id,
      author_id: scope.actor.id,
      author_name: scope.actor.name,
      text,
      created_at: now,
    }
    await tx.insertInto('comment_note').values(row).execute()
    return showNote(row)
  })
}

/** Deletes a note; only its author and owners may. */
export async function deleteNote(ctx: Context, scope: Scope, commentId: string, id: string) {
  return await ctx.db.transact(async (tx) => {
    if (!(await findComment(tx, scope, commentId))) throw new ServiceError('comment_not_found')
    const note = await selectNotes(tx, scope)
      .where('comment_id', '=', commentId)
      .where('id', '=', id)
      .executeTakeFirst()
    if (!note) throw new ServiceError('comment_note_not_found')
    if (scope.kind !== 'owner' && note.author_id !== scope.actor.id) {
      const message = 'Only its author or an owner can delete this note.'
      throw new ServiceError('owner_key_required', { message })
    }
    await tx.deleteFrom('comment_note').where('id', '=', note.id).execute()
    return {
      id,
      object: 'comment_note' as const,
      profile_id: note.profile_id,
      deleted: true as const,
    }
  })
}

function selectNotes(db: Queries, scope: Scope) {
  return db
    .selectFrom('comment_note')
    .select([
      'id',
      'owner_id',
      'profile_id',
      'comment_id',
      'author_id',
      'author_name',
      'text',
      'created_at',
    ])
    .where(inScope(scope, 'comment_note'))
}

function showNote(row: CommentNoteTable): CommentNote {
  return {
    id: row.id,
    object: 'comment_note',
    comment_id: row.comment_id,
    profile_id: row.profile_id,
    author: { id: row.author_id, name: row.author_name },
    text: row.text,
    created_at: row.created_at.toISOString(),
  }
}
