import { z } from 'zod'
import { memberAction } from '../../http/audit-actions.ts'
import { listQuery } from '../../http/list.ts'
import { route } from '../../http/route.ts'
import { exampleOf } from '../../schemas/examples.ts'
import { idOf, listOf } from '../../schemas/fields.ts'
import {
  deletedMemberShape,
  memberCreate,
  memberShape,
  memberUpdate,
  newSignInLinkShape,
} from '../../schemas/member.ts'
import { createSignInLink } from './people/invite.ts'
import {
  createMember,
  deleteMember,
  getMember,
  listMembers,
  updateMember,
} from './people/members.ts'

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
      'Adds an owner, who can do everything, a staff member, who works in the profiles assigned to them, or a contributor, who writes drafts there. To sign in for the first time, the member needs a sign-in link.',
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
    summary: 'List members',
    description: 'Returns all members with their role, profiles and status, oldest first.',
    access: 'owner',
    permission: 'all',
    query: z.strictObject(listQuery),
    responses: { 200: { schema: listOf(memberShape), description: 'A page of members.' } },
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
    summary: 'Retrieve a member',
    description: 'Returns the member with their role, profiles and status.',
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
    summary: 'Update a member',
    description:
      'Changes the fields that you send. They apply from the next request of the member on. The last owner who can sign in cannot lose that role.',
    access: 'owner',
    permission: 'all',
    params,
    action: memberAction,
    body: memberUpdate,
    responses: {
      200: { ...member, example: { ...exampleOf(memberShape), ...exampleOf(memberUpdate) } },
    },
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
    summary: 'Delete a member',
    description:
      'Ends the sessions of the member immediately. Their actions stay in the audit log.',
    access: 'owner',
    permission: 'all',
    params,
    responses: { 200: { schema: deletedMemberShape, description: 'The member is deleted.' } },
    errors: ['member_not_found', 'last_owner'],
    run: async (ctx, scope, { params, recordAudit }) => ({
      status: 200,
      body: await deleteMember(ctx, scope, params.id, recordAudit),
    }),
  }),
  route({
    method: 'post',
    path: '/v1/members/{id}/sign-in-link',
    operationId: 'createSignInLink',
    shownOnce: {
      field: 'url',
      advice: 'Create another link with a different Idempotency-Key. It replaces this one.',
    },
    tag,
    summary: 'Create a sign-in link',
    description:
      'Creates a link for a new member or one who forgot the password. Older links of the member stop working. If a mail server is configured, the link is also sent by email.',
    access: 'owner',
    permission: 'all',
    params,
    responses: {
      201: { schema: newSignInLinkShape, description: 'The link, which is not shown again.' },
    },
    errors: ['member_not_found', 'member_disabled', 'password_sign_in_off'],
    run: async (ctx, scope, { params, recordAudit }) => ({
      status: 201,
      body: await createSignInLink(ctx, scope, params.id, recordAudit),
    }),
  }),
]
