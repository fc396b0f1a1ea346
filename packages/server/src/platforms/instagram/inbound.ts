import { z } from 'zod'
import type { PlatformComment } from '../contract/comments.ts'
import type { InboundAbility, InboundEvent } from '../contract/inbound.ts'
import type { PlatformSetup } from '../contract/platform.ts'
import { graphClient } from '../meta/graph-client.ts'
import { graphSuccess } from '../meta/graph-lists.ts'
import { metaInbound } from '../meta/webhook.ts'
import { listOf, platformId } from '../wire/json.ts'
import { instagramHost } from './api.ts'

/** instagram.md §6: changes are in `changes`, or the entry itself is the change. */
const webhookBody = z.object({
  object: z.literal('instagram'),
  entry: listOf(
    z.object({
      id: platformId,
      time: z.number().positive(),
      changes: listOf(z.unknown()).nullish(),
      field: z.string().nullish(),
      value: z.unknown().optional(),
    }),
  ),
})
type Entry = z.infer<typeof webhookBody>['entry'][number]

/**
 * Requires `media`, which mentions in other accounts' media lack, so those are ignored
 * (instagram.md §6).
 */
const change = z.object({
  field: z.literal('comments'),
  value: z.object({
    id: platformId,
    from: z.object({ id: platformId, username: z.string().nullish() }).nullish(),
    text: z.string().nullish(),
    media: z.object({ id: platformId }),
    parent_id: platformId.nullish(),
  }),
})
type CommentChange = z.infer<typeof change>['value']

/** Instagram's webhooks (instagram.md §6). */
export function instagramInbound(setup: PlatformSetup): InboundAbility {
  return {
    ...metaInbound(setup.app, (body) => {
      const parsed = webhookBody.safeParse(body)
      return parsed.success ? parsed.data.entry.flatMap(toEvents) : []
    }),

    /** Uses the account's id, as some reported that `me` is refused (instagram.md §6). */
    subscribe: async ({ access, platformAccountId }) => {
      const graph = graphClient(setup, instagramHost, access)
      const form = { subscribed_fields: 'comments' }
      await graph.write(`/${platformAccountId}/subscribed_apps`, form, graphSuccess)
    },
  }
}

function toEvents(entry: Entry): InboundEvent[] {
  const changes = entry.changes ?? [{ field: entry.field, value: entry.value }]
  return changes.flatMap((each) => {
    const parsed = change.safeParse(each)
    if (!parsed.success) return []
    const { value } = parsed.data
    const reference = { platformAccountId: entry.id, platformPostId: value.media.id }
    return [{ type: 'comment', ...reference, comment: toComment(value, entry) }]
  })
}

/**
 * `null` without author or text. The comment has no timestamp, so the entry's is used
 * (instagram.md §6).
 */
function toComment(value: CommentChange, entry: Entry): PlatformComment | null {
  if (!value.from || typeof value.text !== 'string') return null
  const isOwn = value.from.id === entry.id
  return {
    platformCommentId: value.id,
    parentCommentId: value.parent_id ?? null,
    platformPostId: value.media.id,
    authorUsername: value.from.username || null,
    authorName: null,
    text: value.text,
    permalink: null,
    likeCount: null,
    hidden: false,
    isOwn,
    canReply: true,
    canHide: !isOwn,
    commentedAt: new Date(entry.time * 1_000),
  }
}
