import { z } from 'zod'
import { listQuery } from '../../http/list.ts'
import { type Route, route } from '../../http/route.ts'
import { idOf, listOf, profileReference } from '../../schemas/fields.ts'
import { postingPlanShape, postingPlanUpdate, slotShape } from '../../schemas/posting-plan.ts'
import {
  deleteAccountPlan,
  getAccountPlan,
  getProfilePlan,
  updateAccountPlan,
  updateProfilePlan,
} from './plans.ts'
import { listSlots } from './slots.ts'

const tag = 'Posting plans'
const profileParams = z.strictObject({ id: profileReference })
const accountParams = z.strictObject({ id: idOf('account') })
const read = { tag, access: 'key', permission: 'posts:read' } as const
const write = { tag, access: 'key', permission: 'posts:write', atomic: true } as const
const plan = (description: string) => ({ 200: { schema: postingPlanShape, description } })

export const postingPlanRoutes: Route[] = [
  route({
    ...read,
    method: 'get',
    path: '/v1/profiles/{id}/posting-plan',
    operationId: 'getProfilePostingPlan',
    summary: 'Retrieve the posting plan of a profile',
    description: 'Returns the plan, without slots before it is first saved.',
    params: profileParams,
    responses: plan('The plan.'),
    errors: ['profile_not_found', 'profile_conflict'],
    run: async (ctx, scope, { params }) => ({
      status: 200,
      body: await getProfilePlan(ctx, scope, params.id),
    }),
  }),
  route({
    ...write,
    method: 'patch',
    path: '/v1/profiles/{id}/posting-plan',
    operationId: 'updateProfilePostingPlan',
    summary: 'Update the posting plan of a profile',
    description:
      'Changes the fields that you send. The accounts of the profile without their own plan use it. Posts that are already queued keep their times.',
    params: profileParams,
    body: postingPlanUpdate,
    responses: plan('The updated plan.'),
    errors: ['profile_not_found', 'profile_conflict'],
    run: async (ctx, scope, { params, body }) => ({
      status: 200,
      body: await updateProfilePlan(ctx, scope, params.id, body),
    }),
  }),
  route({
    ...read,
    method: 'get',
    path: '/v1/accounts/{id}/posting-plan',
    operationId: 'getAccountPostingPlan',
    summary: 'Retrieve the posting plan of an account',
    description:
      'Returns the plan that applies to the account: its own, or that of its profile, whose `account_id` is `null`.',
    params: accountParams,
    responses: plan('The plan.'),
    errors: ['account_not_found'],
    run: async (ctx, scope, { params }) => ({
      status: 200,
      body: await getAccountPlan(ctx, scope, params.id),
    }),
  }),
  route({
    ...write,
    method: 'patch',
    path: '/v1/accounts/{id}/posting-plan',
    operationId: 'updateAccountPostingPlan',
    summary: 'Update the posting plan of an account',
    description:
      'Changes the fields that you send. If the account has no plan of its own, it gets a copy of the plan of its profile first. Posts that are already queued keep their times.',
    params: accountParams,
    body: postingPlanUpdate,
    responses: plan('The updated plan.'),
    errors: ['account_not_found', 'profile_not_found'],
    run: async (ctx, scope, { params, body }) => ({
      status: 200,
      body: await updateAccountPlan(ctx, scope, params.id, body),
    }),
  }),
  route({
    ...write,
    method: 'delete',
    path: '/v1/accounts/{id}/posting-plan',
    operationId: 'deleteAccountPostingPlan',
    summary: 'Use the posting plan of the profile again',
    description:
      'The account uses the plan of its profile again, which is returned. Posts that are already queued keep their times.',
    params: accountParams,
    responses: plan('The plan that applies now.'),
    errors: ['account_not_found', 'profile_not_found'],
    run: async (ctx, scope, { params }) => ({
      status: 200,
      body: await deleteAccountPlan(ctx, scope, params.id),
    }),
  }),
  route({
    ...read,
    method: 'get',
    path: '/v1/accounts/{id}/slots',
    operationId: 'listSlots',
    summary: 'List slots',
    description:
      'Returns the coming slots of the account, earliest first, with the posts in them. Posts whose slot is no longer in the plan are listed too. While the plan is paused, no slot is free.',
    params: accountParams,
    query: z.strictObject(listQuery),
    responses: { 200: { schema: listOf(slotShape), description: 'A page of slots.' } },
    errors: ['account_not_found'],
    run: async (ctx, scope, { params, query }) => ({
      status: 200,
      body: await listSlots(ctx, scope, params.id, query),
    }),
  }),
]
