import { z } from 'zod'

const webAddress = z.url({ protocol: /^https?$/ }).max(2_048)
const username = z
  .string()
  .regex(/^[A-Za-z0-9._]{1,30}$/, 'Write a username of Instagram without the at sign.')
const share = z.number().min(0).max(1)

/** What a target may say on Instagram beside its text and media (instagram.md §3.1). */
export const instagramOptions = z.strictObject({
  /** `feed` when missing: an image, a carousel, or a video as a reel. */
  placement: z.enum(['feed', 'story']).optional(),
  /** Whether a reel is shown in the feed too. */
  share_to_feed: z.boolean().optional(),
  /** A reel's cover. */
  cover_url: webAddress.optional(),
  /** The moment of the video that is a reel's cover, in ms. */
  thumb_offset: z.int().min(0).optional(),
  /** The name of a reel's own sound. */
  audio_name: z.string().min(1).max(100).optional(),
  /** Usernames that are invited as co-authors. */
  collaborators: z.array(username).min(1).max(3).optional(),
  /** People in an image at a place of it (0 to 1), or in a reel without a place. */
  user_tags: z
    .array(z.strictObject({ username, x: share.optional(), y: share.optional() }))
    .min(1)
    .max(20)
    .optional(),
  /** The id of the Facebook page of a place. */
  location_id: z
    .string()
    .regex(/^\d{1,32}$/, 'Write the id of a place.')
    .optional(),
  /** A reel that is shown to strangers first; it goes to followers by hand or by its figures. */
  trial_reel: z.enum(['manual', 'ss_performance']).optional(),
})
export type InstagramOptions = z.infer<typeof instagramOptions>
