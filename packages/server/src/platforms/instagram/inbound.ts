import { z } from 'zod'
import { platformUrl } from '../call.ts'
import type { PlatformComment } from '../comments.ts'
import type { InboundAbility, InboundEvent } from '../inbound.ts'
import { platformId } from '../json.ts'
import { askGraph } from '../meta/graph.ts'
import { graphDone } from '../meta/graph-lists.ts'
import { answerHub, readHub, signingSecrets } from '../meta/hub.ts'
import { readSignedRequest } from '../meta/signed-request.ts'
import type { PlatformSetup } from '../platform.ts'

/** instagram.md §6: changes stand in a list, or the entry itself is the change. */
const delivery = z.object({
  object: z.literal('instagram'),
  entry: z.array(
    z.object({
      id: platformId,
      time: z.number().positive(),
      changes: z.array(z.unknown()).nullish(),
      field: z.string().nullish(),
      value: z.unknown().optional(),
    }),
  ),
})
type Entry = z.infer<typeof delivery>['entry'][number]

/** A mention in another account's media has no `media` here and is left out (§6). */
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
type Commented = z.infer<typeof change>['value']

/** What Instagram sends by itself (instagram.md §6). */
export function instagramInbound({ app, call }: PlatformSetup): InboundAbility {
  return {
    handshake: answerHub,

    readEvents: (request) => {
      const read = readHub(request, signingSecrets(app))
      if (!read) return null
      const known = delivery.safeParse(read.body)
      return known.success ? known.data.entry.flatMap(eventsOf) : []
    },

    /** By the account's own id: `me` was refused to some (§6). */
    subscribe: async ({ access, platformAccountId }) => {
      const url = platformUrl(app.bases.api, `/v25.0/${platformAccountId}/subscribed_apps`)
      const headers = { authorization: `Bearer ${access}` }
      const form = { subscribed_fields: 'comments' }
      await askGraph(call, { method: 'POST', url, headers, form }, graphDone)
    },

    readSignedRequest: (signedRequest) => readSignedRequest(signedRequest, signingSecrets(app)),
  }
}

function eventsOf(entry: Entry): InboundEvent[] {
  const changes = entry.changes ?? [{ field: entry.field, value: entry.value }]
  return changes.flatMap((each) => {
    const known = change.safeParse(each)
    if (!known.success) return []
    const { value } = known.data
    const where = { platformAccountId: entry.id, platformPostId: value.media.id }
    return [{ type: 'comment', ...where, comment: commentOf(value, entry) }]
  })
}

/** The time is that of the entry, as the comment has none (§6). Without its author it is not whole. */
function commentOf(value: Commented, entry: Entry): PlatformComment | null {
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
