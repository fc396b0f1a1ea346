import { z } from 'zod'
import { PlatformError } from '../errors.ts'
import type { PostMedia, Progress, PublishInput } from '../publish.ts'
import { type TiktokOptions, tiktokOptions, wayOf } from './options.ts'

/** What a creator has switched off must be switched off in each post (tiktok.md §5.1). */
const switches = z.enum(['disable_comment', 'disable_duet', 'disable_stitch'])

const progress = z.object({
  /** Of `creator_info`: the @handle, and what the creator does not allow. */
  handle: z.string().nullish(),
  switchedOff: z.array(switches).nullish(),
  publishId: z.string().nullish(),
  uploadUrl: z.string().nullish(),
  /** When the upload began: its address lives for an hour. */
  startedAt: z.string().nullish(),
  nextByte: z.int().nullish(),
  /** TikTok has everything and posts by itself. */
  isSent: z.boolean().nullish(),
  /** How often the status was read since, and since the post was complete without an id. */
  looks: z.int().nullish(),
  idLooks: z.int().nullish(),
  /** How often everything was begun anew. */
  restarts: z.int().nullish(),
  commitsNotReady: z.int().nullish(),
})
export type TiktokProgress = z.infer<typeof progress>

export type TiktokJob = {
  input: PublishInput
  access: string
  options: TiktokOptions
  way: 'upload' | 'video_url' | 'photos'
  progress: TiktokProgress
  /** The stored progress with these changes. */
  with(changes: TiktokProgress): Progress
}

/** The input as TikTok's steps use it; options that were never checked are `rejected`. */
export function readJob(input: PublishInput): TiktokJob {
  const options = tiktokOptions.safeParse(input.content.options)
  if (!options.success || !options.data.privacy_level || input.content.media.length === 0) {
    throw new PlatformError('rejected', { reason: 'content_invalid' })
  }
  return {
    input,
    access: input.tokens.access,
    options: options.data,
    way: wayOf(input.content, options.data),
    progress: progress.parse(input.progress),
    with: (changes) => ({ ...input.progress, ...changes }) as Progress,
  }
}

/** The one video of a job that is no post of photos. */
export function videoOf({ input }: TiktokJob): PostMedia {
  return input.content.media[0]!
}
