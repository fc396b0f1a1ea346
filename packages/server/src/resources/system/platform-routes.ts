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
    summary: 'List platforms',
    description:
      'Returns the limits, options, permissions, metrics and features of every platform, with labels in English and German. Use it to build a form for posts. Platforms that are not configured are listed too. The response is the same for every key.',
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
