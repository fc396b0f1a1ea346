import { z } from 'zod'
import type { Sandbox } from '../core/sandbox.ts'
import { invalidParam } from './limits.ts'
import { TiktokError } from './responses.ts'

const MB = 1_000_000
const MIB = 1024 * 1024
const FILE_MAX = 4 * 1024 * MIB

export const videoSource = z.object({
  source: z.enum(['FILE_UPLOAD', 'PULL_FROM_URL']),
  video_size: z.int().positive().optional(),
  chunk_size: z.int().positive().optional(),
  total_chunk_count: z.int().positive().optional(),
  video_url: z.string().optional(),
})
export type VideoSource = z.infer<typeof videoSource>

/**
 * Checks the chunk sizes of an upload (tiktok.md §5.3) or the URL to pull from (tiktok.md §5.4).
 */
export function checkSource(sandbox: Sandbox, source: VideoSource): void {
  if (source.source === 'PULL_FROM_URL') checkPullUrl(sandbox, source.video_url)
  else checkChunks(source)
}

function checkChunks({ video_size, chunk_size, total_chunk_count }: VideoSource): void {
  if (!video_size || !chunk_size || !total_chunk_count) {
    throw invalidParam('video_size, chunk_size and total_chunk_count are required')
  }
  if (video_size > FILE_MAX) throw invalidParam('The video size is over 4 GB')
  // TikTok does not say whether MB is 10^6 or 2^20 bytes, so accept both at the limits.
  const isWhole = chunk_size === video_size
  const isInBounds = (isWhole || chunk_size >= 5 * MB) && chunk_size <= 64 * MIB
  // A single chunk has the size of the video.
  const isSingle = total_chunk_count === 1
  if (!isInBounds || (isSingle && !isWhole)) throw invalidPlan('The chunk size is invalid')
  if (total_chunk_count !== Math.floor(video_size / chunk_size) || total_chunk_count > 1000) {
    throw invalidPlan('The total chunk count is invalid')
  }
}

/** The code as recorded, not as in the reference (tiktok.md §2). */
function invalidPlan(message: string): TiktokError {
  return new TiktokError(400, 'invalid_params', message)
}

/** The URL needs https and a verified prefix. The sandbox also accepts http for localhost. */
export function checkPullUrl(sandbox: Sandbox, text: string | undefined): void {
  if (!text || !URL.canParse(text)) throw invalidParam('The video url is invalid')
  const url = new URL(text)
  const local = ['localhost', '127.0.0.1'].includes(url.hostname)
  const isAddress = /^[\d.]+$|^\[/.test(url.hostname)
  if (!local && (url.protocol !== 'https:' || isAddress))
    throw invalidParam('The url must use https and a domain')
  const app = sandbox.state.apps.get('tiktok')!
  if (app.url_prefixes.some((prefix) => isUnder(url, prefix))) return
  throw new TiktokError(
    403,
    'url_ownership_unverified',
    'Please review our URL ownership verification rules',
  )
}

/** A prefix is the start of a URL, or a domain, which also covers its subdomains. */
function isUnder(url: URL, prefix: string): boolean {
  if (prefix.includes('://')) return url.href.startsWith(prefix)
  return url.hostname === prefix || url.hostname.endsWith(`.${prefix}`)
}
