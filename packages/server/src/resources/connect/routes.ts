import { z } from 'zod'
import { limits } from '../../core/limits.ts'
import { listQuery } from '../../http/list.ts'
import { type Route, route } from '../../http/route.ts'
import {
  connectLinkCreate,
  connectLinkShape,
  connectSettingsShape,
  connectSettingsUpdate,
  createdLinkShape,
  linkStatuses,
  logoUpload,
  redirectOriginCreate,
  redirectOriginShape,
} from '../../schemas/connect-link.ts'
import { anyOf, idOf, listOf, profileReference, profileSearch } from '../../schemas/fields.ts'
import { invitationRoutes } from './invitation-routes.ts'
import { createLink, getLink, listLinks, revokeLink } from './links/links.ts'
import { uploadLogo } from './links/logo.ts'
import { listOrigins, registerOrigin, removeOrigin } from './links/origins.ts'
import { getSettings, updateSettings } from './links/settings.ts'

const tag = 'Connect'
const linkParams = z.strictObject({ id: idOf('link') })

const originRoutes: Route[] = [
  route({
    method: 'post',
    path: '/v1/connect/redirect-origins',
    operationId: 'registerRedirectOrigin',
    atomic: true,
    tag,
    summary: 'Register a return domain',
    description:
      'Registers an origin that `redirect_url` of a connect link can belong to: scheme, host and port. It must use https, or http on localhost. If the origin is already registered, it is returned with status 200.',
    access: 'owner',
    permission: 'connect:write',
    body: redirectOriginCreate,
    responses: {
      201: { schema: redirectOriginShape, description: 'The new origin.' },
      200: {
        schema: redirectOriginShape,
        description: 'The origin, which was already registered.',
      },
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
    summary: 'List return domains',
    description: 'Returns the registered redirect origins, oldest first.',
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
    summary: 'Delete a return domain',
    description:
      'Also revokes the connect links and invitations whose `redirect_url` belongs to the origin.',
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
    summary: 'Retrieve the connect settings',
    description:
      'Returns the name, logo, color, language and contact data that clients see on the hosted connect page.',
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
    summary: 'Update the connect settings',
    description: 'Changes the fields that you send. `null` removes a value.',
    access: 'owner',
    permission: 'connect:write',
    body: connectSettingsUpdate,
    responses: { 200: { schema: connectSettingsShape, description: 'The updated settings.' } },
    errors: [],
    run: async (ctx, scope, { body }) => ({
      status: 200,
      body: await updateSettings(ctx, scope, body),
    }),
  }),
  route({
    method: 'post',
    path: '/v1/connect/settings/logo',
    operationId: 'uploadConnectLogo',
    tag,
    summary: 'Upload a logo',
    description:
      'Stores an image as the logo of the hosted connect page, scaled to at most 480 pixels wide and high. `logo_url` is then its URL. To remove it, set `logo_url` to `null`.',
    access: 'owner',
    permission: 'connect:write',
    bodyBytesMax: limits.body.logoBytesMax,
    body: logoUpload,
    responses: { 200: { schema: connectSettingsShape, description: 'The updated settings.' } },
    errors: ['media_type_not_supported', 'media_invalid'],
    run: async (ctx, scope, { body, recordAudit }) => ({
      status: 200,
      body: await uploadLogo(ctx, scope, body.data, recordAudit),
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
        'Create another link with a different Idempotency-Key. Revoke this one if it may have been exposed.',
    },
    tag,
    summary: 'Create a connect link',
    description:
      'Creates a single-use link to the hosted connect page. Send its `url` to the client. The link expires after 30 minutes. It counts as used only when an account was connected; after a failure the client can try again.',
    access: 'key',
    permission: 'connect:write',
    params: z.strictObject({ id: profileReference }),
    body: connectLinkCreate,
    responses: {
      201: {
        schema: createdLinkShape,
        description: 'The link with its `url`, which is not shown again.',
      },
    },
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
    summary: 'List connect links',
    description:
      'Returns the connect links of the last 30 days with their attempts, newest first, without their URLs.',
    access: 'key',
    permission: 'connect:read',
    query: z.strictObject({
      ...listQuery,
      profile_id: profileReference.optional(),
      invitation_id: idOf('invitation').optional().meta({
        description:
          'Only the links of this invitation, or `none`: only those that you created yourself.',
      }),
      status: anyOf(linkStatuses, 'links with these statuses').optional(),
      search: profileSearch.optional(),
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
    summary: 'Retrieve a connect link',
    description:
      'Returns the status of the link, the accounts it connected and the attempts of the client. Links are kept for 30 days.',
    access: 'key',
    permission: 'connect:read',
    params: linkParams,
    responses: { 200: { schema: connectLinkShape, description: 'The link without its URL.' } },
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
      'The link stops working immediately. A used or expired link returns `connect_link_not_revocable`.',
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

export const connectRoutes: Route[] = [
  ...originRoutes,
  ...settingsRoutes,
  ...linkRoutes,
  ...invitationRoutes,
]
