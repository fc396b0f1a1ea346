import { limits } from '../../core/limits.ts'
import { route } from '../../http/route.ts'
import { liveChangeShape } from '../../schemas/live.ts'
import { openMemberStream } from './streams.ts'

export const liveRoutes = [
  route({
    method: 'get',
    path: '/v1/live',
    operationId: 'listenLive',
    tag: 'Live',
    summary: 'Be told when something changes',
    description: `Server-sent events for the dashboard: \`event: change\` with the topics that may have changed and the profile. It says that, not what: read the lists again. A notice may be lost, so read by yourself now and then. The stream ends with the session; ${limits.live.streamsPerMember} may be open for each member.`,
    access: 'member',
    permission: null,
    responses: {
      200: {
        schema: liveChangeShape,
        description: 'A stream that does not end by itself.',
        contentType: 'text/event-stream',
      },
    },
    errors: [],
    run: async (ctx, scope) => ({
      status: 200,
      body: openMemberStream(ctx, scope),
      headers: { 'x-accel-buffering': 'no' },
    }),
  }),
]
