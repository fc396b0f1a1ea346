import { z } from 'zod'
import { limits } from '../../core/limits.ts'
import type { PlatformSetup } from '../contract/platform.ts'
import type { PostMedia } from '../contract/publish.ts'
import { callGraph } from '../meta/graph.ts'
import { graphSuccess } from '../meta/graph-lists.ts'
import { platformUrl } from '../wire/call.ts'
import { listOf, platformId } from '../wire/json.ts'
import { version } from './api.ts'
import { mapPublishErrors } from './errors.ts'

const created = z.object({ id: platformId })
const link = z.object({ permalink_url: z.string().nullish() })

const phase = z.object({ status: z.string().nullish() }).nullish()

/** facebook-pages.md §3.3; `post_id` and `permalink_url` may be set after `published`. */
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

/** The calls that publish on a page, with the page's token (facebook-pages.md §3, §4). */
export function facebookPublishApi({ app, call }: PlatformSetup, access: string) {
  const read = <T>(path: string, params: Record<string, string>, shape: z.ZodType<T>) => {
    const url = platformUrl(app.bases.api, version + path, { ...params, access_token: access })
    return mapPublishErrors(callGraph(call, { method: 'GET', url }, shape))
  }
  const write = <T>(
    path: string,
    form: Record<string, string>,
    shape: z.ZodType<T>,
    deadlineMs: number = limits.platform.deadlineMs,
  ) => {
    const url = platformUrl(app.bases.api, version + path)
    const all = { ...form, access_token: access }
    return mapPublishErrors(callGraph(call, { method: 'POST', url, form: all, deadlineMs }, shape))
  }
  return {
    /** Uploads an unpublished photo. `alt_text_custom` is from memory; the document has no field. */
    stagePhoto: async (page: string, { url, altText }: PostMedia): Promise<string> => {
      const text = altText ? { alt_text_custom: altText } : {}
      const form = { url, published: 'false', ...text }
      return (await write(`/${page}/photos`, form, created, fetchDeadlineMs)).id
    },

    /** Creates a post of text, link or staged photos that nobody sees yet (§3.1). */
    createUnpublished: async (page: string, form: Record<string, string>): Promise<string> =>
      (await write(`/${page}/feed`, { ...form, published: 'false' }, created)).id,

    /** Makes the post public; repeating it publishes nothing else (§3.1). */
    publishPost: async (id: string): Promise<void> => {
      await write(`/${id}`, { is_published: 'true' }, graphSuccess)
    },

    readPublication: (id: string) =>
      read(`/${id}`, { fields: 'is_published,permalink_url' }, publication),

    /** Publishes a video, which Facebook then fetches and processes. */
    publishVideo: async (page: string, form: Record<string, string>): Promise<string> =>
      (await write(`/${page}/videos`, form, created, fetchDeadlineMs)).id,

    readVideo: (id: string): Promise<FacebookVideo> =>
      read(`/${id}`, { fields: 'post_id,permalink_url,published,status' }, video),

    /** The page's newest posts. */
    listPosts: async (page: string): Promise<FeedPost[]> =>
      (await read(`/${page}/feed`, { fields: feedFields, limit: feedLimit }, feed)).data,

    /** Deletes a post, video or photo. */
    deleteObject: async (id: string): Promise<void> => {
      const url = platformUrl(app.bases.api, `${version}/${id}`, { access_token: access })
      await mapPublishErrors(callGraph(call, { method: 'DELETE', url }, graphSuccess))
    },

    readPermalink: async (id: string): Promise<string | null> =>
      (await read(`/${id}`, { fields: 'permalink_url' }, link)).permalink_url ?? null,

    writeComment: async (id: string, message: string): Promise<void> => {
      await write(`/${id}/comments`, { message }, created)
    },
  }
}
