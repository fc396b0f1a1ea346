import type { Body, Query } from '../operation.ts'
import { list } from '../page.ts'
import { send } from '../request.ts'
import type { RequestOptions, Settings } from '../settings.ts'

/** The connected accounts of the platforms. */
export function accounts(settings: Settings) {
  return {
    list: (query: Query<'listAccounts'> = {}, options?: RequestOptions) =>
      list(settings, 'listAccounts', { query, options }),
    get: (id: string, options?: RequestOptions) =>
      send(settings, 'getAccount', { path: { id } }, options),
    /** What is wrong with the account and what to do about it. */
    health: (id: string, options?: RequestOptions) =>
      send(settings, 'getAccountHealth', { path: { id } }, options),
    /** To another profile; comments and insights follow, posts stay. */
    move: (id: string, body: Body<'moveAccount'>, options?: RequestOptions) =>
      send(settings, 'moveAccount', { path: { id }, body }, options),
    /** With `force` the posts that wait for the account are canceled. */
    disconnect: (id: string, query: Query<'disconnectAccount'> = {}, options?: RequestOptions) =>
      send(settings, 'disconnectAccount', { path: { id }, query }, options),
  }
}
