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
    summary: 'Whose installation this is',
    description: 'The name and e-mail of the owner, and how many accounts may be connected.',
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
    summary: 'Change the owner’s name or e-mail',
    description: 'Letters about webhook endpoints that fail go to this e-mail.',
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
