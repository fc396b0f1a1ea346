import type { Body, Query } from '../operation.ts'
import { list } from '../page.ts'
import { send } from '../request.ts'
import type { RequestOptions, Settings } from '../settings.ts'

/** Signing in and out, for pages of the service itself: the browser keeps the cookie. */
export function session(settings: Settings) {
  return {
    /** Who is signed in, and what it sees. */
    get: (options?: RequestOptions) => send(settings, 'getSession', {}, options),
    signIn: (body: Body<'signIn'>, options?: RequestOptions) =>
      send(settings, 'signIn', { body }, options),
    /** What a link is for; looking does not use it up. */
    readLink: (body: Body<'readSignInLink'>, options?: RequestOptions) =>
      send(settings, 'readSignInLink', { body }, options),
    /** Sets the password and signs in; the link is used up. */
    redeem: (body: Body<'redeemSignInLink'>, options?: RequestOptions) =>
      send(settings, 'redeemSignInLink', { body }, options),
    /** Your own name, e-mail or password. */
    update: (body: Body<'updateSession'>, options?: RequestOptions) =>
      send(settings, 'updateSession', { body }, options),
    signOut: (options?: RequestOptions) => send(settings, 'signOut', {}, options),
    /** Where you are signed in, the newest first. */
    list: (query: Query<'listSessions'> = {}, options?: RequestOptions) =>
      list(settings, 'listSessions', { query, options }),
    end: (id: string, options?: RequestOptions) =>
      send(settings, 'endSession', { path: { id } }, options),
    /** Signs out everywhere. */
    endAll: (query: Query<'endSessions'> = {}, options?: RequestOptions) =>
      send(settings, 'endSessions', { query }, options),
  }
}
