import { z } from 'zod'
import { platformUrl } from '../call.ts'
import type { PlatformComment } from '../comments.ts'
import type { InboundAbility, InboundEvent } from '../inbound.ts'
import { platformId, webUrl } from '../json.ts'
import { askGraph } from '../meta/graph.ts'
import { graphDone } from '../meta/graph-lists.ts'
import { answerHub, readHub, signingSecrets } from '../meta/hub.ts'
import { readSignedRequest } from '../meta/signed-request.ts'
import type { PlatformSetup } from '../platform.ts'
import { version } from './api.ts'
import { parentUnder } from './comments.ts'

const delivery = z.object({
  object: z.literal('page'),
  entry: z.array(z.object({ id: platformId, changes: z.array(z.unknown()).nullish() })),
})

/** facebook-pages.md §6: of all that happens on a page, comments alone. */
const change = z.object({
  field: z.literal('feed'),
  value: z.object({
    item: z.literal('comment'),
    verb: z.string(),
    comment_id: platformId,
    post_id: platformId,
    parent_id: platformId.nullish(),
    from: z.object({ id: platformId, name: z.string().nullish() }).nullish(),
    message: z.string().nullish(),
    created_time: z.number().positive().nullish(),
    permalink_url: webUrl,
  }),
})
type Commented = z.infer<typeof change>['value']

/** Both spellings occur (facebook-pages.md §6). */
const changedVerbs = new Set(['edit', 'edited', 'hide', 'unhide'])

/** What Facebook sends of a page by itself (facebook-pages.md §6). */
export function facebookInbound({ app, call }: PlatformSetup): InboundAbility {
  return {
    handshake: answerHub,

    readEvents: (request) => {
      const read = readHub(request, signingSecrets(app))
      if (!read) return null
      const known = delivery.safeParse(read.body)
      if (!known.success) return []
      return known.data.entry.flatMap(({ id, changes }) =>
        (changes ?? []).flatMap((each) => eventsOf(id, each)),
      )
    },

    /** Without it nothing arrives (§6). */
    subscribe: async ({ access, platformAccountId }) => {
      const url = platformUrl(app.bases.api, `${version}/${platformAccountId}/subscribed_apps`)
      const form = { subscribed_fields: 'feed', access_token: access }
      await askGraph(call, { method: 'POST', url, form }, graphDone)
    },

    /** The person, not the page: every page that they connected is meant (§6). */
    readSignedRequest: (signedRequest) => readSignedRequest(signedRequest, signingSecrets(app)),
  }
}

function eventsOf(page: string, item: unknown): InboundEvent[] {
  const known = change.safeParse(item)
  if (!known.success) return []
  const { value } = known.data
  const where = { platformAccountId: page, platformPostId: value.post_id }
  if (value.verb === 'add') return [{ type: 'comment', ...where, comment: commentOf(page, value) }]
  // What is known already is read anew.
  if (changedVerbs.has(value.verb)) return [{ type: 'comment', ...where, comment: null }]
  if (value.verb !== 'remove') return []
  const platformCommentId = value.comment_id
  return [{ type: 'comment_deleted', platformAccountId: page, platformCommentId }]
}

function commentOf(page: string, value: Commented): PlatformComment | null {
  if (!value.created_time) return null
  const isOwn = value.from?.id === page
  return {
    platformCommentId: value.comment_id,
    parentCommentId: parentUnder(value.post_id, value.parent_id),
    platformPostId: value.post_id,
    authorUsername: null,
    authorName: value.from?.name || null,
    text: value.message ?? '',
    permalink: value.permalink_url || null,
    likeCount: null,
    hidden: false,
    isOwn,
    canReply: true,
    canHide: !isOwn,
    commentedAt: new Date(value.created_time * 1_000),
  }
}
