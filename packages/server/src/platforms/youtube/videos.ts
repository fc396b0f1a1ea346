import { z } from 'zod'
import { listOf } from '../wire/json.ts'
import type { YoutubeClient } from './client.ts'

/** The members that a status is written with; what is absent falls back (youtube.md §4.5). */
export const videoStatus = z.object({
  privacyStatus: z.string().nullish(),
  license: z.string().nullish(),
  embeddable: z.boolean().nullish(),
  publicStatsViewable: z.boolean().nullish(),
  selfDeclaredMadeForKids: z.boolean().nullish(),
  containsSyntheticMedia: z.boolean().nullish(),
})
export type VideoStatus = z.infer<typeof videoStatus>

const videos = z.object({
  items: listOf(
    z.object({
      id: z.string().min(1).max(64),
      status: videoStatus
        .extend({
          uploadStatus: z.string().nullish(),
          failureReason: z.string().nullish(),
          rejectionReason: z.string().nullish(),
        })
        .nullish(),
      processingDetails: z.object({ processingStatus: z.string().nullish() }).nullish(),
      statistics: z
        .object({
          viewCount: z.coerce.number().nullish(),
          likeCount: z.coerce.number().nullish(),
          commentCount: z.coerce.number().nullish(),
        })
        .nullish(),
    }),
  ).nullish(),
})
export type Video = NonNullable<z.infer<typeof videos>['items']>[number]

const playlist = z.object({
  items: listOf(
    z.object({
      snippet: z.object({
        title: z.string().nullish(),
        description: z.string().nullish(),
        publishedAt: z.coerce.date(),
        resourceId: z.object({ videoId: z.string().min(1).max(64) }),
      }),
      status: z.object({ privacyStatus: z.string().nullish() }).nullish(),
    }),
  ).nullish(),
  nextPageToken: z.string().max(1_000).nullish(),
})
export type Upload = NonNullable<z.infer<typeof playlist>['items']>[number]

/** Videos by their ids; those that do not exist are missing. One unit (youtube.md §4.4). */
export async function readVideos(
  client: YoutubeClient,
  ids: readonly string[],
  part: string,
): Promise<Video[]> {
  if (ids.length === 0) return []
  return (await client.get('videos', { part, id: ids.join() }, videos)).items ?? []
}

export async function readVideo(
  client: YoutubeClient,
  id: string,
  part: string,
): Promise<Video | null> {
  return (await readVideos(client, [id], part)).find((video) => video.id === id) ?? null
}

/** One page of the channel's videos, newest first, private ones too (youtube.md §4.5). */
export async function listUploads(
  client: YoutubeClient,
  playlistId: string,
  pageToken: string | null,
): Promise<{ items: Upload[]; next: string | null }> {
  const page = pageToken ? { pageToken } : {}
  const params = { part: 'snippet,status', playlistId, maxResults: '50', ...page }
  const { items, nextPageToken } = await client.get('playlistItems', params, playlist)
  return { items: items ?? [], next: nextPageToken || null }
}
