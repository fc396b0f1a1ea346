import { z } from 'zod'
import type { InboundAbility, InboundEvent } from '../contract/inbound.ts'
import type { PlatformSetup } from '../contract/platform.ts'
import { metaInbound, toArray } from '../meta/webhook.ts'
import { platformId } from '../wire/json.ts'
import { reply } from './api-comments.ts'
import { toComment } from './comments.ts'

/** threads.md §6.1: `values` is documented as one object; an array is accepted too. */
const webhookBody = z.object({ values: z.unknown() })
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

/** Threads' webhooks; subscriptions belong to the app, not to accounts (threads.md §6). */
export function threadsInbound({ app }: PlatformSetup): InboundAbility {
  return metaInbound(app, (body) => toArray(body).flatMap(toEvents))
}

function toEvents(item: unknown): InboundEvent[] {
  const parsedBody = webhookBody.safeParse(item)
  if (!parsedBody.success) return []
  return toArray(parsedBody.data.values).flatMap((value) => {
    const parsed = change.safeParse(value)
    return parsed.success ? [toEvent(parsed.data)] : []
  })
}

/** `comment` is `null` without the owner's username, which is needed to recognize own replies. */
function toEvent({ field, value }: Change): InboundEvent {
  if (field === 'delete') {
    const platformAccountId = value.owner.owner_id
    return { type: 'comment_deleted', platformAccountId, platformCommentId: value.id }
  }
  const { id, owner_id, username } = value.root_post
  return {
    type: 'comment',
    platformAccountId: owner_id,
    platformPostId: id,
    comment: username ? toComment(value, id, username) : null,
  }
}
