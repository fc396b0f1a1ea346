import { type Route, route } from '../../http/route.ts'
import { overviewShape } from '../../schemas/overview.ts'
import { readOverview } from './overview.ts'

export const overviewRoutes: Route[] = [
  route({
    method: 'get',
    path: '/v1/overview',
    operationId: 'getOverview',
    tag: 'Profiles',
    summary: 'Retrieve the overview',
    description:
      'Returns in one response what a start page shows: the numbers of the week, the profiles that need attention, expired accounts, failed posts, the next posts, the newest unanswered comment and the webhook endpoints. It covers all profiles that the caller can see or the profile of the key or the `Service-Profile` header. Each part is the beginning of a list, which has the rest.',
    access: 'key',
    permission: 'insights:read',
    responses: { 200: { schema: overviewShape, description: 'The overview.' } },
    errors: [],
    run: async (ctx, scope) => ({ status: 200, body: await readOverview(ctx, scope) }),
  }),
]
