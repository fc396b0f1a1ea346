import { PlatformError } from '../contract/errors.ts'
import type { PlatformSetup } from '../contract/platform.ts'
import type { PrepareResult } from '../contract/publish.ts'
import type { PublicationStatus, TiktokPublishApi } from './api-publish.ts'
import { videoBody } from './body.ts'
import { chunkAt, isChunkStart, planChunks } from './chunks.ts'
import { checkCreator } from './creator.ts'
import { publicationFailure } from './errors.ts'
import { readJob, type TiktokJob, videoOf } from './job.ts'
import { isHandedOver } from './outcome.ts'
import { nextChunk, sendChunk } from './upload.ts'

type Now = PlatformSetup['now']

/** An upload URL is valid for an hour (tiktok.md §5.2); the rest must suffice for one chunk. */
const uploadMsMax = 55 * 60_000
/** `init` allows six calls per minute (tiktok.md §2). */
const restartSeconds = 10
const restartsMax = 3

/**
 * One step: check the creator's settings, start the upload, or send a chunk. `commit` sends the last
 * chunk, as TikTok posts once it has all bytes. If TikTok may already have them, its status is read
 * first, and the upload restarts only if TikTok does not have them.
 */
export async function prepareTiktok(
  api: TiktokPublishApi,
  now: Now,
  job: TiktokJob,
): Promise<PrepareResult> {
  const { progress } = job
  if (
    progress.publishId &&
    (progress.isSent || progress.commitsNotReady || isUploadExpired(now, job))
  ) {
    return resume(api, now, job)
  }
  if (job.transfer !== 'upload') {
    const creator = progress.switchedOff ? {} : await checkCreator(api, job)
    return { state: 'ready', progress: job.with(creator) }
  }
  if (!progress.publishId) return startUpload(api, now, job)
  if (nextChunk(job).isLast) return { state: 'ready', progress: job.with({}) }
  const sent = await sendChunk(api, job)
  if (sent.state === 'gone') return restart(job)
  if (sent.state === 'out_of_step') return resume(api, now, job)
  return continueAt(job, sent.nextByte)
}

async function startUpload(
  api: TiktokPublishApi,
  now: Now,
  job: TiktokJob,
): Promise<PrepareResult> {
  const creator = await checkCreator(api, job)
  const startedAt = now().toISOString()
  const started = await api.initUpload(job.access, videoBody({ ...job, progress: creator }))
  const upload = { publishId: started.publish_id, uploadUrl: started.upload_url, startedAt }
  return continueAt(readJob({ ...job.input, progress: job.with({ ...creator, ...upload }) }), 0)
}

function continueAt(job: TiktokJob, nextByte: number): PrepareResult {
  const plan = planChunks(videoOf(job).size)
  if (nextByte === plan.size) {
    return { state: 'ready', progress: job.with({ nextByte, isSent: true, commitsNotReady: 0 }) }
  }
  const progress = job.with({ nextByte, commitsNotReady: 0 })
  const isReady = chunkAt(plan, nextByte).isLast
  return isReady ? { state: 'ready', progress } : { state: 'wait', progress, seconds: 0 }
}

/** Continues by TikTok's status; restarts only a failed or lost upload. */
async function resume(api: TiktokPublishApi, now: Now, job: TiktokJob): Promise<PrepareResult> {
  const status = await api.readStatus(job.access, job.progress.publishId ?? '')
  if (status.status === 'FAILED') return afterFailure(job, status)
  if (isHandedOver(job, status)) {
    return { state: 'ready', progress: job.with({ isSent: true, commitsNotReady: 0 }) }
  }
  const uploaded = status.uploaded_bytes
  if (uploaded === null || uploaded === undefined) throw new PlatformError('unavailable')
  const isLost =
    isUploadExpired(now, job) ||
    (job.progress.commitsNotReady && uploaded === job.progress.nextByte)
  if (isLost || !isChunkStart(planChunks(videoOf(job).size), uploaded)) return restart(job)
  return continueAt(job, uploaded)
}

/** Permanent refusals are thrown; other failures restart the upload. */
function afterFailure(job: TiktokJob, status: PublicationStatus): PrepareResult {
  const failure = publicationFailure(status.fail_reason, job.progress.restarts ?? 0)
  if (failure.kind === 'rejected' || failure.kind === 'disconnected') throw failure
  return restart(job)
}

function restart({ progress }: TiktokJob): PrepareResult {
  const restarts = (progress.restarts ?? 0) + 1
  if (restarts > restartsMax)
    throw new PlatformError('unavailable', { platformMessage: uploadsFailed })
  return { state: 'wait', progress: { restarts }, seconds: restartSeconds }
}

const uploadsFailed = 'TikTok accepted none of the uploads.'

function isUploadExpired(now: Now, { progress }: TiktokJob): boolean {
  if (!progress.startedAt) return false
  return now().getTime() - new Date(progress.startedAt).getTime() > uploadMsMax
}
