import { z } from 'zod'
import { limits } from '../../core/limits.ts'
import { listQuery } from '../../http/list.ts'
import { type Route, route } from '../../http/route.ts'
import {
  connectSettingsShape,
  connectSettingsUpdate,
  logoUpload,
  redirectOriginCreate,
  redirectOriginShape,
} from '../../schemas/connect-link.ts'
import { idOf, listOf } from '../../schemas/fields.ts'
import { sentPageRoutes } from '../sent-pages/routes.ts'
import { invitationKind } from './links/invitation.ts'
import { linkKind } from './links/link.ts'
import { uploadLogo } from './links/logo.ts'
import { listOrigins, registerOrigin, removeOrigin } from './links/origins.ts'
import { getSettings, updateSettings } from './links/settings.ts'

const tag = 'Connect'

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

export const connectRoutes: Route[] = [
  ...originRoutes,
  ...settingsRoutes,
  ...sentPageRoutes(linkKind),
  ...sentPageRoutes(invitationKind),
]
