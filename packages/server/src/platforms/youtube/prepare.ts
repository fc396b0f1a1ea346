import { PlatformError } from '../contract/errors.ts'
import type { PlatformSetup } from '../contract/platform.ts'
import type { PrepareResult, PublishReason } from '../contract/publish.ts'
import type { YoutubeJob } from './job.ts'
import { youtubeFile } from './limits.ts'
import { clientOf, continueUpload, restart, sendThumbnail, startUpload } from './upload.ts'
import { readVideo, type Video } from './videos.ts'

/** Intervals between reads while YouTube processes the video (youtube.md §4.4). */
const pollSeconds = [5, 15, 30, 60]

/** `rejectionReason` and `failureReason` (youtube.md §4.4). */
const contentReasons = new Set([
  'claim',
  'copyright',
  'inappropriate',
  'legal',
  'termsOfUse',
  'trademark',
])
const accountReasons = new Set(['uploaderAccountClosed', 'uploaderAccountSuspended'])

/**
 * One step: start the upload, send a chunk, wait until the private video is processed (before that,
 * people would see a gray box), or set the thumbnail.
 */
export async function prepareYoutube(
  setup: PlatformSetup,
  job: YoutubeJob,
): Promise<PrepareResult> {
  const { videoId, sessionUrl, status } = job.progress
  if (!videoId) {
    return sessionUrl ? await continueUpload(setup, job) : await startUpload(setup, job)
  }
  // After a commit that was not ready, the video is looked at again.
  if (!status || job.input.progress.commitsNotReady) return await readProcessed(setup, job)
  if (job.thumbnail && !job.progress.isThumbnailDone) return await setThumbnail(setup, job)
  return { state: 'ready', progress: job.with({}) }
}

async function readProcessed(setup: PlatformSetup, job: YoutubeJob): Promise<PrepareResult> {
  const { videoId } = job.progress
  const part = 'status,processingDetails'
  const video = await readVideo(clientOf(setup, job), videoId ?? '', part)
  if (!video || video.status?.uploadStatus === 'deleted') return restart(job)
  const failure = processingFailure(video)
  if (failure) throw failure
  if (video.status?.uploadStatus !== 'processed') {
    const polls = (job.progress.polls ?? 0) + 1
    const seconds = pollSeconds[Math.min(polls, pollSeconds.length) - 1]!
    return { state: 'wait', progress: job.with({ polls }), seconds }
  }
  const changes = { ...job.with({ status: video.status }), commitsNotReady: 0 }
  const isReady = !job.thumbnail || job.progress.isThumbnailDone
  return isReady
    ? { state: 'ready', progress: changes }
    : { state: 'wait', progress: changes, seconds: 0 }
}

function processingFailure({ status, processingDetails }: Video): PlatformError | null {
  const { uploadStatus, rejectionReason, failureReason } = status ?? {}
  const isFailed =
    uploadStatus === 'failed' ||
    uploadStatus === 'rejected' ||
    ['failed', 'terminated'].includes(processingDetails?.processingStatus ?? '')
  if (!isFailed) return null
  const code = rejectionReason || failureReason || 'processing_failed'
  if (accountReasons.has(code)) return new PlatformError('disconnected', { platformCode: code })
  const reason: PublishReason =
    code === 'duplicate'
      ? 'duplicate'
      : contentReasons.has(code)
        ? 'content_rejected'
        : 'media_invalid'
  const platformMessage = `YouTube could not use the video: ${code}.`
  return new PlatformError('rejected', { platformCode: code, platformMessage, reason })
}

/** A refused thumbnail never fails the post: most channels without one are not verified. */
async function setThumbnail(setup: PlatformSetup, job: YoutubeJob): Promise<PrepareResult> {
  const { bytesMax, longSideMax } = youtubeFile.image
  const image = await job.thumbnail!.fit?.({ bytesMax, sideMax: longSideMax })
  try {
    if (image) await sendThumbnail(setup, job, image)
  } catch (err) {
    const isRefused =
      err instanceof PlatformError && ['rejected', 'permission_missing'].includes(err.kind)
    if (!isRefused) throw err
  }
  return { state: 'ready', progress: job.with({ isThumbnailDone: true }) }
}
