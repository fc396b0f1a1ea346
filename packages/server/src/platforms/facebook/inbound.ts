import { z } from 'zod'
import type { PlatformComment } from '../contract/comments.ts'
import type { InboundAbility, InboundEvent } from '../contract/inbound.ts'
import type { PlatformSetup } from '../contract/platform.ts'
import { graphClient } from '../meta/graph-client.ts'
import { graphSuccess } from '../meta/graph-lists.ts'
import { metaInbound } from '../meta/webhook.ts'
import { listOf, platformId, webUrl } from '../wire/json.ts'
import { facebookHost } from './api.ts'
import { parentCommentOf } from './comments.ts'

const webhookBody = z.object({
  object: z.literal('page'),
  entry: listOf(z.object({ id: platformId, changes: listOf(z.unknown()).nullish() })),
})

/** facebook.md §6: only comments, of all changes on a page. */
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
type CommentChange = z.infer<typeof change>['value']

/** Both spellings occur (facebook.md §6). */
const changedVerbs = new Set(['edit', 'edited', 'hide', 'unhide'])

/** Facebook's page webhooks (facebook.md §6). */
export function facebookInbound(setup: PlatformSetup): InboundAbility {
  return {
    /** A signed request identifies the person, so it applies to every page that they connected (facebook.md §6). */
    ...metaInbound(setup.app, (body) => {
      const parsed = webhookBody.safeParse(body)
      if (!parsed.success) return []
      return parsed.data.entry.flatMap(({ id, changes }) =>
        (changes ?? []).flatMap((each) => toEvents(id, each)),
      )
    }),

    /** Required for any webhook to arrive (facebook.md §6). */
    subscribe: async ({ access, platformAccountId }) => {
      const graph = graphClient(setup, facebookHost, access)
      const form = { subscribed_fields: 'feed' }
      await graph.write(`/${platformAccountId}/subscribed_apps`, form, graphSuccess)
    },
  }
}

function toEvents(page: string, item: unknown): InboundEvent[] {
  const parsed = change.safeParse(item)
  if (!parsed.success) return []
  const { value } = parsed.data
  const reference = { platformAccountId: page, platformPostId: value.post_id }
  if (value.verb === 'add')
    return [{ type: 'comment', ...reference, comment: toComment(page, value) }]
  // `comment: null` makes the caller read the changed comment.
  if (changedVerbs.has(value.verb)) return [{ type: 'comment', ...reference, comment: null }]
  if (value.verb !== 'remove') return []
  const platformCommentId = value.comment_id
  return [{ type: 'comment_deleted', platformAccountId: page, platformCommentId }]
}

function toComment(page: string, value: CommentChange): PlatformComment | null {
  if (!value.created_time) return null
  const isOwn = value.from?.id === page
  return {
    platformCommentId: value.comment_id,
    parentCommentId: parentCommentOf(value.post_id, value.parent_id),
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
