import type { Body, Query } from '../operation.ts'
import { list } from '../page.ts'
import { send } from '../request.ts'
import type { RequestOptions, Settings } from '../settings.ts'

/** The owner of the installation. */
export function owner(settings: Settings) {
  return {
    get: (options?: RequestOptions) => send(settings, 'getOwner', {}, options),
    update: (body: Body<'updateOwner'>, options?: RequestOptions) =>
      send(settings, 'updateOwner', { body }, options),
  }
}

/** The audit log. For owners. */
export function auditLog(settings: Settings) {
  return {
    /** Newest first. */
    list: (query: Query<'listAuditLog'> = {}, options?: RequestOptions) =>
      list(settings, 'listAuditLog', { query, options }),
    csv: (query: Query<'exportAuditLog'> = {}, options?: RequestOptions) =>
      send(settings, 'exportAuditLog', { query }, options),
  }
}

/** Version, queues and usage of the server. For owners. */
export function system(settings: Settings) {
  return { get: (options?: RequestOptions) => send(settings, 'getSystem', {}, options) }
}

/** The limits, options, permissions and metrics of each social network. */
export function platforms(settings: Settings) {
  return {
    /** In display order. */
    list: (query: Query<'listPlatforms'> = {}, options?: RequestOptions) =>
      list(settings, 'listPlatforms', { query, options }),
  }
}
