import type { Body, Query } from '../operation.ts'
import { list } from '../page.ts'
import { send } from '../request.ts'
import type { RequestOptions, Settings } from '../settings.ts'

/** Users of the dashboard. For owners. */
export function members(settings: Settings) {
  return {
    /** Oldest first. */
    list: (query: Query<'listMembers'> = {}, options?: RequestOptions) =>
      list(settings, 'listMembers', { query, options }),
    create: (body: Body<'createMember'>, options?: RequestOptions) =>
      send(settings, 'createMember', { body }, options),
    get: (id: string, options?: RequestOptions) =>
      send(settings, 'getMember', { path: { id } }, options),
    update: (id: string, body: Body<'updateMember'>, options?: RequestOptions) =>
      send(settings, 'updateMember', { path: { id }, body }, options),
    delete: (id: string, options?: RequestOptions) =>
      send(settings, 'deleteMember', { path: { id } }, options),
    /** Turns off the second factor of a member who lost their phone. */
    resetSecondFactor: (id: string, options?: RequestOptions) =>
      send(settings, 'resetSecondFactor', { path: { id } }, options),
    /** Creates a link for setting a password. Only this response has the `url`. */
    createSignInLink: (id: string, options?: RequestOptions) =>
      send(settings, 'createSignInLink', { path: { id } }, options),
  }
}
