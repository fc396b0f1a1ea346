import type { Body, Query } from '../operation.ts'
import { list } from '../page.ts'
import { send } from '../request.ts'
import type { RequestOptions, Settings } from '../settings.ts'

/** Posts and their targets, one per account. */
export function posts(settings: Settings) {
  return {
    list: (query: Query<'listPosts'> = {}, options?: RequestOptions) =>
      list(settings, 'listPosts', { query, options }),
    create: (body: Body<'createPost'>, options?: RequestOptions) =>
      send(settings, 'createPost', { body }, options),
    /** Returns the errors that `create` would return, without storing anything. */
    validate: (body: Body<'validatePost'>, options?: RequestOptions) =>
      send(settings, 'validatePost', { body }, options),
    /** Reads the title, description and picture of a public web page. They are untrusted. */
    previewLink: (body: Body<'previewLink'>, options?: RequestOptions) =>
      send(settings, 'previewLink', { body }, options),
    /** The posts of `list` as a table for spreadsheets. */
    csv: (query: Query<'exportPosts'> = {}, options?: RequestOptions) =>
      send(settings, 'exportPosts', { query }, options),
    get: (id: string, options?: RequestOptions) =>
      send(settings, 'getPost', { path: { id } }, options),
    update: (id: string, body: Body<'updatePost'>, options?: RequestOptions) =>
      send(settings, 'updatePost', { path: { id }, body }, options),
    cancel: (id: string, options?: RequestOptions) =>
      send(settings, 'cancelPost', { path: { id } }, options),
    /** Schedules copies at regular times. */
    repeat: (id: string, body: Body<'repeatPost'>, options?: RequestOptions) =>
      send(settings, 'repeatPost', { path: { id }, body }, options),
    /** Cancels the repeats that come after the post. */
    cancelRepeats: (id: string, options?: RequestOptions) =>
      send(settings, 'cancelRepeats', { path: { id } }, options),
    /** Retries all failed targets. */
    retry: (id: string, options?: RequestOptions) =>
      send(settings, 'retryPost', { path: { id } }, options),
    retryTarget: (id: string, targetId: string, options?: RequestOptions) =>
      send(settings, 'retryTarget', { path: { id, targetId } }, options),
    /** Sets the outcome of a target that is `unknown`. */
    resolve: (
      id: string,
      targetId: string,
      body: Body<'resolveTarget'>,
      options?: RequestOptions,
    ) => send(settings, 'resolveTarget', { path: { id, targetId }, body }, options),
    /** Many posts from one file. */
    imports: {
      /** `dry_run: true` checks the file and creates nothing. */
      create: (body: Body<'createImport'>, options?: RequestOptions) =>
        send(settings, 'createImport', { body }, options),
      list: (query: Query<'listImports'> = {}, options?: RequestOptions) =>
        list(settings, 'listImports', { query, options }),
      get: (id: string, options?: RequestOptions) =>
        send(settings, 'getImport', { path: { id } }, options),
      rows: (id: string, query: Query<'listImportRows'> = {}, options?: RequestOptions) =>
        list(settings, 'listImportRows', { path: { id }, query, options }),
      /** Cancels all posts of the import while none has started. */
      undo: (id: string, options?: RequestOptions) =>
        send(settings, 'undoImport', { path: { id } }, options),
    },
    approvalLinks: approvalLinks(settings),
    /** Deletes a published target from its platform. */
    deletePublication: (id: string, targetId: string, options?: RequestOptions) =>
      send(settings, 'deletePublication', { path: { id, targetId } }, options),
  }
}

/** Pages on which a client approves posts. */
function approvalLinks(settings: Settings) {
  return {
    /** For one post. The response has the `url`, which is not shown again. */
    createForPost: (
      id: string,
      body: Body<'createPostApprovalLink'> = {},
      options?: RequestOptions,
    ) => send(settings, 'createPostApprovalLink', { path: { id }, body }, options),
    /** For several posts of a profile. */
    create: (profile: string, body: Body<'createApprovalLink'>, options?: RequestOptions) =>
      send(settings, 'createApprovalLink', { path: { id: profile }, body }, options),
    list: (query: Query<'listApprovalLinks'> = {}, options?: RequestOptions) =>
      list(settings, 'listApprovalLinks', { query, options }),
    get: (id: string, options?: RequestOptions) =>
      send(settings, 'getApprovalLink', { path: { id } }, options),
    revoke: (id: string, options?: RequestOptions) =>
      send(settings, 'revokeApprovalLink', { path: { id } }, options),
  }
}
