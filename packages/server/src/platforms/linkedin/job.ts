import { z } from 'zod'
import { PlatformError } from '../contract/errors.ts'
import type { Progress, PublishInput } from '../contract/publish.ts'
import { type LinkedinOptions, linkedinOptions } from './options.ts'

const image = z.object({ urn: z.string(), isReady: z.boolean() })

/** The addresses are secrets: they need no token (linkedin.md §4.4). */
const video = z.object({
  urn: z.string(),
  uploadToken: z.string(),
  parts: z.array(z.object({ url: z.string(), first: z.int(), last: z.int() })),
  /** What LinkedIn named each sent part, in their order. */
  etags: z.array(z.string()),
  state: z.enum(['sending', 'processing', 'ready']),
})
export type LinkedinVideo = z.output<typeof video>

const progress = z.object({
  /** The images of the post, in order; of a link, its picture. */
  images: z.array(image).default([]),
  video: video.nullish(),
  /** How often the video was begun again. */
  restarts: z.int().default(0),
  /** The page of the link has no picture that LinkedIn takes. */
  hasNoPicture: z.boolean().nullish(),
  /** Reads of the status of a file. */
  polls: z.int().default(0),
  /** Just before the first commit: an earlier post with the same content is not this one. */
  preparedAt: z.iso.datetime().nullish(),
})
export type LinkedinProgress = z.output<typeof progress>

export type LinkedinJob = {
  input: PublishInput
  author: string
  options: LinkedinOptions
  progress: LinkedinProgress
  /** The stored progress with these changes. */
  with(changes: Partial<LinkedinProgress>): Progress
}

/** Parses the input of a step; throws `rejected` for content that `check` refuses. */
export function readJob(input: PublishInput): LinkedinJob {
  const options = linkedinOptions.safeParse(input.content.options).data
  const { media } = input.content
  const isMixed = media.length > 1 && media.some(({ type }) => type === 'video')
  if (!options || isMixed) throw new PlatformError('rejected', { reason: 'content_invalid' })
  return {
    input,
    author: input.account.platformAccountId,
    options,
    progress: progress.parse(input.progress),
    with: (changes) => ({ ...input.progress, ...changes }),
  }
}

/** Posts and images of people cannot be read back (linkedin.md §0). */
export function isPage({ author }: Pick<LinkedinJob, 'author'>): boolean {
  return author.startsWith('urn:li:organization:')
}
