import { z } from 'zod'
import { listQuery } from '../../http/list.ts'
import { type Route, route } from '../../http/route.ts'
import { listOf } from '../../schemas/fields.ts'
import { platformShape } from '../../schemas/platform.ts'
import { listPlatforms } from './platforms.ts'

export const platformRoutes: Route[] = [
  route({
    method: 'get',
    path: '/v1/platforms',
    operationId: 'listPlatforms',
    tag: 'Platforms',
    summary: 'List the platforms, with what each takes and offers',
    description:
      'Limits, options with their choices, permissions, metrics and abilities of every platform, with labels in English and German, so that a form for posts can be made from it. Platforms that are not configured here are listed, too. It is the same for every key.',
    access: 'key',
    permission: null,
    query: z.strictObject(listQuery),
    responses: { 200: { schema: listOf(platformShape), description: 'A page of platforms.' } },
    errors: [],
    run: async (ctx, scope, { query }) => ({
      status: 200,
      body: await listPlatforms(ctx, scope, query),
    }),
  }),
]
