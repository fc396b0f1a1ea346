import type { Readable } from 'node:stream'
import { request } from 'undici'
import { classify, type Outbound, OutboundError } from './outbound.ts'

export type DownloadRequest = {
  url: URL
  headers: Record<string, string>
  /** From the start to the last byte, redirects included. */
  signal: AbortSignal
}

export type Download = {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: Readable
}

/**
 * Begins a GET whose answer is streamed, through the guard that every address must pass. Redirects
 * are not followed. The caller reads the body to its end or destroys it, and bounds its size; the
 * signal ends whatever still runs. Throws `OutboundError`, as does reading the body.
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

/** What ended a download, in the words of the outbound door. */
export function toOutboundError(err: unknown, signal: AbortSignal): OutboundError {
  if (err instanceof OutboundError) return err
  if (signal.aborted) return new OutboundError('timeout', true, err)
  return classify(err, true)
}
