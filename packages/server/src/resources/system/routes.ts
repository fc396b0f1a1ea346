import { type Route, route } from '../../http/route.ts'
import { systemShape } from '../../schemas/system.ts'
import { showSystem } from './system.ts'

export const systemRoutes = (version: string): Route[] => [
  route({
    method: 'get',
    path: '/v1/system',
    operationId: 'getSystem',
    tag: 'System',
    summary: 'What runs, what waits and what is used',
    description:
      'Versions, processes, waiting work, storage and configured platforms, with warnings about what needs attention.',
    access: 'owner',
    permission: 'all',
    responses: { 200: { schema: systemShape, description: 'The state of the installation.' } },
    errors: [],
    run: async (ctx, scope) => ({ status: 200, body: await showSystem(ctx, scope, version) }),
  }),
]
