import { PlatformError } from '../errors.ts'
import type { PlatformSetup } from '../platform.ts'
import type { PrepareResult } from '../publish.ts'
import type { PublicationStatus, TiktokPublishApi } from './api-publish.ts'
import { videoBody } from './body.ts'
import { chunkAt, isStart, planChunks } from './chunks.ts'
import { askCreator } from './creator.ts'
import { publicationFailure } from './errors.ts'
import { readJob, type TiktokJob, videoOf } from './job.ts'
import { isHandedOver } from './outcome.ts'
import { nextChunk, sendChunk } from './upload.ts'

type Now = PlatformSetup['now']

/** The address of an upload lives for an hour; what is left must be enough for a chunk (§5.2). */
const uploadMsMax = 55 * 60_000
/** `init` may be called six times in a minute (tiktok.md §2). */
const againSeconds = 10
const restartsMax = 3

/**
 * One step: ask what the creator allows; begin the upload; one chunk of it, except the last, which
 * `commit` sends, as TikTok posts by itself once it has everything. What may have been handed over
 * before is looked at first, and begun anew only when TikTok says that it was not.
 */
export async function prepareTiktok(
  api: TiktokPublishApi,
  now: Now,
  job: TiktokJob,
): Promise<PrepareResult> {
  const { progress } = job
  if (progress.publishId && (progress.isSent || progress.commitsNotReady || isOld(now, job))) {
    return look(api, now, job)
  }
  if (job.way !== 'upload') {
    const creator = progress.switchedOff ? {} : await askCreator(api, job)
    return { state: 'ready', progress: job.with(creator) }
  }
  if (!progress.publishId) return begin(api, now, job)
  if (nextChunk(job).isLast) return { state: 'ready', progress: job.with({}) }
  const sent = await sendChunk(api, job)
  if (sent.state === 'gone') return startOver(job)
  if (sent.state === 'out_of_step') return look(api, now, job)
  return goOn(job, sent.nextByte)
}

async function begin(api: TiktokPublishApi, now: Now, job: TiktokJob): Promise<PrepareResult> {
  const creator = await askCreator(api, job)
  const startedAt = now().toISOString()
  const begun = await api.initUpload(job.access, videoBody({ ...job, progress: creator }))
  const upload = { publishId: begun.publish_id, uploadUrl: begun.upload_url, startedAt }
  return goOn(readJob({ ...job.input, progress: job.with({ ...creator, ...upload }) }), 0)
}

function goOn(job: TiktokJob, nextByte: number): PrepareResult {
  const plan = planChunks(videoOf(job).size)
  if (nextByte === plan.size) {
    return { state: 'ready', progress: job.with({ nextByte, isSent: true, commitsNotReady: 0 }) }
  }
  const progress = job.with({ nextByte, commitsNotReady: 0 })
  const isReady = chunkAt(plan, nextByte).isLast
  return isReady ? { state: 'ready', progress } : { state: 'wait', progress, seconds: 0 }
}

/** Asks TikTok what it has. Only what it says is missing or failed is begun anew. */
async function look(api: TiktokPublishApi, now: Now, job: TiktokJob): Promise<PrepareResult> {
  const status = await api.readStatus(job.access, job.progress.publishId ?? '')
  if (status.status === 'FAILED') return afterFailure(job, status)
  if (isHandedOver(job, status)) {
    return { state: 'ready', progress: job.with({ isSent: true, commitsNotReady: 0 }) }
  }
  const uploaded = status.uploaded_bytes
  if (uploaded === null || uploaded === undefined) throw new PlatformError('unavailable')
  const isDead =
    isOld(now, job) || (job.progress.commitsNotReady && uploaded === job.progress.nextByte)
  if (isDead || !isStart(planChunks(videoOf(job).size), uploaded)) return startOver(job)
  return goOn(job, uploaded)
}

/** A refusal of the content stays one; what may go better the next time is begun anew. */
function afterFailure(job: TiktokJob, status: PublicationStatus): PrepareResult {
  const failure = publicationFailure(status.fail_reason, job.progress.restarts ?? 0)
  if (failure.kind === 'rejected' || failure.kind === 'disconnected') throw failure
  return startOver(job)
}

function startOver({ progress }: TiktokJob): PrepareResult {
  const restarts = (progress.restarts ?? 0) + 1
  if (restarts > restartsMax) throw new PlatformError('unavailable', { platformMessage: notTaken })
  return { state: 'wait', progress: { restarts }, seconds: againSeconds }
}

const notTaken = 'TikTok took none of the uploads that were begun.'

function isOld(now: Now, { progress }: TiktokJob): boolean {
  if (!progress.startedAt) return false
  return now().getTime() - new Date(progress.startedAt).getTime() > uploadMsMax
}
