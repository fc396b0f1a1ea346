import { z } from 'zod'
import { listQuery } from '../../http/list.ts'
import { route } from '../../http/route.ts'
import { idOf, listOf } from '../../schemas/fields.ts'
import {
  deletedMemberShape,
  memberCreate,
  memberShape,
  memberUpdate,
  newSignInLinkShape,
} from '../../schemas/member.ts'
import { createSignInLink } from './invite.ts'
import { createMember, deleteMember, getMember, listMembers, updateMember } from './members.ts'

const tag = 'Members'
const params = z.strictObject({ id: idOf('member') })
const member = { schema: memberShape, description: 'The member.' }

export const memberRoutes = [
  route({
    method: 'post',
    path: '/v1/members',
    operationId: 'createMember',
    atomic: true,
    tag,
    summary: 'Add a member',
    description:
      'An owner may do everything, `staff` works inside the profiles it was given. Nobody signs in before a sign-in link was made and used.',
    access: 'owner',
    permission: 'all',
    body: memberCreate,
    responses: { 201: member },
    errors: ['email_taken', 'member_limit_reached'],
    run: async (ctx, scope, { body }) => ({
      status: 201,
      body: await createMember(ctx, scope, body),
    }),
  }),
  route({
    method: 'get',
    path: '/v1/members',
    operationId: 'listMembers',
    tag,
    summary: 'List members, oldest first',
    description: 'Owners and staff, with their role, profiles and status.',
    access: 'owner',
    permission: 'all',
    query: z.strictObject(listQuery),
    responses: { 200: { schema: listOf(memberShape), description: 'The members.' } },
    errors: [],
    run: async (ctx, scope, { query }) => ({
      status: 200,
      body: await listMembers(ctx, scope, query),
    }),
  }),
  route({
    method: 'get',
    path: '/v1/members/{id}',
    operationId: 'getMember',
    tag,
    summary: 'One member',
    description: 'The member with its role, profiles and status.',
    access: 'owner',
    permission: 'all',
    params,
    responses: { 200: member },
    errors: ['member_not_found'],
    run: async (ctx, scope, { params }) => ({
      status: 200,
      body: await getMember(ctx, scope, params.id),
    }),
  }),
  route({
    method: 'patch',
    path: '/v1/members/{id}',
    operationId: 'updateMember',
    atomic: true,
    tag,
    summary: 'Change a member',
    description:
      'What is taken away is gone with the next request of the member. The last owner who can sign in stays one.',
    access: 'owner',
    permission: 'all',
    params,
    body: memberUpdate,
    responses: { 200: member },
    errors: ['member_not_found', 'email_taken', 'last_owner'],
    run: async (ctx, scope, { params, body }) => ({
      status: 200,
      body: await updateMember(ctx, scope, params.id, body),
    }),
  }),
  route({
    method: 'delete',
    path: '/v1/members/{id}',
    operationId: 'deleteMember',
    atomic: true,
    tag,
    summary: 'Remove a member',
    description: 'Its sessions end at once. What it did stays in the audit log.',
    access: 'owner',
    permission: 'all',
    params,
    responses: { 200: { schema: deletedMemberShape, description: 'It is gone.' } },
    errors: ['member_not_found', 'last_owner'],
    run: async (ctx, scope, { params }) => ({
      status: 200,
      body: await deleteMember(ctx, scope, params.id),
    }),
  }),
  route({
    method: 'post',
    path: '/v1/members/{id}/sign-in-link',
    operationId: 'createSignInLink',
    shownOnce: {
      field: 'url',
      advice: 'Create another link with another Idempotency-Key; it replaces the first one.',
    },
    tag,
    summary: 'Make a sign-in link for a member',
    description:
      'For a new member, or one who lost the password. Older links of the member end. It is sent by e-mail too where a mail server is set.',
    access: 'owner',
    permission: 'all',
    params,
    responses: { 201: { schema: newSignInLinkShape, description: 'The link, shown this once.' } },
    errors: ['member_not_found', 'member_disabled'],
    run: async (ctx, scope, { params, recordAudit }) => ({
      status: 201,
      body: await createSignInLink(ctx, scope, params.id, recordAudit),
    }),
  }),
]
