import { z } from 'zod'
import { listQuery } from '../../http/list.ts'
import { type Route, route } from '../../http/route.ts'
import {
  accountFilters,
  accountHealthShape,
  accountIncludes,
  accountListItemShape,
  accountMove,
  accountShape,
} from '../../schemas/account.ts'
import { idOf, listOf } from '../../schemas/fields.ts'
import { getAccount, listAccounts } from './accounts.ts'
import { type CancelScheduledPosts, disconnectAccount } from './disconnect.ts'
import { readHealth } from './health.ts'
import { type MoveRelated, moveAccount } from './move.ts'
import { accountById } from './queries.ts'

const tag = 'Accounts'
const params = z.strictObject({ id: idOf('account') })

/** The callbacks write the tables of other resources. */
export function accountRoutes(
  cancelScheduledPosts: CancelScheduledPosts,
  moveRelated: readonly MoveRelated[],
): Route[] {
  return [
    route({
      method: 'get',
      path: '/v1/accounts',
      operationId: 'listAccounts',
      tag,
      summary: 'List accounts',
      description:
        'Returns all accounts, oldest first, including expired and disconnected ones. To confirm a connection, check that its `status` is `connected`. A profile key or the `Service-Profile` header limits the list to one profile. Without `include`, accounts have no `limits`.',
      access: 'key',
      permission: 'accounts:read',
      query: z.strictObject({
        ...listQuery,
        ...accountFilters,
        include: z.enum(accountIncludes).optional().meta({
          description:
            '`limits` adds the limits of each account, which only the retrieval of one account has otherwise.',
        }),
      }),
      responses: {
        200: { schema: listOf(accountListItemShape), description: 'A page of accounts.' },
      },
      errors: [],
      run: async (ctx, scope, { query }) => ({
        status: 200,
        body: await listAccounts(ctx, scope, query),
      }),
    }),
    route({
      method: 'get',
      path: '/v1/accounts/{id}',
      operationId: 'getAccount',
      tag,
      summary: 'Retrieve an account',
      description:
        'Returns the account with its permissions, capabilities and limits. It can be used only while its `status` is `connected`.',
      access: 'key',
      permission: 'accounts:read',
      params,
      responses: { 200: { schema: accountShape, description: 'The account.' } },
      errors: ['account_not_found'],
      readAhead: ({ id }) => ({ statement: accountById, values: { id } }),
      run: async (ctx, scope, { params }) => ({
        status: 200,
        body: await getAccount(ctx, scope, params.id),
      }),
    }),
    route({
      method: 'get',
      path: '/v1/accounts/{id}/health',
      operationId: 'getAccountHealth',
      tag,
      summary: 'Retrieve account health',
      description:
        'Returns the problems of the account, each with the action that solves it. The response comes from stored data; the platform is not called.',
      access: 'key',
      permission: 'accounts:read',
      params,
      responses: { 200: { schema: accountHealthShape, description: 'The health.' } },
      errors: ['account_not_found'],
      run: async (ctx, scope, { params }) => ({
        status: 200,
        body: await readHealth(ctx, scope, params.id),
      }),
    }),
    route({
      method: 'delete',
      path: '/v1/accounts/{id}',
      operationId: 'disconnectAccount',
      tag,
      summary: 'Disconnect an account',
      description:
        'Deletes the tokens of the account and sends `account.disconnected`. If the same account is connected again in the same profile, it keeps its ID.',
      access: 'key',
      permission: 'accounts:write',
      params,
      query: z.strictObject({
        force: z.enum(['true', 'false']).optional().meta({
          description:
            '`true` cancels the posts that are waiting to be published on the account. Without it, such posts are an error.',
        }),
      }),
      responses: { 200: { schema: accountShape, description: 'The disconnected account.' } },
      errors: ['account_not_found', 'account_has_scheduled_posts'],
      run: async (ctx, scope, { params, query, recordAudit }) => {
        const options = { isForced: query.force === 'true', cancelScheduledPosts, recordAudit }
        return { status: 200, body: await disconnectAccount(ctx, scope, params.id, options) }
      },
    }),
    route({
      method: 'post',
      path: '/v1/accounts/{id}/move',
      operationId: 'moveAccount',
      atomic: true,
      tag,
      summary: 'Move an account to another profile',
      description:
        'Comments and insights move with the account. Posts that already exist stay in the old profile.',
      access: 'owner',
      permission: 'accounts:write',
      params,
      body: accountMove,
      responses: { 200: { schema: accountShape, description: 'The moved account.' } },
      errors: [
        'account_not_found',
        'profile_not_found',
        'profile_conflict',
        'account_has_scheduled_posts',
        'limit_reached',
      ],
      run: async (ctx, scope, { params, body }) => ({
        status: 200,
        body: await moveAccount(ctx, scope, params.id, body.profile_id, moveRelated),
      }),
    }),
  ]
}
