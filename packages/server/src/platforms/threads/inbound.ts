import { z } from 'zod'
import type { InboundAbility, InboundEvent } from '../inbound.ts'
import { platformId } from '../json.ts'
import { readSignedRequest } from '../meta/signed-request.ts'
import { answerHandshake, readSignedBody, signingSecrets, toArray } from '../meta/webhook.ts'
import type { PlatformSetup } from '../platform.ts'
import { reply } from './api-comments.ts'
import { commentOf } from './comments.ts'

/** threads.md §6.1: `values` is shown as one object; a list is taken too. */
const delivery = z.object({ values: z.unknown() })
const change = z.discriminatedUnion('field', [
  z.object({
    field: z.literal('replies'),
    value: reply.extend({
      root_post: z.object({
        id: platformId,
        owner_id: platformId,
        username: z.string().nullish(),
      }),
    }),
  }),
  z.object({
    field: z.literal('delete'),
    value: z.object({ id: platformId, owner: z.object({ owner_id: platformId }) }),
  }),
])
type Change = z.infer<typeof change>

/** What Threads sends by itself; its subscriptions are the app's (threads.md §6). */
export function threadsInbound({ app }: PlatformSetup): InboundAbility {
  return {
    handshake: answerHandshake,

    readEvents: (request) => {
      const read = readSignedBody(request, signingSecrets(app))
      return read && toArray(read.body).flatMap(eventsOf)
    },

    readSignedRequest: (signedRequest) => readSignedRequest(signedRequest, signingSecrets(app)),
  }
}

function eventsOf(item: unknown): InboundEvent[] {
  const read = delivery.safeParse(item)
  if (!read.success) return []
  return toArray(read.data.values).flatMap((value) => {
    const known = change.safeParse(value)
    return known.success ? [eventOf(known.data)] : []
  })
}

/** Whose thread it is, is told; without that name own replies cannot be told from others'. */
function eventOf({ field, value }: Change): InboundEvent {
  if (field === 'delete') {
    const platformAccountId = value.owner.owner_id
    return { type: 'comment_deleted', platformAccountId, platformCommentId: value.id }
  }
  const { id, owner_id, username } = value.root_post
  return {
    type: 'comment',
    platformAccountId: owner_id,
    platformPostId: id,
    comment: username ? commentOf(value, id, username) : null,
  }
}
