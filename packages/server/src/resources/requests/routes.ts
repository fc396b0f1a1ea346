import { z } from 'zod'
import { limits } from '../../core/limits.ts'
import { listQuery } from '../../http/list.ts'
import { route } from '../../http/route.ts'
import { apiRequestShape, requestFilters } from '../../schemas/api-request.ts'
import { idOf, listOf } from '../../schemas/fields.ts'
import { getRequest, listRequests } from './requests.ts'

const tag = 'Requests'
const { keptDays } = limits.requestLog

export const requestRoutes = [
  route({
    method: 'get',
    path: '/v1/requests',
    operationId: 'listApiRequests',
    tag,
    summary: 'List API requests',
    description: `Returns the requests of the last ${keptDays} days that were made with API keys, newest first, about a second after their response. With the \`Service-Profile\` header, only those in that profile. A profile key and staff see the requests of profile keys only. Bodies, headers and queries are not stored. Requests with an unknown key or path are not listed. If a key exceeds its rate limit, one rejected request per second is listed. Under heavy load, other requests can be missing too.`,
    access: 'key',
    permission: 'all',
    query: z.strictObject({ ...listQuery, ...requestFilters }),
    responses: { 200: { schema: listOf(apiRequestShape), description: 'A page of requests.' } },
    errors: [],
    run: async (ctx, scope, { query }) => ({
      status: 200,
      body: await listRequests(ctx, scope, query),
    }),
  }),
  route({
    method: 'get',
    path: '/v1/requests/{id}',
    operationId: 'getApiRequest',
    tag,
    summary: 'Retrieve an API request',
    description: `Returns a request of the last ${keptDays} days. Its ID is the \`X-Request-Id\` of its response and the \`request_id\` of its error. If the request came with its own \`X-Request-Id\`, find it with \`GET /v1/requests?request_id=\`.`,
    access: 'key',
    permission: 'all',
    params: z.strictObject({ id: idOf('request') }),
    responses: { 200: { schema: apiRequestShape, description: 'The request.' } },
    errors: ['api_request_not_found'],
    run: async (ctx, scope, { params }) => ({
      status: 200,
      body: await getRequest(ctx, scope, params.id),
    }),
  }),
]
