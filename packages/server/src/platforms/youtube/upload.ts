import { z } from 'zod'
import { kindOfStatus, PlatformError } from '../contract/errors.ts'
import type { PlatformResponse, PlatformSetup } from '../contract/platform.ts'
import type { PrepareResult } from '../contract/publish.ts'
import { parseJson, readShape } from '../wire/json.ts'
import { uploadDeadlineMs } from '../wire/upload-deadline.ts'
import { type YoutubeClient, youtubeClient } from './client.ts'
import { youtubeFailure } from './errors.ts'
import type { YoutubeJob } from './job.ts'
import { tagsOf } from './options.ts'
import { spendQuota, unitsOf } from './quota.ts'

/** 32 × 262,144: chunks are multiples of that (youtube.md §4.2). */
export const chunkBytes = 8_388_608
/** A session lives for days; an older one is not trusted (youtube.md §4.2). */
const sessionMsMax = 86_400_000
const restartsMax = 3
const restartSeconds = 10
const startedVideo = z.object({ id: z.string().min(1).max(64) })

/**
 * Starts a session with the metadata. The video is private: nobody sees it before the commit. Its URL is
 * stored before the first byte, so that an upload goes on after a crash (youtube.md §4.1).
 */
export async function startUpload(setup: PlatformSetup, job: YoutubeJob): Promise<PrepareResult> {
  const { options, video, input } = job
  const request = {
    method: 'POST',
    path: 'videos',
    params: {
      uploadType: 'resumable',
      part: 'snippet,status',
      notifySubscribers: String(options.notify_subscribers ?? true),
    },
    headers: {
      'x-upload-content-length': String(video.size),
      'x-upload-content-type': video.mimeType,
    },
    json: {
      snippet: {
        title: options.title,
        description: input.content.text,
        tags: tagsOf(options),
        categoryId: options.category_id ?? '22',
      },
      // Without it the video would be public at once (youtube.md §4.1).
      status: {
        privacyStatus: 'private',
        selfDeclaredMadeForKids: options.audience === 'made_for_kids',
        containsSyntheticMedia: options.contains_synthetic_media ?? false,
      },
    },
  } as const
  await spendQuota(setup, 'uploads', 1)
  const response = await clientOf(setup, job).upload(request)
  throwIfRefused(setup, job, response)
  const sessionUrl = locationIn(response, setup.app.bases.api)
  if (!sessionUrl) throw new PlatformError('unavailable', { platformCode: 'no_location' })
  const startedAt = setup.now().toISOString()
  return { state: 'wait', progress: job.with({ sessionUrl, startedAt, nextByte: 0 }), seconds: 0 }
}

/** The address of a session must be at the API itself (youtube.md §4.1). */
function locationIn({ headers }: PlatformResponse, base: string): string | null {
  const { location } = headers
  const url = typeof location === 'string' ? URL.parse(location) : null
  return url && url.origin === new URL(base).origin ? url.href : null
}

/**
 * Sends the next chunk, or asks the session how far it is. What YouTube stored decides where it goes
 * on: it may be less than was sent, or more than was recorded before a crash (youtube.md §4.2).
 */
export async function continueUpload(
  setup: PlatformSetup,
  job: YoutubeJob,
): Promise<PrepareResult> {
  const { progress, video } = job
  if (isTooOld(setup, job)) return restart(job)
  const first = progress.nextByte ?? 0
  const asks = progress.isUnsure === true || first >= video.size
  const response = asks ? await ask(setup, job) : await sendChunk(setup, job, first)
  const { status, headers } = response
  if (status === 200 || status === 201) {
    const { id } = readShape(startedVideo, parseJson(response.text))
    return { state: 'wait', progress: job.with({ videoId: id, polls: 0 }), seconds: 5 }
  }
  if (status === 308) {
    const nextByte = nextByteIn(headers.range)
    if (nextByte === null || nextByte > video.size) return restart(job)
    return { state: 'wait', progress: job.with({ nextByte, isUnsure: false }), seconds: 0 }
  }
  if (status === 404 || status === 410) return restart(job)
  // The token can end in the middle; the session goes on with the next one (youtube.md §4.2).
  if (status === 401 || status === 403 || status === 429) throwIfRefused(setup, job, response)
  if (kindOfStatus(status) === 'unavailable') {
    throw new PlatformError('unavailable', { platformCode: `http_${status}` })
  }
  if (asks) return restart(job)
  return { state: 'wait', progress: job.with({ isUnsure: true }), seconds: 1 }
}

function isTooOld({ now }: PlatformSetup, { progress }: YoutubeJob): boolean {
  return now().getTime() - Date.parse(progress.startedAt ?? '') > sessionMsMax
}

function ask(setup: PlatformSetup, job: YoutubeJob): Promise<PlatformResponse> {
  return setup.call({
    method: 'PUT',
    url: new URL(job.progress.sessionUrl ?? ''),
    headers: {
      authorization: `Bearer ${job.input.tokens.access}`,
      'content-range': `bytes */${job.video.size}`,
      'content-length': '0',
    },
  })
}

async function sendChunk(
  setup: PlatformSetup,
  { input, progress, video }: YoutubeJob,
  first: number,
): Promise<PlatformResponse> {
  const last = Math.min(first + chunkBytes, video.size) - 1
  const data = await video.read(first, last)
  if (data.length !== last - first + 1) {
    throw new Error(`media ${video.id} is truncated at byte ${first}`)
  }
  return await setup.call({
    method: 'PUT',
    url: new URL(progress.sessionUrl ?? ''),
    headers: {
      authorization: `Bearer ${input.tokens.access}`,
      'content-range': `bytes ${first}-${last}/${video.size}`,
    },
    bytes: { type: video.mimeType, data },
    deadlineMs: uploadDeadlineMs(data.length),
  })
}

/** The byte after `Range: bytes=0-<last>`; without the header nothing is stored. */
export function nextByteIn(header: unknown): number | null {
  if (header === undefined) return 0
  const match = typeof header === 'string' ? /^bytes=0-(\d{1,15})$/.exec(header.trim()) : null
  return match ? Number(match[1]) + 1 : null
}

/**
 * Uploads again. The session that is given up may have left a private video, which nobody sees; it is
 * not searched for, as another post can have the same title and file (youtube.md §4.5).
 */
export function restart({ progress }: YoutubeJob): PrepareResult {
  const restarts = (progress.restarts ?? 0) + 1
  if (restarts > restartsMax) {
    throw new PlatformError('unavailable', {
      platformMessage: 'YouTube accepted none of the uploads.',
    })
  }
  return { state: 'wait', progress: { restarts }, seconds: restartSeconds }
}

/** Sets the image of the post as the thumbnail (youtube.md §4.7). */
export async function sendThumbnail(
  setup: PlatformSetup,
  job: YoutubeJob,
  image: { type: string; data: Buffer },
): Promise<void> {
  await spendQuota(setup, 'units', unitsOf.write)
  const response = await clientOf(setup, job).upload({
    method: 'POST',
    path: 'thumbnails/set',
    params: { videoId: job.progress.videoId ?? '', uploadType: 'media' },
    bytes: image,
    deadlineMs: uploadDeadlineMs(image.data.length),
  })
  throwIfRefused(setup, job, response)
}

/** The request is named with its token, which the message of an error may quote. */
function throwIfRefused(
  { app, now }: PlatformSetup,
  { input }: YoutubeJob,
  response: PlatformResponse,
): void {
  const headers = { authorization: `Bearer ${input.tokens.access}` }
  const request = { method: 'POST', url: new URL(app.bases.api), headers } as const
  const failure = youtubeFailure(request, response, now())
  if (failure) throw failure
}

export function clientOf(setup: PlatformSetup, { input }: YoutubeJob): YoutubeClient {
  return youtubeClient(setup, input.tokens.access)
}
