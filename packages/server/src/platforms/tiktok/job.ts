import { z } from 'zod'
import { PlatformError } from '../contract/errors.ts'
import type { PostMedia, Progress, PublishInput } from '../contract/publish.ts'
import { type TiktokOptions, tiktokOptions, transferOf } from './options.ts'

/** Features that the creator has disabled must be disabled in each post (tiktok.md §5.1). */
const switches = z.enum(['disable_comment', 'disable_duet', 'disable_stitch'])

const progress = z.object({
  /** From `creator_info`: the @handle and the disabled features. */
  handle: z.string().nullish(),
  switchedOff: z.array(switches).nullish(),
  publishId: z.string().nullish(),
  uploadUrl: z.string().nullish(),
  /** When the upload started; its URL is valid for an hour. */
  startedAt: z.string().nullish(),
  nextByte: z.int().nullish(),
  /** TikTok has the whole file and posts it. */
  isSent: z.boolean().nullish(),
  /** Status reads since the upload, and since the post was complete without an id. */
  polls: z.int().nullish(),
  idPolls: z.int().nullish(),
  /** How often the upload was restarted. */
  restarts: z.int().nullish(),
  commitsNotReady: z.int().nullish(),
})
export type TiktokProgress = z.infer<typeof progress>

export type TiktokJob = {
  input: PublishInput
  access: string
  options: TiktokOptions
  transfer: 'upload' | 'video_url' | 'photos'
  progress: TiktokProgress
  /** The stored progress with these changes. */
  with(changes: TiktokProgress): Progress
}

/** Parses the input of a step; throws `rejected` for invalid options. */
export function readJob(input: PublishInput): TiktokJob {
  const options = tiktokOptions.safeParse(input.content.options)
  if (!options.success || !options.data.privacy_level || input.content.media.length === 0) {
    throw new PlatformError('rejected', { reason: 'content_invalid' })
  }
  return {
    input,
    access: input.tokens.access,
    options: options.data,
    transfer: transferOf(input.content, options.data),
    progress: progress.parse(input.progress),
    with: (changes) => ({ ...input.progress, ...changes }) as Progress,
  }
}

/** The video of a job without photos. */
export function videoOf({ input }: TiktokJob): PostMedia {
  return input.content.media[0]!
}
