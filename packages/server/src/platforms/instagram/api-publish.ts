import { z } from 'zod'
import { PlatformError } from '../contract/errors.ts'
import type { PlatformSetup } from '../contract/platform.ts'
import {
  containerApi,
  containerState,
  listedPost,
  postsPerList,
  toGraphPost,
} from '../meta/container-api.ts'
import { graphClient } from '../meta/graph-client.ts'
import { graphSubcodeFailure } from '../meta/graph-errors.ts'
import type { ContainerState, GraphPost } from '../meta/graph-publish.ts'
import { listOf } from '../wire/json.ts'
import { instagramHost } from './api.ts'

/** instagram.md §3.2. */
const container = z.object({ status_code: z.string(), status: z.string().nullish() })

/** instagram.md §3.6. */
const mediaList = z.object({
  data: listOf(
    listedPost.extend({
      caption: z.string().nullish(),
      media_product_type: z.string().nullish(),
    }),
  ),
})

export type InstagramPublishApi = ReturnType<typeof instagramPublishApi>

/** The calls to graph.instagram.com that publish (instagram.md §3). */
export function instagramPublishApi(setup: PlatformSetup, access: string) {
  const graph = graphClient(setup, instagramHost, access)
  return {
    ...containerApi(graph, { containers: '/me/media', quota: '/me/content_publishing_limit' }),

    /** instagram.md §3.2. */
    readState: async (id: string): Promise<ContainerState> => {
      const fields = 'id,status_code,status'
      const { status_code, status } = await graph.read(`/${id}`, { fields }, container)
      return containerState(status_code, () => containerFailure(status ?? ''))
    },

    /** instagram.md §3.6. Stories have a separate list. */
    listPosts: async (edge: 'media' | 'stories'): Promise<GraphPost[]> => {
      const fields = 'id,caption,media_type,media_product_type,permalink,timestamp'
      const { data } = await graph.read(`/me/${edge}`, { fields, limit: postsPerList }, mediaList)
      return data.map((post) => {
        const kind = `${post.media_type ?? ''}/${post.media_product_type ?? ''}`
        return toGraphPost(post, post.caption, kind)
      })
    },

    /** instagram.md §4.2. Without `fields`: with it, Instagram writes the comment but returns an error. */
    comment: (id: string, message: string): Promise<string> =>
      graph.create(`/${id}/comments`, { message }),
  }
}

/** The status text contains the subcode (instagram.md §3.2); without one the file is invalid. */
function containerFailure(statusText: string): PlatformError {
  const subcode = /\b22\d{5}\b/.exec(statusText)?.[0]
  const platformMessage = 'Instagram could not process the media.'
  if (!subcode) return new PlatformError('rejected', { platformMessage, reason: 'media_invalid' })
  return graphSubcodeFailure(Number(subcode), platformMessage)
}
