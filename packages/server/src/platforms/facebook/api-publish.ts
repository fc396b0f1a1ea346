import { z } from 'zod'
import { limits } from '../../core/limits.ts'
import { platformUrl } from '../call.ts'
import { platformId } from '../json.ts'
import { askGraph } from '../meta/graph.ts'
import { graphDone } from '../meta/graph-lists.ts'
import type { PlatformSetup } from '../platform.ts'
import type { PostMedia } from '../publish.ts'
import { version } from './api.ts'
import { publishing } from './errors.ts'

const made = z.object({ id: platformId })
const post = z.object({ id: platformId, permalink_url: z.string().nullish() })

/** facebook-pages.md §3; the post and its address come when the video is ready. */
const video = z.object({
  post_id: platformId.nullish(),
  permalink_url: z.string().nullish(),
  status: z.object({ video_status: z.string().nullish() }).nullish(),
})
export type FacebookVideo = z.infer<typeof video>

const feed = z.object({
  data: z.array(
    z.object({
      id: platformId,
      message: z.string().nullish(),
      created_time: z.string(),
      permalink_url: z.string().nullish(),
    }),
  ),
})
export type FeedPost = z.infer<typeof feed>['data'][number]

const photoPlace = z.object({ page_story_id: platformId.nullish() })
const feedFields = 'id,message,created_time,permalink_url'
const feedLimit = '10'
/** The answer may wait for the file that the page fetches. */
const fetchingMs = limits.platform.uploadDeadlineMs

export type FacebookPublishApi = ReturnType<typeof facebookPublishApi>

/** The calls that publish on a page, with the page's token (facebook-pages.md §3, §4). */
export function facebookPublishApi({ app, call }: PlatformSetup, access: string) {
  const read = <T>(path: string, params: Record<string, string>, shape: z.ZodType<T>) => {
    const url = platformUrl(app.bases.api, version + path, { ...params, access_token: access })
    return publishing(askGraph(call, { method: 'GET', url }, shape))
  }
  const write = <T>(
    path: string,
    form: Record<string, string>,
    shape: z.ZodType<T>,
    deadlineMs: number = limits.platform.deadlineMs,
  ) => {
    const url = platformUrl(app.bases.api, version + path)
    const all = { ...form, access_token: access }
    return publishing(askGraph(call, { method: 'POST', url, form: all, deadlineMs }, shape))
  }
  return {
    /**
     * Lets the page fetch a photo that nobody sees yet. The alternative text's name is from memory,
     * as the document has none.
     */
    stagePhoto: async (page: string, { url, altText }: PostMedia): Promise<string> => {
      const text = altText ? { alt_text_custom: altText } : {}
      const form = { url, published: 'false', ...text }
      return (await write(`/${page}/photos`, form, made, fetchingMs)).id
    },

    /** Publishes a text, a link or staged photos; its address is answered with it. */
    publishPost: (page: string, form: Record<string, string>) =>
      write(`/${page}/feed`, { ...form, fields: 'id,permalink_url' }, post),

    /** Publishes a video, which the page fetches and processes afterwards. */
    publishVideo: async (page: string, form: Record<string, string>): Promise<string> =>
      (await write(`/${page}/videos`, form, made, fetchingMs)).id,

    readVideo: (id: string): Promise<FacebookVideo> =>
      read(`/${id}`, { fields: 'post_id,permalink_url,status' }, video),

    /** The page's newest posts. */
    listPosts: async (page: string): Promise<FeedPost[]> =>
      (await read(`/${page}/feed`, { fields: feedFields, limit: feedLimit }, feed)).data,

    /** The post that a staged photo has become part of, if any. */
    readPhotoPost: async (photo: string): Promise<string | null> =>
      (await read(`/${photo}`, { fields: 'page_story_id' }, photoPlace)).page_story_id ?? null,

    deletePhoto: async (photo: string): Promise<void> => {
      const url = platformUrl(app.bases.api, `${version}/${photo}`, { access_token: access })
      await publishing(askGraph(call, { method: 'DELETE', url }, graphDone))
    },

    readPermalink: async (id: string): Promise<string | null> =>
      (await read(`/${id}`, { fields: 'id,permalink_url' }, post)).permalink_url ?? null,

    writeComment: async (id: string, message: string): Promise<void> => {
      await write(`/${id}/comments`, { message }, made)
    },
  }
}
