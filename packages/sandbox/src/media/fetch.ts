import type { Media } from '../core/content.ts'
import { decimalId } from '../core/ids.ts'
import type { Sandbox } from '../core/sandbox.ts'
import { sniff } from './sniff.ts'

const FETCH_TIMEOUT_MS = 20_000
const BYTES_MAX = 512_000_000

export type FetchProblem = 'unreachable' | 'redirected' | 'too_large' | 'not_media'
export type FetchResult = { media: Readonly<Media> } | { problem: FetchProblem }

/** Downloads and stores a file, as the platform's crawler does. */
export async function fetchMedia(
  sandbox: Sandbox,
  url: string,
  options: { followRedirects: boolean; range?: string },
): Promise<FetchResult> {
  const bytes = await download(url, options)
  if ('problem' in bytes) return bytes
  const facts = sniff(bytes.content)
  if (!facts.content_type) return { problem: 'not_media' }
  return { media: await storeMedia(sandbox, url, bytes.content) }
}

async function download(
  url: string,
  { followRedirects, range }: { followRedirects: boolean; range?: string },
): Promise<{ content: Uint8Array } | { problem: FetchProblem }> {
  try {
    const response = await fetch(url, {
      redirect: followRedirects ? 'follow' : 'manual',
      headers: { 'user-agent': 'sandbox-crawler/1.0', ...(range ? { range } : {}) },
      signal: AbortSignal.timeout(FETCH_TIMEOUT_MS),
    })
    if (response.status >= 300 && response.status < 400) return { problem: 'redirected' }
    if (!response.ok || !response.body) return { problem: 'unreachable' }
    const parts: Uint8Array[] = []
    let total = 0
    for await (const part of response.body) {
      total += part.byteLength
      if (total > BYTES_MAX) return { problem: 'too_large' }
      parts.push(part)
    }
    return { content: Buffer.concat(parts) }
  } catch {
    return { problem: 'unreachable' }
  }
}

/** Stores uploaded or downloaded bytes, also of an unknown content type. */
export async function storeMedia(
  sandbox: Sandbox,
  url: string,
  bytes: Uint8Array,
): Promise<Readonly<Media>> {
  const { content_type, ...facts } = sniff(bytes)
  const id = decimalId('179', 17)
  await sandbox.media.put(id, bytes)
  return sandbox.state.media.put({
    id,
    url,
    content_type: content_type ?? 'application/octet-stream',
    bytes: bytes.byteLength,
    ...facts,
  })
}

/** The URL of a stored file. */
export function mediaUrl(sandbox: Sandbox, id: string | undefined): string | undefined {
  return id === undefined ? undefined : `${sandbox.origin()}/media/${id}`
}
