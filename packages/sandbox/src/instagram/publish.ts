import { DAY_MS } from '../core/clock.ts'
import type { Container } from '../core/content.ts'
import type { Sandbox } from '../core/sandbox.ts'
import type { GraphCall } from '../graph/call.ts'
import type { NodeKind } from '../graph/fields.ts'
import { showNode } from '../graph/nodes.ts'
import { type Session, selfSession } from '../graph/session.ts'
import { isLagging, statusOf } from '../publishing/containers.ts'
import { countSince, createChildren, createPost, postsOf } from '../publishing/posts.ts'
import { igParameter, mediaError } from './media-errors.ts'
import { noField } from './profile.ts'

/** Meta's guide says 100, its reference 50; the API returns 100 (instagram.md §3.5). */
const POSTS_PER_DAY = 100

const statusTexts: Record<string, string> = {
  IN_PROGRESS: 'In Progress: Media is still being processed.',
  FINISHED: 'Finished: Media has been uploaded and it is ready to be published.',
  PUBLISHED: 'Published: Media has been published.',
  EXPIRED: 'Expired: Media was not published within 24 hours.',
}

/** `status_code` and `status` of a container (instagram.md §3.2). */
export function containerKind(sandbox: Sandbox): NodeKind<Readonly<Container>> {
  return {
    defaults: ['id'],
    unknown: noField,
    fields: {
      id: (container) => container.id,
      status_code: (container) => statusOf(sandbox, container),
      status(container) {
        const status = statusOf(sandbox, container)
        if (status !== 'ERROR') return statusTexts[status]
        return `Error: Media upload has failed with error code ${container.error ?? '2207001'}`
      },
    },
  }
}

export function publishSession(call: GraphCall): Session {
  const permissions = ['instagram_business_basic', 'instagram_business_content_publish']
  return selfSession(call, call.pathParams.user!, ...permissions)
}

/** `POST /{user}/media_publish` (instagram.md §3.3). */
export function publishInstagram(call: GraphCall) {
  const session = publishSession(call)
  const { sandbox } = call
  const id = call.params.creation_id
  if (!id) throw igParameter('The parameter creation_id is required.')
  const container = sandbox.state.containers.get(id)
  if (container?.account_id !== session.account.id) throw mediaError('not_found')
  const status = statusOf(sandbox, container)
  if (status === 'EXPIRED') throw mediaError('expired')
  if (status !== 'FINISHED' || isLagging(sandbox, container)) throw mediaError('not_ready')
  if (usedToday(sandbox, session.account.id) >= POSTS_PER_DAY) throw mediaError('limit')
  const post = createPost(sandbox, {
    platform: 'instagram',
    account_id: session.account.id,
    ...publishedType(container),
    text: container.params.caption ?? '',
    media_ids: container.media_id ? [container.media_id] : [],
    facts: container.params,
  })
  const kinds = { image: 'IMAGE', video: 'VIDEO', product: 'FEED' }
  sandbox.state.posts.update(post.id, {
    child_ids: createChildren(sandbox, container, post.id, kinds),
  })
  sandbox.state.containers.update(container.id, { published_as: post.id })
  return { id: post.id }
}

/** The types of the published post; a reel is VIDEO/REELS (instagram.md §3.6). */
function publishedType(container: Readonly<Container>): {
  media_type: string
  product_type: string
} {
  const isVideo = container.params.video_url !== undefined
  if (container.media_type === 'CAROUSEL')
    return { media_type: 'CAROUSEL_ALBUM', product_type: 'FEED' }
  const media_type = isVideo ? 'VIDEO' : 'IMAGE'
  if (container.media_type === 'STORIES') return { media_type, product_type: 'STORY' }
  return { media_type, product_type: isVideo ? 'REELS' : 'FEED' }
}

function usedToday(sandbox: Sandbox, accountId: string): number {
  return countSince(postsOf(sandbox, accountId), sandbox.clock.ms() - DAY_MS)
}

/** `/{user}/content_publishing_limit` (instagram.md §3.5). */
export function contentPublishingLimit(call: GraphCall) {
  const session = publishSession(call)
  const used = usedToday(call.sandbox, session.account.id)
  return { data: [showNode(call, quotaKind, used)] }
}

const quotaKind: NodeKind<number> = {
  defaults: ['quota_usage'],
  unknown: noField,
  fields: {
    quota_usage: (used) => used,
    config: () => ({ quota_total: POSTS_PER_DAY, quota_duration: 86_400 }),
  },
}
