import type { Body, Query } from '../operation.ts'
import { list } from '../page.ts'
import { send } from '../request.ts'
import type { RequestOptions, Settings } from '../settings.ts'

/** Redirect origins, settings of the hosted page, connect links and invitations. */
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
      /** `data` is a PNG, JPEG or WebP image in base64. */
      uploadLogo: (body: Body<'uploadConnectLogo'>, options?: RequestOptions) =>
        send(settings, 'uploadConnectLogo', { body }, options),
    },
    links: {
      /** Creates a link that works once, for 30 minutes. Only this response has the `url`. */
      create: (profile: string, body: Body<'createConnectLink'>, options?: RequestOptions) =>
        send(settings, 'createConnectLink', { path: { id: profile }, body }, options),
      /** Newest first, with attempts and without URLs. */
      list: (query: Query<'listConnectLinks'> = {}, options?: RequestOptions) =>
        list(settings, 'listConnectLinks', { query, options }),
      get: (id: string, options?: RequestOptions) =>
        send(settings, 'getConnectLink', { path: { id } }, options),
      revoke: (id: string, options?: RequestOptions) =>
        send(settings, 'revokeConnectLink', { path: { id } }, options),
    },
    invitations: {
      /** Creates a page for email or chat, open for 7 days. Only this response has the `url`. */
      create: (profile: string, body: Body<'createInvitation'>, options?: RequestOptions) =>
        send(settings, 'createInvitation', { path: { id: profile }, body }, options),
      /** Newest first, with the connected accounts and without URLs. */
      list: (query: Query<'listInvitations'> = {}, options?: RequestOptions) =>
        list(settings, 'listInvitations', { query, options }),
      get: (id: string, options?: RequestOptions) =>
        send(settings, 'getInvitation', { path: { id } }, options),
      revoke: (id: string, options?: RequestOptions) =>
        send(settings, 'revokeInvitation', { path: { id } }, options),
    },
  }
}
