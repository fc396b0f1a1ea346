import { limits } from '../../core/limits.ts'
import { PlatformError } from '../contract/errors.ts'
import type { PlatformCall, PlatformRequest } from '../contract/platform.ts'
import { parseJson } from '../wire/json.ts'

const bytesMax = 65_536

/** How the host of a document was chosen; missing for a service of the configuration. */
export type Guard = PlatformRequest['guard']
export type DocumentResponse = { status: number; text: string; json: unknown }

/** Reads a public document of at most 64 KiB within five seconds (bluesky.md §1.1). */
export async function readDocument(
  call: PlatformCall,
  url: URL,
  guard?: Guard,
): Promise<DocumentResponse> {
  const { status, text } = await call({
    method: 'GET',
    url,
    ...(guard ? { guard } : {}),
    deadlineMs: limits.connect.serverDeadlineMs,
    responseBytesMax: bytesMax,
  })
  if (status === 429) throw new PlatformError('rate_limited', { platformCode: 'http_429' })
  return { status, text, json: status === 200 ? parseJson(text) : undefined }
}
