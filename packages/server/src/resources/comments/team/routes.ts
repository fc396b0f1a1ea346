import { z } from 'zod'
import { limits } from '../../../core/limits.ts'
import { listQuery } from '../../../http/list.ts'
import { type Route, route } from '../../../http/route.ts'
import {
  assigneeShape,
  commentNoteCreate,
  commentNoteShape,
  deletedCommentNoteShape,
} from '../../../schemas/comment-note.ts'
import { idOf, listOf } from '../../../schemas/fields.ts'
import { listAssignees } from './assignees.ts'
import { createNote, deleteNote, listNotes } from './notes.ts'

const tag = 'Comments'
const params = z.strictObject({ id: idOf('comment') })

/** For owners and staff. Keys and contributors may belong to clients, who must not see any of it. */
export const commentTeamRoutes: Route[] = [
  route({
    method: 'get',
    path: '/v1/comments/assignees',
    operationId: 'listAssignees',
    tag,
    summary: 'List assignees',
    description:
      'Returns the active members to whom comments can be assigned: owners, and staff who can see one of your profiles. With `Service-Profile`, only members who can see that profile. API keys use `GET /v1/members`.',
    access: 'member',
    permission: 'comments:write',
    query: z.strictObject(listQuery),
    responses: { 200: { schema: listOf(assigneeShape), description: 'A page of assignees.' } },
    errors: [],
    run: async (ctx, scope, { query }) => ({
      status: 200,
      body: await listAssignees(ctx, scope, query),
    }),
  }),
  route({
    method: 'get',
    path: '/v1/comments/{id}/notes',
    operationId: 'listCommentNotes',
    tag,
    summary: 'List notes',
    description:
      'Returns the internal notes of a comment, oldest first. Notes are never published and never included in events.',
    access: 'member',
    permission: 'comments:write',
    params,
    query: z.strictObject(listQuery),
    responses: { 200: { schema: listOf(commentNoteShape), description: 'A page of notes.' } },
    errors: ['comment_not_found'],
    run: async (ctx, scope, { params, query }) => ({
      status: 200,
      body: await listNotes(ctx, scope, params.id, query),
    }),
  }),
  route({
    method: 'post',
    path: '/v1/comments/{id}/notes',
    operationId: 'createCommentNote',
    atomic: true,
    tag,
    summary: 'Add a note',
    description: `Adds an internal note to a comment. It is never published. A comment can have ${limits.comment.note.perCommentMax} notes.`,
    access: 'member',
    permission: 'comments:write',
    params,
    body: commentNoteCreate,
    responses: { 201: { schema: commentNoteShape, description: 'The note.' } },
    errors: ['comment_not_found', 'limit_reached'],
    run: async (ctx, scope, { params, body }) => ({
      status: 201,
      body: await createNote(ctx, scope, params.id, body.text),
    }),
  }),
  route({
    method: 'delete',
    path: '/v1/comments/{id}/notes/{noteId}',
    operationId: 'deleteCommentNote',
    atomic: true,
    tag,
    summary: 'Delete a note',
    description: 'Deletes an internal note. Only its author or an owner can do this.',
    access: 'member',
    permission: 'comments:write',
    params: z.strictObject({ id: idOf('comment'), noteId: idOf('note') }),
    responses: { 200: { schema: deletedCommentNoteShape, description: 'The note is deleted.' } },
    errors: ['comment_not_found', 'comment_note_not_found', 'owner_key_required'],
    run: async (ctx, scope, { params }) => ({
      status: 200,
      body: await deleteNote(ctx, scope, params.id, params.noteId),
    }),
  }),
]
