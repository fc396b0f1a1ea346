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
    summary: 'Stream changes',
    description: `Streams server-sent events for the dashboard: \`event: change\` names the resources that may have changed and their profile. Read these resources again. Events can be lost, so also refresh from time to time. The stream ends with the session. Each member can have ${limits.live.streamsPerMember} open streams.`,
    access: 'member',
    permission: null,
    responses: {
      200: {
        schema: liveChangeShape,
        description: 'A stream that stays open.',
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
