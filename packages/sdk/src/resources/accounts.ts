import type { Body, Query } from '../operation.ts'
import { type List, list } from '../page.ts'
import { send } from '../request.ts'
import type { Account, AccountListItem } from '../schema.gen.ts'
import type { RequestOptions, Settings } from '../settings.ts'

/** Connected accounts. */
export function accounts(settings: Settings) {
  return {
    /** Oldest first, without their `limits` unless `include` is `limits`. */
    list: <Include extends 'limits' | undefined = undefined>(
      query: Query<'listAccounts'> & { include?: Include } = {},
      options?: RequestOptions,
    ) =>
      list(settings, 'listAccounts', { query, options }) as List<
        Include extends 'limits' ? Account : AccountListItem
      >,
    get: (id: string, options?: RequestOptions) =>
      send(settings, 'getAccount', { path: { id } }, options),
    /** The account's problems and how to fix them. */
    health: (id: string, options?: RequestOptions) =>
      send(settings, 'getAccountHealth', { path: { id } }, options),
    /** Moves the account to another profile. Comments and insights move too, posts do not. */
    move: (id: string, body: Body<'moveAccount'>, options?: RequestOptions) =>
      send(settings, 'moveAccount', { path: { id }, body }, options),
    /** The posting plan that applies: the account's own, or its profile's. */
    postingPlan: (id: string, options?: RequestOptions) =>
      send(settings, 'getAccountPostingPlan', { path: { id } }, options),
    updatePostingPlan: (
      id: string,
      body: Body<'updateAccountPostingPlan'>,
      options?: RequestOptions,
    ) => send(settings, 'updateAccountPostingPlan', { path: { id }, body }, options),
    /** The account uses its profile's plan again. */
    deletePostingPlan: (id: string, options?: RequestOptions) =>
      send(settings, 'deleteAccountPostingPlan', { path: { id } }, options),
    /** Coming slots, earliest first, with the posts in them. */
    slots: (id: string, query: Query<'listSlots'> = {}, options?: RequestOptions) =>
      list(settings, 'listSlots', { path: { id }, query, options }),
    /** The posts exchange their slots, so that they are published in this order. */
    reorderQueue: (id: string, body: Body<'reorderQueue'>, options?: RequestOptions) =>
      send(settings, 'reorderQueue', { path: { id }, body }, options),
    shuffleQueue: (id: string, options?: RequestOptions) =>
      send(settings, 'shuffleQueue', { path: { id } }, options),
    /** `force` cancels the account's scheduled posts. */
    disconnect: (id: string, query: Query<'disconnectAccount'> = {}, options?: RequestOptions) =>
      send(settings, 'disconnectAccount', { path: { id }, query }, options),
  }
}
