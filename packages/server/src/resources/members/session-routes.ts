import { z } from 'zod'
import { sessionCookie } from '../../access/session-cookie.ts'
import type { Context } from '../../context.ts'
import { listQuery } from '../../http/list.ts'
import { publicRoute, route } from '../../http/route.ts'
import { idOf, listOf } from '../../schemas/fields.ts'
import {
  sessionEntryShape,
  sessionShape,
  sessionsEndedShape,
  sessionUpdate,
  signedOutShape,
  signInBody,
  signInMethodsShape,
} from '../../schemas/session.ts'
import {
  emailConfirmedShape,
  linkBody,
  redeemBody,
  signInLinkShape,
} from '../../schemas/sign-in-link.ts'
import { readSession, readSessionByToken, updateSession } from './people/me.ts'
import { confirmEmail } from './people/new-email.ts'
import { readLink } from './sign-in/links.ts'
import { redeemLink } from './sign-in/redeem.ts'
import { endSession, endSessions, listSessions, signOut } from './sign-in/sessions.ts'
import { type SignedIn, signIn } from './sign-in/sign-in.ts'
import { readSignInMethods } from './sign-in/sign-in-methods.ts'

const tag = 'Sign-in'
const session = { schema: sessionShape, description: 'The session.' }

async function respondSignedIn(ctx: Context, { token }: SignedIn) {
  return {
    status: 201 as const,
    body: await readSessionByToken(ctx, token),
    headers: { 'set-cookie': sessionCookie(ctx.config, token) },
  }
}

export const sessionRoutes = [
  publicRoute({
    method: 'post',
    path: '/v1/session',
    operationId: 'signIn',
    tag,
    summary: 'Sign in',
    description:
      'Signs in with email and password and sets the session cookie. After 10 attempts in 15 minutes per email, or 50 per IP address, the response is `rate_limited`. A member with a second factor gets `second_factor_required`: send the request again with `code`.',
    body: signInBody,
    responses: { 201: session },
    errors: [
      'sign_in_failed',
      'second_factor_required',
      'second_factor_invalid',
      'password_sign_in_off',
      'session_invalid',
    ],
    run: async (ctx, { body, caller }) => respondSignedIn(ctx, await signIn(ctx, body, caller)),
  }),
  publicRoute({
    method: 'get',
    path: '/v1/session/methods',
    operationId: 'getSignInMethods',
    tag,
    summary: 'Retrieve the sign-in methods',
    description:
      'Returns whether members can sign in with a password, and the OpenID Connect provider of this installation.',
    responses: { 200: { schema: signInMethodsShape, description: 'The ways to sign in.' } },
    errors: [],
    run: async (ctx) => ({ status: 200, body: readSignInMethods(ctx) }),
  }),
  publicRoute({
    method: 'post',
    path: '/v1/session/link',
    operationId: 'readSignInLink',
    tag,
    summary: 'Inspect a sign-in link',
    description: 'Returns the member that the link is for. Does not use the link.',
    body: linkBody,
    responses: { 200: { schema: signInLinkShape, description: 'The link.' } },
    errors: ['sign_in_link_invalid'],
    run: async (ctx, { body }) => ({ status: 200, body: await readLink(ctx, body.token) }),
  }),
  publicRoute({
    method: 'post',
    path: '/v1/session/redeem',
    operationId: 'redeemSignInLink',
    tag,
    summary: 'Redeem a sign-in link',
    description:
      'Sets the password, ends all other sessions of the member and sets the session cookie. The link cannot be used again. At the first sign-in, an owner can also set `name` and `email`.',
    body: redeemBody,
    responses: { 201: session },
    errors: [
      'sign_in_link_invalid',
      'email_taken',
      'second_factor_required',
      'second_factor_invalid',
      'session_invalid',
    ],
    run: async (ctx, { body, caller }) => respondSignedIn(ctx, await redeemLink(ctx, body, caller)),
  }),
  publicRoute({
    method: 'post',
    path: '/v1/session/email',
    operationId: 'confirmEmail',
    tag,
    summary: 'Confirm a new email',
    description:
      'Makes the email to which the link was sent the one with which the member signs in, and tells the former address. Signs nobody in. The link cannot be used again.',
    body: linkBody,
    responses: { 200: { schema: emailConfirmedShape, description: 'The new email.' } },
    errors: ['sign_in_link_invalid', 'email_taken'],
    run: async (ctx, { body, caller }) => ({
      status: 200,
      body: await confirmEmail(ctx, body.token, caller),
    }),
  }),
  route({
    method: 'get',
    path: '/v1/session',
    operationId: 'getSession',
    tag,
    summary: 'Retrieve the session',
    description:
      'Returns the signed-in member, the profiles they can see and the warnings for owners. API keys have no session; use `GET /v1/me`.',
    access: 'member',
    permission: null,
    responses: { 200: session },
    errors: [],
    run: async (ctx, scope) => ({ status: 200, body: await readSession(ctx, scope) }),
  }),
  route({
    method: 'patch',
    path: '/v1/session',
    operationId: 'updateSession',
    tag,
    summary: 'Update your name, email, password or time zone',
    description:
      'Changes the fields that you send. A new password ends all your other sessions. A new email counts once you confirm it with the link that is sent there.',
    access: 'member',
    permission: null,
    action: ({ password }) => (password === undefined ? 'updateSession' : 'changePassword'),
    body: sessionUpdate,
    responses: { 200: session },
    errors: ['email_taken'],
    run: async (ctx, scope, { body, caller, recordAudit }) => ({
      status: 200,
      body: await updateSession(ctx, scope, body, caller, recordAudit),
    }),
  }),
  route({
    method: 'delete',
    path: '/v1/session',
    operationId: 'signOut',
    atomic: true,
    tag,
    summary: 'Sign out',
    description: 'Ends the session of this request and clears its cookie.',
    access: 'member',
    permission: null,
    responses: { 200: { schema: signedOutShape, description: 'The session has ended.' } },
    errors: [],
    run: async (ctx, scope) => ({
      status: 200,
      body: await signOut(ctx, scope),
      headers: { 'set-cookie': sessionCookie(ctx.config, null) },
    }),
  }),
  route({
    method: 'get',
    path: '/v1/sessions',
    operationId: 'listSessions',
    tag,
    summary: 'List your sessions',
    description:
      'Returns the sessions of the signed-in member with browser, IP address and last use, newest first.',
    access: 'member',
    permission: null,
    query: z.strictObject(listQuery),
    responses: { 200: { schema: listOf(sessionEntryShape), description: 'A page of sessions.' } },
    errors: [],
    run: async (ctx, scope, { query }) => ({
      status: 200,
      body: await listSessions(ctx, scope, query),
    }),
  }),
  route({
    method: 'delete',
    path: '/v1/sessions/{id}',
    operationId: 'endSession',
    atomic: true,
    tag,
    summary: 'End a session',
    description:
      'Ends one session of the signed-in member immediately. `GET /v1/sessions` lists the IDs.',
    access: 'member',
    permission: null,
    params: z.strictObject({ id: idOf('session') }),
    responses: { 200: { schema: sessionEntryShape, description: 'The ended session.' } },
    errors: ['session_not_found'],
    run: async (ctx, scope, { params }) => ({
      status: 200,
      body: await endSession(ctx, scope, params.id),
    }),
  }),
  route({
    method: 'delete',
    path: '/v1/sessions',
    operationId: 'endSessions',
    atomic: true,
    tag,
    summary: 'Sign out everywhere',
    description:
      'Ends all sessions of the signed-in member. `keep_current=true` keeps the session of this request.',
    access: 'member',
    permission: null,
    query: z.strictObject({
      keep_current: z
        .enum(['true', 'false'])
        .optional()
        .meta({ description: '`true` keeps the session of this request.' }),
    }),
    responses: {
      200: { schema: sessionsEndedShape, description: 'The number of ended sessions.' },
    },
    errors: [],
    run: async (ctx, scope, { query }) => ({
      status: 200,
      body: await endSessions(ctx, scope, { keepCurrent: query.keep_current === 'true' }),
    }),
  }),
]
