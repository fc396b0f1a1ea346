import { kindOfStatus, PlatformError } from '../errors.ts'
import type { PlatformResponse } from '../platform.ts'
import type { TiktokPublishApi } from './api-publish.ts'
import { type Chunk, type ChunkPlan, chunkAt, nextByteAfter, planChunks } from './chunks.ts'
import { type TiktokJob, videoOf } from './job.ts'

export type Sent =
  /** `nextByte` is the file's size when TikTok has everything. */
  | { state: 'stored'; nextByte: number }
  /** The address is too old or its upload unknown: begin anew. */
  | { state: 'gone' }
  /** TikTok is somewhere else in the file; its status knows where. */
  | { state: 'out_of_step' }

/** The chunk that comes next; the last one makes the post. */
export function nextChunk(job: TiktokJob): Chunk & { plan: ChunkPlan } {
  const plan = planChunks(videoOf(job).size)
  return { ...chunkAt(plan, job.progress.nextByte ?? 0), plan }
}

/** Sends the next chunk (tiktok.md §5.3). 5xx is `unavailable`: whether it was stored is not known. */
export async function sendChunk(api: TiktokPublishApi, job: TiktokJob): Promise<Sent> {
  const video = videoOf(job)
  const { first, last, isLast, plan } = nextChunk(job)
  const data = await video.read(first, last)
  if (data.length !== last - first + 1)
    throw new Error(`medium ${video.id} is cut at byte ${first}`)
  const url = job.progress.uploadUrl ?? ''
  const range = { first, last, size: plan.size }
  return readAnswer(await api.putChunk(url, video.mimeType, range, data), plan, { last, isLast })
}

export function readAnswer(
  answer: PlatformResponse,
  plan: ChunkPlan,
  { last, isLast }: Pick<Chunk, 'last' | 'isLast'>,
): Sent {
  const { status } = answer
  if (status === 201) return { state: 'stored', nextByte: plan.size }
  if (status === 206 && !isLast) return { state: 'stored', nextByte: last + 1 }
  if (status === 416) {
    const nextByte = nextByteAfter(plan, answer.headers['content-range'])
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
