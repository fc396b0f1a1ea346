import { z } from 'zod'
import type { PlatformResponse, PlatformSetup } from '../contract/platform.ts'
import { platformUrl } from '../wire/call.ts'
import { listOf, platformId } from '../wire/json.ts'
import { uploadDeadlineMs } from '../wire/upload-deadline.ts'
import { callTiktok } from './call.ts'

/** tiktok.md §5.1. */
const creator = z.object({
  data: z.object({
    creator_username: z.string().nullish(),
    privacy_level_options: listOf(z.string()),
    comment_disabled: z.boolean().nullish(),
    duet_disabled: z.boolean().nullish(),
    stitch_disabled: z.boolean().nullish(),
    max_video_post_duration_sec: z.number().positive().nullish(),
  }),
})
export type TiktokCreator = z.infer<typeof creator>['data']

const started = z.object({ data: z.object({ publish_id: z.string().min(1).max(64) }) })

/** tiktok.md §5.7: the misspelt field has int64 numbers, which `parseJson` converts to strings. */
const status = z.object({
  data: z.object({
    status: z.string(),
    fail_reason: z.string().nullish(),
    publicaly_available_post_id: listOf(platformId).nullish(),
    uploaded_bytes: z.int().nonnegative().nullish(),
  }),
})
export type PublicationStatus = z.infer<typeof status>['data']

/** tiktok.md §4; contains only public posts. */
const videos = z.object({
  data: z.object({
    videos: listOf(
      z.object({
        id: platformId,
        create_time: z.number(),
        title: z.string().nullish(),
        video_description: z.string().nullish(),
      }),
    ).nullish(),
  }),
})
export type ListedVideo = NonNullable<z.infer<typeof videos>['data']['videos']>[number]

const listFields = 'id,create_time,title,video_description'
const listMax = 20
const jsonType = 'application/json; charset=UTF-8'

export type TiktokPublishApi = ReturnType<typeof tiktokPublishApi>

/** The calls of the Content Posting API, and the video list for finding a post. */
export function tiktokPublishApi({ app, call }: PlatformSetup) {
  const post = <T>(
    access: string,
    path: string,
    shape: z.ZodType<T>,
    json?: unknown,
    params: Record<string, string> = {},
  ): Promise<T> =>
    callTiktok(
      call,
      {
        method: 'POST',
        url: platformUrl(app.bases.api, path, params),
        headers: { authorization: `Bearer ${access}`, 'content-type': jsonType },
        json,
      },
      shape,
    )
  /** `upload_url` is a secret and must belong to TikTok (tiktok.md §5.2). */
  const upload = z.object({
    data: started.shape.data.extend({
      upload_url: z.string().refine((url) => isUploadUrl(url, app.bases.api)),
    }),
  })
  return {
    readCreator: async (access: string): Promise<TiktokCreator> =>
      (await post(access, '/v2/post/publish/creator_info/query/', creator)).data,

    /** Starts an upload; nothing is posted before its last chunk (tiktok.md §5.2). */
    initUpload: async (access: string, json: unknown) =>
      (await post(access, '/v2/post/publish/video/init/', upload, json)).data,

    /** Posts a video that TikTok fetches (tiktok.md §5.4). */
    initVideo: async (access: string, json: unknown): Promise<string> =>
      (await post(access, '/v2/post/publish/video/init/', started, json)).data.publish_id,

    /** Posts photos that TikTok fetches (tiktok.md §5.5). */
    initPhotos: async (access: string, json: unknown): Promise<string> =>
      (await post(access, '/v2/post/publish/content/init/', started, json)).data.publish_id,

    readStatus: async (access: string, publishId: string): Promise<PublicationStatus> => {
      const json = { publish_id: publishId }
      return (await post(access, '/v2/post/publish/status/fetch/', status, json)).data
    },

    /** The newest public posts; needs `video.list` (tiktok.md §4). */
    listVideos: async (access: string): Promise<ListedVideo[]> => {
      const body = { max_count: listMax }
      const list = await post(access, '/v2/video/list/', videos, body, { fields: listFields })
      return list.data.videos ?? []
    },

    /** Sends one chunk; the response has no body, see `upload.ts`. */
    putChunk: (
      url: string,
      type: string,
      range: { first: number; last: number; size: number },
      data: Buffer,
    ): Promise<PlatformResponse> =>
      call({
        method: 'PUT',
        url: new URL(url),
        headers: { 'content-range': `bytes ${range.first}-${range.last}/${range.size}` },
        bytes: { type, data },
        deadlineMs: uploadDeadlineMs(data.length),
      }),
  }
}

/** Accepts all TikTok hosts, as they are regional, and the API's own origin (the sandbox). */
export function isUploadUrl(text: string, apiBase: string): boolean {
  if (!URL.canParse(text)) return false
  const url = new URL(text)
  if (url.origin === new URL(apiBase).origin) return true
  return url.protocol === 'https:' && url.port === '' && url.hostname.endsWith('.tiktokapis.com')
}
