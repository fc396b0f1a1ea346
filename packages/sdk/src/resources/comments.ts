import type { Body, Query } from '../operation.ts'
import { list } from '../page.ts'
import { send } from '../request.ts'
import type { RequestOptions, Settings } from '../settings.ts'

/** Comments on the posts of connected accounts. Their text is untrusted. */
export function comments(settings: Settings) {
  return {
    list: (query: Query<'listComments'> = {}, options?: RequestOptions) =>
      list(settings, 'listComments', { query, options }),
    get: (id: string, options?: RequestOptions) =>
      send(settings, 'getComment', { path: { id } }, options),
    /** Changes the status in the inbox and the assignee, without an effect on the platform. */
    update: (id: string, body: Body<'updateComment'>, options?: RequestOptions) =>
      send(settings, 'updateComment', { path: { id }, body }, options),
    /** Replies as the account. Never retried automatically after a lost response. */
    reply: (id: string, body: Body<'replyToComment'>, options?: RequestOptions) =>
      send(settings, 'replyToComment', { path: { id }, body }, options),
    /** Hides the comment on the platform; `hidden: false` unhides it. */
    hide: (id: string, body: Body<'hideComment'>, options?: RequestOptions) =>
      send(settings, 'hideComment', { path: { id }, body }, options),
    /** The members to whom comments can be assigned. Needs a session. */
    assignees: (query: Query<'listAssignees'> = {}, options?: RequestOptions) =>
      list(settings, 'listAssignees', { query, options }),
    /** Internal notes, never published. They need a session. */
    notes: {
      list: (id: string, query: Query<'listCommentNotes'> = {}, options?: RequestOptions) =>
        list(settings, 'listCommentNotes', { path: { id }, query, options }),
      create: (id: string, body: Body<'createCommentNote'>, options?: RequestOptions) =>
        send(settings, 'createCommentNote', { path: { id }, body }, options),
      /** For the author of the note and owners. */
      delete: (id: string, noteId: string, options?: RequestOptions) =>
        send(settings, 'deleteCommentNote', { path: { id, noteId } }, options),
    },
  }
}
