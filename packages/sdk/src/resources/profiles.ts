import type { Body, Query } from '../operation.ts'
import { list } from '../page.ts'
import { send } from '../request.ts'
import type { RequestOptions, Settings } from '../settings.ts'

/** The owner's clients. Wherever an id is expected, `external_id` works too. */
export function profiles(settings: Settings) {
  return {
    /** Oldest first, starting with the default profile. */
    list: (query: Query<'listProfiles'> = {}, options?: RequestOptions) =>
      list(settings, 'listProfiles', { query, options }),
    /** Returns the existing profile if the `external_id` exists. */
    create: (body: Body<'createProfile'>, options?: RequestOptions) =>
      send(settings, 'createProfile', { body }, options),
    get: (id: string, options?: RequestOptions) =>
      send(settings, 'getProfile', { path: { id } }, options),
    update: (id: string, body: Body<'updateProfile'>, options?: RequestOptions) =>
      send(settings, 'updateProfile', { path: { id }, body }, options),
    postingPlan: (id: string, options?: RequestOptions) =>
      send(settings, 'getProfilePostingPlan', { path: { id } }, options),
    /** Its accounts without their own plan use it. */
    updatePostingPlan: (
      id: string,
      body: Body<'updateProfilePostingPlan'>,
      options?: RequestOptions,
    ) => send(settings, 'updateProfilePostingPlan', { path: { id }, body }, options),
    /** Ends access immediately and deletes the data in the background, then sends `profile.deleted`. */
    delete: (id: string, options?: RequestOptions) =>
      send(settings, 'deleteProfile', { path: { id } }, options),
    /** Running and finished deletions, newest first. */
    listDeletions: (query: Query<'listProfileDeletions'> = {}, options?: RequestOptions) =>
      list(settings, 'listProfileDeletions', { query, options }),
    /** Current numbers of each profile. */
    listStatistics: (query: Query<'listProfileStatistics'> = {}, options?: RequestOptions) =>
      list(settings, 'listProfileStatistics', { query, options }),
    /** The same numbers for all profiles in scope. */
    statistics: (options?: RequestOptions) => send(settings, 'getStatistics', {}, options),
  }
}
