import { z } from 'zod'
import { limits } from '../../core/limits.ts'
import { route } from '../../http/route.ts'
import { eventShape, eventTypes } from '../../schemas/event.ts'
import { exampleUuids } from '../../schemas/examples.ts'
import { anyOf } from '../../schemas/fields.ts'
import { liveChangeShape } from '../../schemas/live.ts'
import { streamEvents } from './event-stream.ts'
import { openStream } from './stream.ts'
import { openCounted } from './streams.ts'

export const liveRoutes = [
  route({
    method: 'get',
    path: '/v1/live',
    operationId: 'listenLive',
    tag: 'Live',
    summary: 'Stream changes',
    description: `Streams server-sent events for the dashboard: \`event: change\` names the resources that may have changed and their profile. Retrieve these resources again. Events can be lost, so also refresh from time to time. The stream ends with the session. Each member can have ${limits.live.streamsPerMember} open streams.`,
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
      body: openCounted(ctx, scope, (options) => openStream(ctx, scope, options)),
      headers: { 'x-accel-buffering': 'no' },
    }),
  }),
  route({
    method: 'get',
    path: '/v1/events/stream',
    operationId: 'streamEvents',
    tag: 'Webhooks',
    summary: 'Stream events',
    description: `Streams events as they happen, as server-sent events, for developing without a public URL: \`postern listen\` signs them and sends them to your machine. Each \`event: event\` has an event as \`data\` and its ID as \`id\`; \`event: cursor\` comes at the start and every 15 seconds. After a disconnect, send the last \`id\` of either as \`after\`. An event can arrive more than once, and up to 30 seconds late. With a profile key or the \`Service-Profile\` header, only the events of that profile. Each key or member can have ${limits.live.streamsPerMember} open streams.`,
    access: 'key',
    permission: 'webhooks:read',
    query: z.strictObject({
      event_type: anyOf(eventTypes, 'events of these types').optional(),
      after: z
        .uuid()
        .optional()
        .meta({
          description: `Starts after this event, or the \`id\` of a cursor, of the last ${limits.eventStream.resumeHoursMax} hours. Default: from now on.`,
          examples: [exampleUuids.event],
        }),
    }),
    responses: {
      200: {
        schema: eventShape,
        description: 'A stream that stays open.',
        contentType: 'text/event-stream',
      },
    },
    errors: [],
    run: async (ctx, scope, { query }) => ({
      status: 200,
      body: streamEvents(ctx, scope, query),
      headers: { 'x-accel-buffering': 'no' },
    }),
  }),
]
