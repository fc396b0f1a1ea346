import { z } from 'zod'
import { PlatformError } from '../contract/errors.ts'
import { listOf, webUrl } from '../wire/json.ts'
import type { YoutubeClient } from './client.ts'

/** Without a channel there are no `items` at all (youtube.md §1.4). */
const channels = z.object({
  items: listOf(
    z.object({
      id: z.string().min(1).max(64),
      snippet: z
        .object({
          title: z.string().nullish(),
          customUrl: z.string().nullish(),
          thumbnails: z.object({ default: z.object({ url: webUrl }).nullish() }).nullish(),
        })
        .nullish(),
      contentDetails: z
        .object({ relatedPlaylists: z.object({ uploads: z.string().nullish() }) })
        .nullish(),
      statistics: z
        .object({
          viewCount: z.coerce.number().nullish(),
          subscriberCount: z.coerce.number().nullish(),
          hiddenSubscriberCount: z.boolean().nullish(),
          videoCount: z.coerce.number().nullish(),
        })
        .nullish(),
    }),
  ).nullish(),
})
export type Channel = NonNullable<z.infer<typeof channels>['items']>[number]

/** The channel of the login, with these parts. Throws `disconnected` if there is none. */
export async function readChannel(client: YoutubeClient, part: string): Promise<Channel> {
  const { items } = await client.get('channels', { part, mine: 'true' }, channels)
  const channel = items?.[0]
  if (channel) return channel
  throw new PlatformError('disconnected', {
    platformCode: 'youtubeSignupRequired',
    platformMessage: 'The Google account has no YouTube channel.',
  })
}

/** The playlist with all videos of the channel (youtube.md §4.5). */
export async function readUploadsPlaylist(client: YoutubeClient): Promise<string | null> {
  const channel = await readChannel(client, 'contentDetails')
  return channel.contentDetails?.relatedPlaylists.uploads || null
}
