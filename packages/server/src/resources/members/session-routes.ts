import { z } from 'zod'
import { sessionCookie } from '../../access/session-cookie.ts'
import type { Context } from '../../context.ts'
import { listQuery } from '../../http/list.ts'
import { publicRoute, route } from '../../http/route.ts'
import { idOf, listOf } from '../../schemas/fields.ts'
import {
  linkBody,
  redeemBody,
  sessionEntryShape,
  sessionShape,
  sessionsEndedShape,
  sessionUpdate,
  signedOutShape,
  signInBody,
  signInLinkShape,
} from '../../schemas/session.ts'
import { readLink } from './links.ts'
import { readSession, readSignedIn, updateSession } from './me.ts'
import { redeemLink } from './redeem.ts'
import { endSession, endSessions, listSessions, signOut } from './sessions.ts'
import { type SignedIn, signIn } from './sign-in.ts'

const tag = 'Sign-in'
const who = { schema: sessionShape, description: 'Who is signed in, and what it sees.' }

async function answerSignedIn(ctx: Context, { token }: SignedIn) {
  return {
    status: 201 as const,
    body: await readSignedIn(ctx, token),
    headers: { 'set-cookie': sessionCookie(ctx.config, token) },
  }
}

export const sessionRoutes = [
  publicRoute({
    method: 'post',
    path: '/v1/session',
    operationId: 'signIn',
    tag,
    summary: 'Sign in with e-mail and password',
    description:
      'Sets the session cookie. Ten tries in 15 minutes for each e-mail and 50 for each address, then `rate_limited`.',
    body: signInBody,
    responses: { 201: who },
    errors: ['sign_in_failed', 'session_invalid'],
    run: async (ctx, { body, caller }) => answerSignedIn(ctx, await signIn(ctx, body, caller)),
  }),
  publicRoute({
    method: 'post',
    path: '/v1/session/link',
    operationId: 'readSignInLink',
    tag,
    summary: 'What a sign-in link is for',
    description: 'Does not use the link up.',
    body: linkBody,
    responses: { 200: { schema: signInLinkShape, description: 'Whom it signs in, until when.' } },
    errors: ['sign_in_link_invalid'],
    run: async (ctx, { body }) => ({ status: 200, body: await readLink(ctx, body.token) }),
  }),
  publicRoute({
    method: 'post',
    path: '/v1/session/redeem',
    operationId: 'redeemSignInLink',
    tag,
    summary: 'Sign in with a link and set the password',
    description:
      'Uses the link up, ends all other sessions of the member and sets the session cookie. The first link of an owner takes `name` and `email` too.',
    body: redeemBody,
    responses: { 201: who },
    errors: ['sign_in_link_invalid', 'email_taken', 'session_invalid'],
    run: async (ctx, { body, caller }) => answerSignedIn(ctx, await redeemLink(ctx, body, caller)),
  }),
  route({
    method: 'get',
    path: '/v1/session',
    operationId: 'getSession',
    tag,
    summary: 'Who is signed in',
    description:
      'The signed-in member, the profiles it sees and the warnings for the owner. An API key has no session; see `GET /v1/me`.',
    access: 'member',
    permission: null,
    responses: { 200: who },
    errors: [],
    run: async (ctx, scope) => ({ status: 200, body: await readSession(ctx, scope) }),
  }),
  route({
    method: 'patch',
    path: '/v1/session',
    operationId: 'updateSession',
    tag,
    summary: 'Change your own name, e-mail or password',
    description: 'A new password ends all your other sessions.',
    access: 'member',
    permission: null,
    action: ({ password }) => (password === undefined ? 'updateSession' : 'changePassword'),
    body: sessionUpdate,
    responses: { 200: who },
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
    responses: { 200: { schema: signedOutShape, description: 'The session is over.' } },
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
    summary: 'Where you are signed in, newest first',
    description: 'The sessions of the signed-in member, with browser, address and last use.',
    access: 'member',
    permission: null,
    query: z.strictObject(listQuery),
    responses: { 200: { schema: listOf(sessionEntryShape), description: 'Your own sessions.' } },
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
    summary: 'Sign out one of your sessions',
    description:
      'Ends one session of the signed-in member at once. The id comes from `GET /v1/sessions`.',
    access: 'member',
    permission: null,
    params: z.strictObject({ id: idOf('session') }),
    responses: { 200: { schema: sessionEntryShape, description: 'The session that is over.' } },
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
      'Ends every session of the signed-in member; `keep_current=true` keeps the one of this request.',
    access: 'member',
    permission: null,
    query: z.strictObject({
      keep_current: z
        .enum(['true', 'false'])
        .optional()
        .meta({ description: '`true` keeps the session of this request.' }),
    }),
    responses: { 200: { schema: sessionsEndedShape, description: 'How many sessions ended.' } },
    errors: [],
    run: async (ctx, scope, { query }) => ({
      status: 200,
      body: await endSessions(ctx, scope, { keepCurrent: query.keep_current === 'true' }),
    }),
  }),
]
