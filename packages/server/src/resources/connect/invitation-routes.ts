import { z } from 'zod'
import { listQuery } from '../../http/list.ts'
import { type Route, route } from '../../http/route.ts'
import { anyOf, idOf, listOf, profileReference, profileSearch } from '../../schemas/fields.ts'
import {
  createdInvitationShape,
  invitationCreate,
  invitationShape,
  invitationStatuses,
} from '../../schemas/invitation.ts'
import {
  createInvitation,
  getInvitation,
  listInvitations,
  revokeInvitation,
} from './links/invitations.ts'

const tag = 'Connect'
const params = z.strictObject({ id: idOf('invitation') })

export const invitationRoutes: Route[] = [
  route({
    method: 'post',
    path: '/v1/profiles/{id}/invitations',
    operationId: 'createInvitation',
    atomic: true,
    shownOnce: {
      field: 'url',
      advice:
        'Create another invitation with a different Idempotency-Key. Revoke this one if it may have been exposed.',
    },
    tag,
    summary: 'Create an invitation',
    description:
      'Creates a page to send by email or chat. It stays open for 7 days, or up to 30. Each time the client continues from it, it creates a connect link with these settings, so the client can connect several accounts and take their time. Opening the page changes nothing.',
    access: 'key',
    permission: 'connect:write',
    params: z.strictObject({ id: profileReference }),
    body: invitationCreate,
    responses: {
      201: {
        schema: createdInvitationShape,
        description: 'The invitation with its `url`, which is not shown again.',
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
      body: await createInvitation(ctx, scope, params.id, body),
    }),
  }),
  route({
    method: 'get',
    path: '/v1/invitations',
    operationId: 'listInvitations',
    tag,
    summary: 'List invitations',
    description:
      'Returns the invitations and the accounts connected with them, newest first, without their URLs.',
    access: 'key',
    permission: 'connect:read',
    query: z.strictObject({
      ...listQuery,
      profile_id: profileReference.optional(),
      status: anyOf(invitationStatuses, 'invitations with these statuses').optional(),
      search: profileSearch.optional(),
    }),
    responses: { 200: { schema: listOf(invitationShape), description: 'A page of invitations.' } },
    errors: ['profile_not_found', 'profile_conflict'],
    run: async (ctx, scope, { query }) => ({
      status: 200,
      body: await listInvitations(ctx, scope, query),
    }),
  }),
  route({
    method: 'get',
    path: '/v1/invitations/{id}',
    operationId: 'getInvitation',
    tag,
    summary: 'Retrieve an invitation',
    description:
      'Returns the status of the invitation and the accounts connected with it. Its connect links are in `GET /v1/connect-links?invitation_id=`. Invitations are kept for 30 days after they expire.',
    access: 'key',
    permission: 'connect:read',
    params,
    responses: { 200: { schema: invitationShape, description: 'The invitation without its URL.' } },
    errors: ['invitation_not_found'],
    run: async (ctx, scope, { params }) => ({
      status: 200,
      body: await getInvitation(ctx, scope, params.id),
    }),
  }),
  route({
    method: 'delete',
    path: '/v1/invitations/{id}',
    operationId: 'revokeInvitation',
    atomic: true,
    tag,
    summary: 'Revoke an invitation',
    description:
      'The invitation and its valid connect links stop working immediately. Connected accounts stay connected. Revoking it again changes nothing.',
    access: 'key',
    permission: 'connect:write',
    params,
    responses: { 200: { schema: invitationShape, description: 'The revoked invitation.' } },
    errors: ['invitation_not_found'],
    run: async (ctx, scope, { params }) => ({
      status: 200,
      body: await revokeInvitation(ctx, scope, params.id),
    }),
  }),
]
