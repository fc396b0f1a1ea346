import { z } from 'zod'
import { listQuery } from '../../http/list.ts'
import { type Route, route } from '../../http/route.ts'
import {
  connectLinkCreate,
  connectLinkShape,
  connectSettingsShape,
  connectSettingsUpdate,
  createdLinkShape,
  linkStatuses,
  redirectOriginCreate,
  redirectOriginShape,
} from '../../schemas/connect-link.ts'
import { anyOf, idOf, listOf, profileReference } from '../../schemas/fields.ts'
import { createLink, getLink, listLinks, revokeLink } from './links.ts'
import { listOrigins, registerOrigin, removeOrigin } from './origins.ts'
import { getSettings, updateSettings } from './settings.ts'

const tag = 'Connect'
const linkParams = z.strictObject({ id: idOf('link') })

const originRoutes: Route[] = [
  route({
    method: 'post',
    path: '/v1/connect/redirect-origins',
    operationId: 'registerRedirectOrigin',
    atomic: true,
    tag,
    summary: 'Register an origin that clients may be sent back to',
    description:
      '`redirect_url` of a connect link must belong to a registered origin: scheme, host and port, https, or http on localhost. An origin that is registered already is answered with 200.',
    access: 'owner',
    permission: 'connect:write',
    body: redirectOriginCreate,
    responses: {
      201: { schema: redirectOriginShape, description: 'The new origin.' },
      200: { schema: redirectOriginShape, description: 'The origin that was registered already.' },
    },
    errors: ['limit_reached'],
    run: async (ctx, scope, { body }) => {
      const { origin, isNew } = await registerOrigin(ctx, scope, body.origin)
      return { status: isNew ? 201 : 200, body: origin }
    },
  }),
  route({
    method: 'get',
    path: '/v1/connect/redirect-origins',
    operationId: 'listRedirectOrigins',
    tag,
    summary: 'List redirect origins, the oldest first',
    description: 'The origins that the `redirect_url` of a connect link may belong to.',
    access: 'owner',
    permission: 'connect:read',
    query: z.strictObject(listQuery),
    responses: { 200: { schema: listOf(redirectOriginShape), description: 'A page of origins.' } },
    errors: [],
    run: async (ctx, scope, { query }) => ({
      status: 200,
      body: await listOrigins(ctx, scope, query),
    }),
  }),
  route({
    method: 'delete',
    path: '/v1/connect/redirect-origins/{id}',
    operationId: 'removeRedirectOrigin',
    tag,
    summary: 'Remove a redirect origin',
    description: 'The links that would lead there are revoked.',
    atomic: true,
    access: 'owner',
    permission: 'connect:write',
    params: z.strictObject({ id: idOf('origin') }),
    responses: { 200: { schema: redirectOriginShape, description: 'The removed origin.' } },
    errors: ['redirect_origin_not_found'],
    run: async (ctx, scope, { params }) => ({
      status: 200,
      body: await removeOrigin(ctx, scope, params.id),
    }),
  }),
]

const settingsRoutes: Route[] = [
  route({
    method: 'get',
    path: '/v1/connect/settings',
    operationId: 'getConnectSettings',
    tag,
    summary: 'Read the brand of the hosted connect page',
    description:
      'The name, logo, color, language and addresses that clients see on the hosted connect page.',
    access: 'owner',
    permission: 'connect:read',
    responses: { 200: { schema: connectSettingsShape, description: 'The settings.' } },
    errors: [],
    run: async (ctx, scope) => ({
      status: 200,
      body: await getSettings(ctx, scope),
    }),
  }),
  route({
    method: 'patch',
    path: '/v1/connect/settings',
    operationId: 'updateConnectSettings',
    atomic: true,
    tag,
    summary: 'Set the brand of the hosted connect page',
    description: 'Changes the fields that are sent and leaves the others; `null` removes one.',
    access: 'owner',
    permission: 'connect:write',
    body: connectSettingsUpdate,
    responses: { 200: { schema: connectSettingsShape, description: 'The changed settings.' } },
    errors: [],
    run: async (ctx, scope, { body }) => ({
      status: 200,
      body: await updateSettings(ctx, scope, body),
    }),
  }),
]

const linkRoutes: Route[] = [
  route({
    method: 'post',
    path: '/v1/profiles/{id}/connect-links',
    operationId: 'createConnectLink',
    atomic: true,
    shownOnce: {
      field: 'url',
      advice:
        'Create another link with another Idempotency-Key, and revoke this one if it may have been seen.',
    },
    tag,
    summary: 'Create a single-use connect link, valid for 30 minutes',
    description:
      'Send the url to the client. It is used up only when accounts have joined the profile; after a failure it can be tried again until it expires.',
    access: 'key',
    permission: 'connect:write',
    params: z.strictObject({ id: profileReference }),
    body: connectLinkCreate,
    responses: { 201: { schema: createdLinkShape, description: 'The link, with its url once.' } },
    errors: [
      'profile_not_found',
      'profile_conflict',
      'account_not_found',
      'redirect_origin_not_registered',
      'limit_reached',
    ],
    run: async (ctx, scope, { params, body }) => ({
      status: 201,
      body: await createLink(ctx, scope, params.id, body),
    }),
  }),
  route({
    method: 'get',
    path: '/v1/connect-links',
    operationId: 'listConnectLinks',
    tag,
    summary: 'List connect links and their attempts, the newest first',
    description: 'Links of the last 30 days, without their urls.',
    access: 'key',
    permission: 'connect:read',
    query: z.strictObject({
      ...listQuery,
      profile_id: profileReference.optional(),
      status: anyOf(linkStatuses).optional(),
    }),
    responses: { 200: { schema: listOf(connectLinkShape), description: 'A page of links.' } },
    errors: ['profile_not_found', 'profile_conflict'],
    run: async (ctx, scope, { query }) => ({
      status: 200,
      body: await listLinks(ctx, scope, query),
    }),
  }),
  route({
    method: 'get',
    path: '/v1/connect-links/{id}',
    operationId: 'getConnectLink',
    tag,
    summary: 'Read a connect link and its attempts',
    description:
      'Whether it is still valid, which accounts it connected and what the client tried. Links are kept for 30 days.',
    access: 'key',
    permission: 'connect:read',
    params: linkParams,
    responses: { 200: { schema: connectLinkShape, description: 'The link, without its url.' } },
    errors: ['connect_link_not_found'],
    run: async (ctx, scope, { params }) => ({
      status: 200,
      body: await getLink(ctx, scope, params.id),
    }),
  }),
  route({
    method: 'delete',
    path: '/v1/connect-links/{id}',
    operationId: 'revokeConnectLink',
    atomic: true,
    tag,
    summary: 'Revoke a connect link',
    description:
      'The link stops working at once. One that was used or has expired is refused with `connect_link_not_revocable`.',
    access: 'key',
    permission: 'connect:write',
    params: linkParams,
    responses: { 200: { schema: connectLinkShape, description: 'The revoked link.' } },
    errors: ['connect_link_not_found', 'connect_link_not_revocable'],
    run: async (ctx, scope, { params }) => ({
      status: 200,
      body: await revokeLink(ctx, scope, params.id),
    }),
  }),
]

export const connectRoutes: Route[] = [...originRoutes, ...settingsRoutes, ...linkRoutes]
