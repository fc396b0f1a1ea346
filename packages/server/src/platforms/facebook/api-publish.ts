import { z } from 'zod'
import { limits } from '../../core/limits.ts'
import type { PlatformSetup } from '../contract/platform.ts'
import type { PostMedia } from '../contract/publish.ts'
import { type GraphClient, graphClient } from '../meta/graph-client.ts'
import { graphSuccess } from '../meta/graph-lists.ts'
import { listOf, platformId } from '../wire/json.ts'
import { facebookHost } from './api.ts'
import { mapPublishErrors } from './errors.ts'

const link = z.object({ permalink_url: z.string().nullish() })

const phase = z.object({ status: z.string().nullish() }).nullish()

/** facebook.md §3.3; `post_id` and `permalink_url` may be set after `published`. */
const video = z.object({
  post_id: platformId.nullish(),
  permalink_url: z.string().nullish(),
  published: z.boolean().nullish(),
  status: z
    .object({
      video_status: z.string().nullish(),
      uploading_phase: phase,
      processing_phase: phase,
      publishing_phase: phase,
    })
    .nullish(),
})
export type FacebookVideo = z.infer<typeof video>

const feed = z.object({
  data: listOf(
    z.object({
      id: platformId,
      message: z.string().nullish(),
      created_time: z.string(),
      permalink_url: z.string().nullish(),
    }),
  ),
})
export type FeedPost = z.infer<typeof feed>['data'][number]

const publication = z.object({
  is_published: z.boolean(),
  permalink_url: z.string().nullish(),
})
const feedFields = 'id,message,created_time,permalink_url'
const feedLimit = '10'
/** Facebook may respond only after it has fetched the file. */
const fetchDeadlineMs = limits.platform.uploadDeadlineMs

export type FacebookPublishApi = ReturnType<typeof facebookPublishApi>

/** The calls that publish on a page, with the page's token (facebook.md §3, §4). */
export function facebookPublishApi(setup: PlatformSetup, access: string) {
  const graph = publishClient(setup, access)
  return {
    /** Uploads an unpublished photo. `alt_text_custom` is from memory; the document has no field. */
    stagePhoto: (page: string, { url, altText }: PostMedia): Promise<string> => {
      const text = altText ? { alt_text_custom: altText } : {}
      const form = { url, published: 'false', ...text }
      return graph.create(`/${page}/photos`, form, fetchDeadlineMs)
    },

    /** Creates a post of text, link or staged photos that nobody sees yet (facebook.md §3.1). */
    createUnpublished: (page: string, form: Record<string, string>): Promise<string> =>
      graph.create(`/${page}/feed`, { ...form, published: 'false' }),

    /** Makes the post public; repeating it publishes nothing else (facebook.md §3.1). */
    publishPost: async (id: string): Promise<void> => {
      await graph.write(`/${id}`, { is_published: 'true' }, graphSuccess)
    },

    readPublication: (id: string) =>
      graph.read(`/${id}`, { fields: 'is_published,permalink_url' }, publication),

    /** Publishes a video, which Facebook then fetches and processes. */
    publishVideo: (page: string, form: Record<string, string>): Promise<string> =>
      graph.create(`/${page}/videos`, form, fetchDeadlineMs),

    readVideo: (id: string): Promise<FacebookVideo> =>
      graph.read(`/${id}`, { fields: 'post_id,permalink_url,published,status' }, video),

    /** The page's newest posts. */
    listPosts: async (page: string): Promise<FeedPost[]> =>
      (await graph.read(`/${page}/feed`, { fields: feedFields, limit: feedLimit }, feed)).data,

    /** Deletes a post, video or photo. */
    deleteObject: async (id: string): Promise<void> => {
      await graph.remove(`/${id}`, graphSuccess)
    },

    readPermalink: async (id: string): Promise<string | null> =>
      (await graph.read(`/${id}`, { fields: 'permalink_url' }, link)).permalink_url ?? null,

    writeComment: async (id: string, message: string): Promise<void> => {
      await graph.create(`/${id}/comments`, { message })
    },
  }
}

/** The client with errors that mean something else when publishing. */
function publishClient(setup: PlatformSetup, access: string): GraphClient {
  const graph = graphClient(setup, facebookHost, access)
  return {
    ...graph,
    read: (...input) => mapPublishErrors(graph.read(...input)),
    write: (...input) => mapPublishErrors(graph.write(...input)),
    remove: (...input) => mapPublishErrors(graph.remove(...input)),
    create: (...input) => mapPublishErrors(graph.create(...input)),
  }
}
