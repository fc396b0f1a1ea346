import { route } from '../../http/route.ts'
import { ownerShape, ownerUpdate } from '../../schemas/owner.ts'
import { readOwner, updateOwner } from './owner.ts'

const tag = 'Owner'
const owner = { schema: ownerShape, description: 'The owner.' }

export const ownerRoutes = [
  route({
    method: 'get',
    path: '/v1/owner',
    operationId: 'getOwner',
    tag,
    summary: 'Retrieve the owner',
    description:
      'Returns the name and email of the owner, the maximum number of connected accounts and who needs a second factor.',
    access: 'owner',
    permission: 'all',
    responses: { 200: owner },
    errors: [],
    run: async (ctx, scope) => ({ status: 200, body: await readOwner(ctx, scope) }),
  }),
  route({
    method: 'patch',
    path: '/v1/owner',
    operationId: 'updateOwner',
    atomic: true,
    tag,
    summary: 'Update the owner',
    description:
      'Changes the fields that you send. Emails about failing webhook endpoints are sent to `email`. A member without a second factor who is included in `second_factor_required_for` can, from their next request on, do nothing except set one up.',
    access: 'owner',
    permission: 'all',
    body: ownerUpdate,
    responses: { 200: owner },
    errors: [],
    run: async (ctx, scope, { body }) => ({
      status: 200,
      body: await updateOwner(ctx, scope, body),
    }),
  }),
]
