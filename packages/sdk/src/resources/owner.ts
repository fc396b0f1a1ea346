import type { Body, Query } from '../operation.ts'
import { list } from '../page.ts'
import { send } from '../request.ts'
import type { RequestOptions, Settings } from '../settings.ts'

/** Whose installation it is. */
export function owner(settings: Settings) {
  return {
    get: (options?: RequestOptions) => send(settings, 'getOwner', {}, options),
    update: (body: Body<'updateOwner'>, options?: RequestOptions) =>
      send(settings, 'updateOwner', { body }, options),
  }
}

/** Who did what; for owners. */
export function auditLog(settings: Settings) {
  return {
    /** The newest first. */
    list: (query: Query<'listAuditLog'> = {}, options?: RequestOptions) =>
      list(settings, 'listAuditLog', { query, options }),
  }
}

/** What runs, what waits and what is used; for owners. */
export function system(settings: Settings) {
  return { get: (options?: RequestOptions) => send(settings, 'getSystem', {}, options) }
}

/** What each social network takes and offers: limits, options, permissions, metrics. */
export function platforms(settings: Settings) {
  return {
    /** In the order in which pages show them. */
    list: (query: Query<'listPlatforms'> = {}, options?: RequestOptions) =>
      list(settings, 'listPlatforms', { query, options }),
  }
}
