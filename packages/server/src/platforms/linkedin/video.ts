import { z } from 'zod'
import { PlatformError } from '../contract/errors.ts'
import type { PostMedia, PrepareResult } from '../contract/publish.ts'
import { listOf, parseJson, readShape } from '../wire/json.ts'
import { encodeUrn, type LinkedinClient } from './client.ts'
import { isCode } from './errors.ts'
import type { LinkedinJob, LinkedinVideo } from './job.ts'

/** Intervals between reads while LinkedIn processes a video (linkedin.md §4.4). */
const pollSeconds = [3, 5, 10, 20, 30]
/** Half an hour. */
const pollsMax = 64
const restartsMax = 3
const restartSeconds = 10

const started = z.object({
  value: z.object({
    video: z.string().min(1).max(200),
    uploadToken: z.string().max(2_000).nullish(),
    uploadInstructions: listOf(
      z.object({
        uploadUrl: z.string().min(1).max(4_000),
        firstByte: z.int().nonnegative(),
        lastByte: z.int().nonnegative(),
      }),
    ),
  }),
})
const videoStatus = z.object({
  status: z.string(),
  processingFailureReason: z.string().max(500).nullish(),
})

/**
 * One step of a video: begin, send a part, finish, or wait until it is processed. Sent parts are
 * recorded, so that an upload goes on where it was cut; a part may be sent again (linkedin.md §4.4).
 */
export async function prepareVideo(
  client: LinkedinClient,
  job: LinkedinJob,
  file: PostMedia,
): Promise<PrepareResult> {
  const { video } = job.progress
  if (!video) return await startVideo(client, job, file)
  if (video.state === 'processing') return await readStatus(client, job, video)
  try {
    return video.etags.length < video.parts.length
      ? await sendPart(client, job, video, file)
      : await finishVideo(client, job, video)
  } catch (err) {
    const isLost = isCode(err, 'EXPIRED_UPLOAD_URL') || isCode(err, 'UPDATING_ASSET_FAILED')
    const isGone = err instanceof PlatformError && err.platformCode === 'NOT_FOUND'
    if (isLost || isGone) return restart(job)
    throw err
  }
}

async function startVideo(
  client: LinkedinClient,
  job: LinkedinJob,
  { size }: PostMedia,
): Promise<PrepareResult> {
  const initializeUploadRequest = {
    owner: job.author,
    fileSizeBytes: size,
    uploadCaptions: false,
    uploadThumbnail: false,
  }
  const { text } = await client.rest('POST', 'videos?action=initializeUpload', {
    initializeUploadRequest,
  })
  const { value } = readShape(started, parseJson(text))
  const parts = value.uploadInstructions.map(({ uploadUrl, firstByte, lastByte }) => ({
    url: uploadUrl,
    first: firstByte,
    // Of the last part it may lie beyond the file.
    last: Math.min(lastByte, size - 1),
  }))
  if (!isWhole(parts, size)) {
    throw new PlatformError('unavailable', { platformCode: 'unexpected_upload_parts' })
  }
  const { video: urn, uploadToken } = value
  const state = 'sending' as const
  const video = { urn, uploadToken: uploadToken ?? '', parts, etags: [], state }
  return { state: 'wait', progress: job.with({ video }), seconds: 0 }
}

/** Whether the parts are the whole file, each byte once. */
function isWhole(parts: LinkedinVideo['parts'], size: number): boolean {
  const isNext = parts.every(
    ({ first, last }, index) =>
      first === (index === 0 ? 0 : parts[index - 1]!.last + 1) && last >= first,
  )
  return isNext && parts.at(-1)?.last === size - 1
}

async function sendPart(
  client: LinkedinClient,
  job: LinkedinJob,
  video: LinkedinVideo,
  file: PostMedia,
): Promise<PrepareResult> {
  const { url, first, last } = video.parts[video.etags.length]!
  const data = await file.read(first, last)
  if (data.length !== last - first + 1) {
    throw new Error(`media ${file.id} is truncated at byte ${first}`)
  }
  const { headers } = await client.upload(url, data, { isPart: true })
  const etag = typeof headers.etag === 'string' ? headers.etag.replace(/^"(.*)"$/, '$1') : ''
  if (!etag) throw new PlatformError('unavailable', { platformCode: 'no_etag' })
  const changed = { ...video, etags: [...video.etags, etag] }
  return { state: 'wait', progress: job.with({ video: changed }), seconds: 0 }
}

/** The names of the parts in their order: another one would scramble the video without an error. */
async function finishVideo(
  client: LinkedinClient,
  job: LinkedinJob,
  video: LinkedinVideo,
): Promise<PrepareResult> {
  const { urn, uploadToken, etags } = video
  const finalizeUploadRequest = { video: urn, uploadToken, uploadedPartIds: etags }
  await client.rest('POST', 'videos?action=finalizeUpload', { finalizeUploadRequest })
  const changed = { ...video, parts: [], etags: [], state: 'processing' as const }
  const progress = job.with({ video: changed, polls: 0 })
  return { state: 'wait', progress, seconds: pollSeconds[0]! }
}

async function readStatus(
  client: LinkedinClient,
  job: LinkedinJob,
  video: LinkedinVideo,
): Promise<PrepareResult> {
  const { text } = await client.rest('GET', `videos/${encodeUrn(video.urn)}`)
  const { status, processingFailureReason } = readShape(videoStatus, parseJson(text))
  if (status === 'AVAILABLE') {
    const progress = job.with({ video: { ...video, state: 'ready' } })
    return { state: 'wait', progress, seconds: 0 }
  }
  if (status === 'PROCESSING_FAILED') {
    const platformMessage = processingFailureReason ?? 'LinkedIn could not process the video.'
    const detail = { platformCode: status, platformMessage }
    throw new PlatformError('rejected', { ...detail, reason: 'media_invalid' })
  }
  const polls = job.progress.polls + 1
  if (polls > pollsMax) return restart(job)
  const seconds = pollSeconds[Math.min(polls, pollSeconds.length) - 1]!
  return { state: 'wait', progress: job.with({ polls }), seconds }
}

/** A video without a post is never shown, so it is begun again as another one. */
function restart(job: LinkedinJob): PrepareResult {
  const restarts = job.progress.restarts + 1
  if (restarts > restartsMax) {
    throw new PlatformError('unavailable', {
      platformMessage: 'LinkedIn accepted none of the uploads.',
    })
  }
  const progress = job.with({ video: null, polls: 0, restarts })
  return { state: 'wait', progress, seconds: restartSeconds }
}
