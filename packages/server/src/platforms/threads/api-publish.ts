import { z } from 'zod'
import { limits } from '../../core/limits.ts'
import { PlatformError } from '../contract/errors.ts'
import type { PlatformSetup } from '../contract/platform.ts'
import type { PublishReason } from '../contract/publish.ts'
import { callGraph } from '../meta/graph.ts'
import { graphSuccess } from '../meta/graph-lists.ts'
import type { ContainerState, GraphForm, GraphPost } from '../meta/graph-publish.ts'
import { platformUrl } from '../wire/call.ts'
import { listOf, platformId, webUrl } from '../wire/json.ts'

/** Threads may respond only after it has fetched the file. */
const fetchDeadlineMs = limits.platform.uploadDeadlineMs
const postsPerList = '50'
const created = z.object({ id: platformId })

/** threads.md §3.2; an unknown status counts as in progress. */
const container = z.object({ status: z.string(), error_message: z.string().nullish() })

/** threads.md §3.6. */
const limit = z.object({
  data: listOf(
    z.object({
      quota_usage: z.number().nullish(),
      config: z.object({ quota_total: z.number().nullish() }).nullish(),
    }),
  ),
})

/** threads.md §3.7. */
const posts = z.object({
  data: listOf(
    z.object({
      id: platformId,
      text: z.string().nullish(),
      media_type: z.string().nullish(),
      permalink: webUrl,
      timestamp: z.string().nullish(),
    }),
  ),
})
const link = z.object({ permalink: webUrl })

/** The calls to graph.threads.com that publish (threads.md §3). */
export function threadsPublishApi({ app, call }: PlatformSetup, access: string) {
  const headers = { authorization: `Bearer ${access}` }
  const at = (path: string, params: Record<string, string> = {}) =>
    platformUrl(app.bases.api, `/v1.0${path}`, params)
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
    /** §3.1; with `auto_publish_text` it returns the id of the published post. */
    createContainer: (form: GraphForm): Promise<string> =>
      write('/me/threads', form, fetchDeadlineMs),

    /** §3.2. */
    readContainer: async (id: string): Promise<ContainerState> => {
      const response = await read(`/${id}`, { fields: 'id,status,error_message' }, container)
      return containerState(response.status, response.error_message ?? null)
    },

    /** §3.3. */
    publish: (id: string): Promise<string> => write('/me/threads_publish', { creation_id: id }),

    /** §3.6. */
    readQuota: async (): Promise<{ used: number; total: number } | null> => {
      const fields = 'quota_usage,config'
      const { data } = await read('/me/threads_publishing_limit', { fields }, limit)
      const used = data[0]?.quota_usage
      const total = data[0]?.config?.quota_total
      return typeof used === 'number' && typeof total === 'number' ? { used, total } : null
    },

    /** §3.7. */
    listPosts: async (since: Date): Promise<GraphPost[]> => {
      const { data } = await read(
        '/me/threads',
        {
          fields: 'id,text,media_type,permalink,timestamp',
          since: `${Math.floor(since.getTime() / 1_000)}`,
          limit: postsPerList,
        },
        posts,
      )
      return data.map((post) => ({
        id: post.id,
        text: post.text ?? '',
        kind: post.media_type ?? '',
        publishedAt: new Date(post.timestamp ?? Number.NaN),
        permalink: post.permalink || null,
      }))
    },

    /** §3.5. */
    readPermalink: async (id: string): Promise<string | null> =>
      (await read(`/${id}`, { fields: 'id,permalink' }, link)).permalink || null,

    /** §3.5; at most 100 a day (§3.6). */
    deletePost: async (id: string): Promise<void> => {
      await callGraph(call, { method: 'DELETE', url: at(`/${id}`), headers }, graphSuccess)
    },
  }
}

function containerState(status: string, message: string | null): ContainerState {
  switch (status) {
    case 'FINISHED':
      return { status: 'finished' }
    case 'PUBLISHED':
      return { status: 'published' }
    case 'EXPIRED':
      return { status: 'expired' }
    case 'ERROR':
      return { status: 'error', failure: containerFailure(message) }
    default:
      return { status: 'in_progress' }
  }
}

/** Every code of §3.2 except the failed download means an invalid file, at least the second time. */
function containerFailure(message: string | null): PlatformError {
  const reason: PublishReason =
    message === 'FAILED_DOWNLOADING_VIDEO' ? 'media_unreachable' : 'media_invalid'
  const code = message && /^[A-Z_]{1,64}$/.test(message) ? message : 'UNKNOWN'
  return new PlatformError('rejected', {
    platformCode: code,
    platformMessage: `Threads could not process the media: ${code}`,
    reason,
  })
}
