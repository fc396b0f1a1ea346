import { z } from 'zod'
import { limits } from '../../core/limits.ts'
import type { PlatformError } from '../contract/errors.ts'
import { listOf, platformId, webUrl } from '../wire/json.ts'
import type { GraphClient, GraphForm } from './graph-client.ts'
import type { ContainerState, GraphPost, Quota } from './graph-publish.ts'

/** The platform may respond only after it has fetched the file. */
const fetchDeadlineMs = limits.platform.uploadDeadlineMs
export const postsPerList = '50'

/** threads.md §3.6, instagram.md §3.5. */
const usage = z.number().nullish()
const config = z.object({ quota_total: usage }).nullish()
const limit = z.object({
  data: listOf(
    z.object({
      quota_usage: usage,
      config,
      reply_quota_usage: usage,
      reply_config: config,
    }),
  ),
})
const link = z.object({ permalink: webUrl })

/** The fields of a listed post that both networks have (threads.md §3.7, instagram.md §3.6). */
export const listedPost = z.object({
  id: platformId,
  media_type: z.string().nullish(),
  permalink: webUrl,
  timestamp: z.string().nullish(),
})

/** The calls that are the same on Threads and Instagram (threads.md §3, instagram.md §3). */
export function containerApi(graph: GraphClient, edges: { containers: string; quota: string }) {
  return {
    create: (form: GraphForm): Promise<string> =>
      graph.create(edges.containers, form, fetchDeadlineMs),

    publish: (container: string): Promise<string> =>
      graph.create(`${edges.containers}_publish`, { creation_id: container }),

    readQuota: async (): Promise<Quota | null> => {
      const { data } = await graph.read(edges.quota, { fields: 'quota_usage,config' }, limit)
      return toQuota('posts', data[0]?.quota_usage, data[0]?.config)
    },

    /** Replies have a quota of their own, on Threads only (threads.md §3.6). */
    readReplyQuota: async (): Promise<Quota | null> => {
      const fields = 'reply_quota_usage,reply_config'
      const { data } = await graph.read(edges.quota, { fields }, limit)
      return toQuota('replies', data[0]?.reply_quota_usage, data[0]?.reply_config)
    },

    readPermalink: async (post: string): Promise<string | null> =>
      (await graph.read(`/${post}`, { fields: 'id,permalink' }, link)).permalink || null,
  }
}

function toQuota(
  counted: Quota['counted'],
  used: number | null | undefined,
  limits: z.infer<typeof config>,
): Quota | null {
  const total = limits?.quota_total
  return typeof used === 'number' && typeof total === 'number' ? { used, total, counted } : null
}

export function toGraphPost(
  { id, permalink, timestamp }: z.infer<typeof listedPost>,
  text: string | null | undefined,
  kind: string,
): GraphPost {
  const publishedAt = new Date(timestamp ?? Number.NaN)
  return { id, text: text ?? '', kind, publishedAt, permalink: permalink || null }
}

/** An unknown status counts as in progress (threads.md §3.2, instagram.md §3.2). */
export function containerState(status: string, failure: () => PlatformError): ContainerState {
  switch (status) {
    case 'FINISHED':
      return { status: 'finished' }
    case 'PUBLISHED':
      return { status: 'published' }
    case 'EXPIRED':
      return { status: 'expired' }
    case 'ERROR':
      return { status: 'error', failure: failure() }
    default:
      return { status: 'in_progress' }
  }
}
