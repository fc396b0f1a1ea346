import { z } from 'zod'
import { limits } from '../../core/limits.ts'
import { PlatformError } from '../contract/errors.ts'
import type { PlatformSetup } from '../contract/platform.ts'
import { callGraph } from '../meta/graph.ts'
import { graphSubcodeFailure } from '../meta/graph-errors.ts'
import type { ContainerState, GraphForm, GraphPost } from '../meta/graph-publish.ts'
import { platformUrl } from '../wire/call.ts'
import { listOf, platformId, webUrl } from '../wire/json.ts'

/** Instagram may respond only after it has fetched the file. */
const fetchDeadlineMs = limits.platform.uploadDeadlineMs
const postsPerList = '50'
const created = z.object({ id: platformId })

/** instagram.md §3.2; an unknown status counts as in progress. */
const container = z.object({ status_code: z.string(), status: z.string().nullish() })

/** instagram.md §3.5. */
const limit = z.object({
  data: listOf(
    z.object({
      quota_usage: z.number().nullish(),
      config: z.object({ quota_total: z.number().nullish() }).nullish(),
    }),
  ),
})

/** instagram.md §3.6. */
const mediaList = z.object({
  data: listOf(
    z.object({
      id: platformId,
      caption: z.string().nullish(),
      media_type: z.string().nullish(),
      media_product_type: z.string().nullish(),
      permalink: webUrl,
      timestamp: z.string().nullish(),
    }),
  ),
})
const link = z.object({ permalink: webUrl })

export type InstagramPublishApi = ReturnType<typeof instagramPublishApi>

/** The calls to graph.instagram.com that publish (instagram.md §3). */
export function instagramPublishApi({ app, call }: PlatformSetup, access: string) {
  const headers = { authorization: `Bearer ${access}` }
  const at = (path: string, params: Record<string, string> = {}) =>
    platformUrl(app.bases.api, `/v25.0${path}`, params)
  const read = <T>(path: string, params: Record<string, string>, shape: z.ZodType<T>) =>
    callGraph(call, { method: 'GET', url: at(path, params), headers }, shape)
  const write = async (
    path: string,
    form: GraphForm,
    deadlineMs: number = limits.platform.deadlineMs,
  ): Promise<string> => {
    const request = { method: 'POST', url: at(path), headers, form, deadlineMs } as const
    return (await callGraph(call, request, created)).id
  }

  return {
    /** §3.1. */
    createContainer: (form: GraphForm): Promise<string> =>
      write('/me/media', form, fetchDeadlineMs),

    /** §3.2. */
    readContainer: async (id: string): Promise<ContainerState> => {
      const response = await read(`/${id}`, { fields: 'id,status_code,status' }, container)
      return containerState(response.status_code, response.status ?? '')
    },

    /** §3.3. */
    publish: (id: string): Promise<string> => write('/me/media_publish', { creation_id: id }),

    /** §3.5. */
    readQuota: async (): Promise<{ used: number; total: number } | null> => {
      const fields = 'quota_usage,config'
      const { data } = await read('/me/content_publishing_limit', { fields }, limit)
      const used = data[0]?.quota_usage
      const total = data[0]?.config?.quota_total
      return typeof used === 'number' && typeof total === 'number' ? { used, total } : null
    },

    /** §3.6. Stories have a separate list. */
    listPosts: async (edge: 'media' | 'stories'): Promise<GraphPost[]> => {
      const fields = 'id,caption,media_type,media_product_type,permalink,timestamp'
      const { data } = await read(`/me/${edge}`, { fields, limit: postsPerList }, mediaList)
      return data.map((post) => ({
        id: post.id,
        text: post.caption ?? '',
        kind: `${post.media_type ?? ''}/${post.media_product_type ?? ''}`,
        publishedAt: new Date(post.timestamp ?? Number.NaN),
        permalink: post.permalink || null,
      }))
    },

    /** §3.4. */
    readPermalink: async (id: string): Promise<string | null> =>
      (await read(`/${id}`, { fields: 'id,permalink' }, link)).permalink || null,

    /** §4.2. Without `fields`: with it, Instagram writes the comment but returns an error. */
    comment: (id: string, message: string): Promise<string> =>
      write(`/${id}/comments`, { message }),
  }
}

function containerState(status: string, statusText: string): ContainerState {
  switch (status) {
    case 'FINISHED':
      return { status: 'finished' }
    case 'PUBLISHED':
      return { status: 'published' }
    case 'EXPIRED':
      return { status: 'expired' }
    case 'ERROR':
      return { status: 'error', failure: containerFailure(statusText) }
    default:
      return { status: 'in_progress' }
  }
}

/** The status text contains the subcode (§3.2); without one the file is invalid. */
function containerFailure(statusText: string): PlatformError {
  const subcode = /\b22\d{5}\b/.exec(statusText)?.[0]
  const platformMessage = 'Instagram could not process the media.'
  if (!subcode) return new PlatformError('rejected', { platformMessage, reason: 'media_invalid' })
  return graphSubcodeFailure(Number(subcode), platformMessage)
}
