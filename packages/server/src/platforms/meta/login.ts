import type { z } from 'zod'
import type { PlatformApp } from '../../core/networks.ts'
import type {
  LoginRedirect,
  LoginStart,
  PlatformPermission,
  PlatformSetup,
} from '../contract/platform.ts'
import { platformUrl } from '../wire/call.ts'
import { callGraph, type LongToken, longToken } from './graph.ts'

/** The redirect to the login page; `more` are the network's own parameters. */
export function loginRedirect(
  app: PlatformApp,
  path: string,
  { redirectUri, state }: LoginStart,
  more: Record<string, string>,
): LoginRedirect {
  const url = platformUrl(app.bases.authorize, path, {
    client_id: app.clientId,
    redirect_uri: redirectUri,
    response_type: 'code',
    state,
    ...more,
  })
  return { url }
}

/** The value of `scope`. */
export function scopeParameter(permissions: readonly PlatformPermission[]): string {
  return permissions.map(({ scope }) => scope).join(',')
}

/**
 * The tokens of Threads and Instagram: code → one-hour token → 60-day token, which refreshes itself
 * (threads.md §1.4 to §1.6, instagram.md §1.3, §1.4). `prefix` starts the grant types; `longLived` is
 * the host of the 60-day tokens.
 */
export function longLivedLogin<T>(
  { app, call }: PlatformSetup,
  {
    prefix,
    longLived,
    shortToken,
  }: { prefix: string; longLived: string; shortToken: z.ZodType<T> },
) {
  const readLong = (path: string, params: Record<string, string>): Promise<LongToken> =>
    callGraph(call, { method: 'GET', url: platformUrl(longLived, path, params) }, longToken)
  return {
    /** Code → one-hour token. */
    exchangeCode: (code: string, redirectUri: string): Promise<T> => {
      const form = {
        client_id: app.clientId,
        client_secret: app.clientSecret,
        grant_type: 'authorization_code',
        redirect_uri: redirectUri,
        code,
      }
      const url = platformUrl(app.bases.token, '/oauth/access_token')
      return callGraph(call, { method: 'POST', url, form }, shortToken)
    },

    /** One-hour token → 60-day token. */
    exchangeForLong: (shortLived: string): Promise<LongToken> =>
      readLong('/access_token', {
        grant_type: `${prefix}_exchange_token`,
        client_secret: app.clientSecret,
        access_token: shortLived,
      }),

    refresh: (access: string): Promise<LongToken> =>
      readLong('/refresh_access_token', {
        grant_type: `${prefix}_refresh_token`,
        access_token: access,
      }),
  }
}
