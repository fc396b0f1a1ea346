import { z } from 'zod'
import { PlatformError } from '../contract/errors.ts'
import type { PostMedia, Progress, PublishInput } from '../contract/publish.ts'
import { type YoutubeOptions, youtubeOptions } from './options.ts'
import { videoStatus } from './videos.ts'

const progress = z.object({
  /** A secret of its own, stored before the first byte is sent. */
  sessionUrl: z.string().nullish(),
  startedAt: z.string().nullish(),
  nextByte: z.int().nullish(),
  /** The session has to say how far it is. */
  isUnsure: z.boolean().nullish(),
  /** Exists only after the last byte. */
  videoId: z.string().nullish(),
  /** What YouTube had before the commit; a status is written whole. */
  status: videoStatus.nullish(),
  isThumbnailDone: z.boolean().nullish(),
  /** How often the upload was started again. */
  restarts: z.int().nullish(),
  /** Reads while the video is processed, and after the commit. */
  polls: z.int().nullish(),
  reads: z.int().nullish(),
})
export type YoutubeProgress = z.infer<typeof progress>

export type YoutubeJob = {
  input: PublishInput
  options: YoutubeOptions & Required<Pick<YoutubeOptions, 'title' | 'audience'>>
  privacy: 'public' | 'unlisted' | 'private'
  video: PostMedia
  thumbnail: PostMedia | null
  progress: YoutubeProgress
  /** The stored progress with these changes. */
  with(changes: YoutubeProgress): Progress
}

/** Parses the input of a step; throws `rejected` for content that `check` refuses. */
export function readJob(input: PublishInput): YoutubeJob {
  const options = youtubeOptions.safeParse(input.content.options).data
  const { media } = input.content
  const video = media.find(({ type }) => type === 'video')
  if (!options?.title || !options.audience || !video) {
    throw new PlatformError('rejected', { reason: 'content_invalid' })
  }
  return {
    input,
    options: { ...options, title: options.title, audience: options.audience },
    privacy: options.privacy_status ?? 'public',
    video,
    thumbnail: media.find(({ type }) => type === 'image') ?? null,
    progress: progress.parse(input.progress),
    with: (changes) => ({ ...input.progress, ...changes }) as Progress,
  }
}
