import { type Route, route } from '../../http/route.ts'
import { systemShape } from '../../schemas/system.ts'
import { showSystem } from './system.ts'

export const systemRoutes = (version: string): Route[] => [
  route({
    method: 'get',
    path: '/v1/system',
    operationId: 'getSystem',
    tag: 'System',
    summary: 'Retrieve the system status',
    description:
      'Returns versions, processes, queued work, storage and configured platforms, with warnings about problems that need attention.',
    access: 'owner',
    permission: 'all',
    responses: { 200: { schema: systemShape, description: 'The status of the installation.' } },
    errors: [],
    run: async (ctx, scope) => ({ status: 200, body: await showSystem(ctx, scope, version) }),
  }),
]
