import { z } from 'zod'
import type { PostContent } from '../publish.ts'

/** What a target on TikTok may say, in the platform's own words (tiktok.md §5.2, §5.5). */
export const tiktokOptions = z.strictObject({
  /** How a video gets there: our bytes, or an address that TikTok fetches. Photos are always fetched. */
  source: z.enum(['upload', 'url']).optional(),
  /** Chosen by the person, without a default: TikTok's condition. */
  privacy_level: z
    .enum(['PUBLIC_TO_EVERYONE', 'MUTUAL_FOLLOW_FRIENDS', 'FOLLOWER_OF_CREATOR', 'SELF_ONLY'])
    .optional(),
  disable_comment: z.boolean().optional(),
  brand_content_toggle: z.boolean().optional(),
  brand_organic_toggle: z.boolean().optional(),
  // Of videos.
  disable_duet: z.boolean().optional(),
  disable_stitch: z.boolean().optional(),
  is_aigc: z.boolean().optional(),
  video_cover_timestamp_ms: z.int().nonnegative().optional(),
  // Of photos, whose text is the description.
  title: z.string().optional(),
  photo_cover_index: z.int().nonnegative().optional(),
  auto_add_music: z.boolean().optional(),
})
export type TiktokOptions = z.infer<typeof tiktokOptions>

export const videoOptions = [
  'disable_duet',
  'disable_stitch',
  'is_aigc',
  'video_cover_timestamp_ms',
] as const satisfies (keyof TiktokOptions)[]

export const photoOptions = [
  'title',
  'photo_cover_index',
  'auto_add_music',
] as const satisfies (keyof TiktokOptions)[]

/** The way of a content to TikTok; only an upload has bytes of ours in it. */
export function wayOf(
  content: PostContent,
  options: TiktokOptions,
): 'upload' | 'video_url' | 'photos' {
  if (content.media.some(({ type }) => type === 'image')) return 'photos'
  return options.source === 'url' ? 'video_url' : 'upload'
}
