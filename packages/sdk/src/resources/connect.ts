import type { Body, Query } from '../operation.ts'
import { list } from '../page.ts'
import { send } from '../request.ts'
import type { RequestOptions, Settings } from '../settings.ts'

/** How clients connect their accounts: redirect origins, the hosted page, connect links. */
export function connect(settings: Settings) {
  return {
    origins: {
      register: (body: Body<'registerRedirectOrigin'>, options?: RequestOptions) =>
        send(settings, 'registerRedirectOrigin', { body }, options),
      list: (query: Query<'listRedirectOrigins'> = {}, options?: RequestOptions) =>
        list(settings, 'listRedirectOrigins', { query, options }),
      remove: (id: string, options?: RequestOptions) =>
        send(settings, 'removeRedirectOrigin', { path: { id } }, options),
    },
    settings: {
      get: (options?: RequestOptions) => send(settings, 'getConnectSettings', {}, options),
      update: (body: Body<'updateConnectSettings'>, options?: RequestOptions) =>
        send(settings, 'updateConnectSettings', { body }, options),
    },
    links: {
      /** For one client: single use, 30 minutes. `url` is shown in this answer only. */
      create: (profile: string, body: Body<'createConnectLink'>, options?: RequestOptions) =>
        send(settings, 'createConnectLink', { path: { id: profile }, body }, options),
      /** The newest first, with their attempts and without their urls. */
      list: (query: Query<'listConnectLinks'> = {}, options?: RequestOptions) =>
        list(settings, 'listConnectLinks', { query, options }),
      get: (id: string, options?: RequestOptions) =>
        send(settings, 'getConnectLink', { path: { id } }, options),
      revoke: (id: string, options?: RequestOptions) =>
        send(settings, 'revokeConnectLink', { path: { id } }, options),
    },
  }
}
