import type { Body, Query } from '../operation.ts'
import { list } from '../page.ts'
import { send } from '../request.ts'
import type { RequestOptions, Settings } from '../settings.ts'

/** The clients of the owner. An id may be the owner's own `external_id`. */
export function profiles(settings: Settings) {
  return {
    /** The oldest first, which is the default profile. */
    list: (query: Query<'listProfiles'> = {}, options?: RequestOptions) =>
      list(settings, 'listProfiles', { query, options }),
    /** With an `external_id` that exists it gives the profile that has it. */
    create: (body: Body<'createProfile'>, options?: RequestOptions) =>
      send(settings, 'createProfile', { body }, options),
    get: (id: string, options?: RequestOptions) =>
      send(settings, 'getProfile', { path: { id } }, options),
    update: (id: string, body: Body<'updateProfile'>, options?: RequestOptions) =>
      send(settings, 'updateProfile', { path: { id }, body }, options),
    /** Access ends at once, the data go in the background; `profile.deleted` tells when. */
    delete: (id: string, options?: RequestOptions) =>
      send(settings, 'deleteProfile', { path: { id } }, options),
    /** Deletions under way and finished, the newest first. */
    listDeletions: (query: Query<'listProfileDeletions'> = {}, options?: RequestOptions) =>
      list(settings, 'listProfileDeletions', { query, options }),
  }
}
