import type { Readable } from 'node:stream'
import { request } from 'undici'
import { classify, type Outbound, OutboundError } from './outbound.ts'

export type DownloadRequest = {
  url: URL
  headers: Record<string, string>
  /** Aborts the download at any point, up to the last byte. */
  signal: AbortSignal
}

export type Download = {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: Readable
}

/**
 * Starts a GET through the address guard and returns its response with a streamed body. Follows no
 * redirects. The caller must read the body to its end or destroy it, and bound its size. Throws
 * `OutboundError`; errors while reading the body become one by `toOutboundError`.
 */
export async function download(outbound: Outbound, options: DownloadRequest): Promise<Download> {
  try {
    const response = await request(options.url, {
      dispatcher: outbound.guarded,
      headers: options.headers,
      signal: options.signal,
    })
    return { status: response.statusCode, headers: response.headers, body: response.body }
  } catch (err) {
    throw toOutboundError(err, options.signal)
  }
}

/** Converts the error that ended a download. */
export function toOutboundError(err: unknown, signal: AbortSignal): OutboundError {
  if (err instanceof OutboundError) return err
  if (signal.aborted) return new OutboundError('timeout', true, err)
  return classify(err, true)
}
