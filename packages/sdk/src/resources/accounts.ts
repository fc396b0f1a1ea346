import type { Body, Query } from '../operation.ts'
import { list } from '../page.ts'
import { send } from '../request.ts'
import type { RequestOptions, Settings } from '../settings.ts'

/** Connected accounts. */
export function accounts(settings: Settings) {
  return {
    list: (query: Query<'listAccounts'> = {}, options?: RequestOptions) =>
      list(settings, 'listAccounts', { query, options }),
    get: (id: string, options?: RequestOptions) =>
      send(settings, 'getAccount', { path: { id } }, options),
    /** The account's problems and how to fix them. */
    health: (id: string, options?: RequestOptions) =>
      send(settings, 'getAccountHealth', { path: { id } }, options),
    /** Moves the account to another profile. Comments and insights move too, posts do not. */
    move: (id: string, body: Body<'moveAccount'>, options?: RequestOptions) =>
      send(settings, 'moveAccount', { path: { id }, body }, options),
    /** `force` cancels the account's scheduled posts. */
    disconnect: (id: string, query: Query<'disconnectAccount'> = {}, options?: RequestOptions) =>
      send(settings, 'disconnectAccount', { path: { id }, query }, options),
  }
}
