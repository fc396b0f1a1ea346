import type { Body, Query } from '../operation.ts'
import { list } from '../page.ts'
import { send } from '../request.ts'
import type { RequestOptions, Settings } from '../settings.ts'

/** Sign-in and sign-out with a session cookie, for pages on the server's origin. */
export function session(settings: Settings) {
  return {
    /** The signed-in member and the profiles it can access. */
    get: (options?: RequestOptions) => send(settings, 'getSession', {}, options),
    /** How members can sign in: with a password, and with which provider. */
    methods: (options?: RequestOptions) => send(settings, 'getSignInMethods', {}, options),
    signIn: (body: Body<'signIn'>, options?: RequestOptions) =>
      send(settings, 'signIn', { body }, options),
    /** The purpose of a link. Reading does not use it up. */
    readLink: (body: Body<'readSignInLink'>, options?: RequestOptions) =>
      send(settings, 'readSignInLink', { body }, options),
    /** Makes the email to which the link was sent the member's, and uses up the link. */
    confirmEmail: (body: Body<'confirmEmail'>, options?: RequestOptions) =>
      send(settings, 'confirmEmail', { body }, options),
    /** Sets the password, signs in and uses up the link. */
    redeem: (body: Body<'redeemSignInLink'>, options?: RequestOptions) =>
      send(settings, 'redeemSignInLink', { body }, options),
    /** Changes your name, email or password. */
    notices: (options?: RequestOptions) => send(settings, 'getNotices', {}, options),
    updateNotices: (body: Body<'updateNotices'>, options?: RequestOptions) =>
      send(settings, 'updateNotices', { body }, options),
    update: (body: Body<'updateSession'>, options?: RequestOptions) =>
      send(settings, 'updateSession', { body }, options),
    /** Starts setting up a second factor; returns the secret for an authenticator app. */
    setUpSecondFactor: (body: Body<'setUpSecondFactor'>, options?: RequestOptions) =>
      send(settings, 'setUpSecondFactor', { body }, options),
    /** Turns the second factor on; returns the recovery codes. */
    enableSecondFactor: (body: Body<'enableSecondFactor'>, options?: RequestOptions) =>
      send(settings, 'enableSecondFactor', { body }, options),
    disableSecondFactor: (body: Body<'disableSecondFactor'>, options?: RequestOptions) =>
      send(settings, 'disableSecondFactor', { body }, options),
    /** Replaces the recovery codes. */
    createRecoveryCodes: (body: Body<'createRecoveryCodes'>, options?: RequestOptions) =>
      send(settings, 'createRecoveryCodes', { body }, options),
    signOut: (options?: RequestOptions) => send(settings, 'signOut', {}, options),
    /** Your sessions, newest first. */
    list: (query: Query<'listSessions'> = {}, options?: RequestOptions) =>
      list(settings, 'listSessions', { query, options }),
    end: (id: string, options?: RequestOptions) =>
      send(settings, 'endSession', { path: { id } }, options),
    /** Ends all your sessions. */
    endAll: (query: Query<'endSessions'> = {}, options?: RequestOptions) =>
      send(settings, 'endSessions', { query }, options),
  }
}
