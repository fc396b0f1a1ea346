import { kindOfStatus, PlatformError } from '../contract/errors.ts'
import type { PlatformResponse } from '../contract/platform.ts'
import type { TiktokPublishApi } from './api-publish.ts'
import { type Chunk, type ChunkPlan, chunkAt, nextByteAfter, planChunks } from './chunks.ts'
import { type TiktokJob, videoOf } from './job.ts'

export type ChunkResult =
  /** `nextByte` is the file's size if TikTok has all bytes. */
  | { state: 'stored'; nextByte: number }
  /** The upload URL has expired or is unknown: restart. */
  | { state: 'gone' }
  /** TikTok expects another byte; its status says which. */
  | { state: 'out_of_step' }

/** The next chunk to send; sending the last one publishes the post. */
export function nextChunk(job: TiktokJob): Chunk & { plan: ChunkPlan } {
  const plan = planChunks(videoOf(job).size)
  return { ...chunkAt(plan, job.progress.nextByte ?? 0), plan }
}

/** Sends the next chunk (tiktok.md §5.3). A 5xx throws `unavailable`: it may have been stored. */
export async function sendChunk(api: TiktokPublishApi, job: TiktokJob): Promise<ChunkResult> {
  const video = videoOf(job)
  const { first, last, isLast, plan } = nextChunk(job)
  const data = await video.read(first, last)
  if (data.length !== last - first + 1)
    throw new Error(`media ${video.id} is truncated at byte ${first}`)
  const url = job.progress.uploadUrl ?? ''
  const range = { first, last, size: plan.size }
  return readChunkResponse(await api.putChunk(url, video.mimeType, range, data), plan, {
    last,
    isLast,
  })
}

export function readChunkResponse(
  response: PlatformResponse,
  plan: ChunkPlan,
  { last, isLast }: Pick<Chunk, 'last' | 'isLast'>,
): ChunkResult {
  const { status } = response
  if (status === 201) return { state: 'stored', nextByte: plan.size }
  if (status === 206 && !isLast) return { state: 'stored', nextByte: last + 1 }
  if (status === 416) {
    const nextByte = nextByteAfter(plan, response.headers['content-range'])
    return nextByte === null ? { state: 'out_of_step' } : { state: 'stored', nextByte }
  }
  if (status === 403 || status === 404) return { state: 'gone' }
  if (status >= 200 && status < 300) return { state: 'out_of_step' }
  const kind = kindOfStatus(status)
  throw new PlatformError(kind, {
    platformCode: `http_${status}`,
    reason: kind === 'rejected' ? 'media_invalid' : null,
  })
}
