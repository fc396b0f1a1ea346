import type { Context } from '../../../context.ts'
import { ServiceError } from '../../../core/errors.ts'
import { limits } from '../../../core/limits.ts'
import { type Download, download, toOutboundError } from '../../../outbound/download.ts'
import { OutboundError, type OutboundFailure } from '../../../outbound/outbound.ts'

const headers = {
  'user-agent': 'Postern',
  // A compressed response could decompress to any size.
  'accept-encoding': 'identity',
}

const { idleMsMax } = limits.media

type FetchOptions = { deadlineMs: number; idleMsMax: number; accept: string }

const mediaOptions: FetchOptions = {
  deadlineMs: limits.media.fetchDeadlineMs,
  idleMsMax,
  accept: 'image/*, video/*',
}

/** Awaits `next` and aborts the download if it takes longer than `idleMsMax`. */
type Wait = <T>(next: Promise<T>) => Promise<T>

const redirects = new Set([301, 302, 303, 307, 308])

/** The same for names that do not exist and for private ones: otherwise it would list a private network. */
const notReached =
  'The URL and its redirects must be https, lead to a public address and accept connections with a valid certificate.'

const reasons: Record<OutboundFailure, string> = {
  timeout: 'The URL did not respond completely in time.',
  dns: notReached,
  connection: notReached,
  tls: notReached,
  blocked_address: notReached,
  too_large: 'The response headers of the URL are too large.',
}

/** Says that the name does not exist. Any other failure of a nameserver may pass. */
const noSuchName = /^(ENOTFOUND|E?NODATA)$/

/**
 * Streams the response of an untrusted URL to `save`. Follows at most three redirects; every hop is
 * checked (https, public address). One deadline applies to all hops, and `idleMsMax` to each wait
 * for headers or for the next chunk. Throws 422 `media_unreachable` without a complete 200
 * response, and 503 `unavailable` while no nameserver answers.
 */
export async function fetchMedia<Saved>(
  ctx: Context,
  url: string,
  save: (body: AsyncIterable<Uint8Array>, response: Download) => Promise<Saved>,
  options: Partial<FetchOptions> = {},
): Promise<Saved> {
  const { accept, ...timeouts } = { ...mediaOptions, ...options }
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(), timeouts.deadlineMs)
  const wait: Wait = (next) => {
    const idle = setTimeout(() => controller.abort(), timeouts.idleMsMax)
    return next.finally(() => clearTimeout(idle))
  }
  try {
    const response = await followRedirects(
      ctx,
      new URL(url),
      { accept, signal: controller.signal },
      wait,
    )
    try {
      return await save(readChunks(response, controller.signal, wait), response)
    } finally {
      // Ending it early is an error of the stream that nobody awaits.
      response.body.on('error', () => {}).destroy()
    }
  } catch (err) {
    if (!(err instanceof OutboundError)) throw err
    const { code } = (err.cause ?? {}) as NodeJS.ErrnoException
    if (err.kind === 'dns' && !noSuchName.test(code ?? '')) throw notResolved(err)
    throw unreachable(reasons[err.kind], err)
  } finally {
    clearTimeout(timer)
  }
}

async function followRedirects(
  ctx: Context,
  first: URL,
  { accept, signal }: { accept: string; signal: AbortSignal },
  wait: Wait,
): Promise<Download> {
  let url = first
  for (let hop = 0; hop <= limits.media.redirectsMax; hop += 1) {
    if (url.username || url.password)
      throw unreachable('The URL must not contain a user name or password.')
    const response = await wait(
      download(ctx.outbound, { url, headers: { ...headers, accept }, signal }),
    )
    if (response.status === 200) return response
    response.body.on('error', () => {}).destroy()
    if (!redirects.has(response.status))
      throw unreachable(`The URL returned status ${response.status}.`)
    url = nextUrl(url, response.headers.location)
  }
  throw unreachable(`The URL redirects more than ${limits.media.redirectsMax} times.`)
}

function nextUrl(from: URL, location: string | string[] | undefined): URL {
  const next = typeof location === 'string' ? URL.parse(location, from) : null
  if (!next || !/^https?:$/.test(next.protocol)) {
    throw unreachable('The URL redirects to an invalid address.')
  }
  return next
}

async function* readChunks(
  response: Download,
  signal: AbortSignal,
  wait: Wait,
): AsyncGenerator<Uint8Array> {
  const chunks = response.body[Symbol.asyncIterator]()
  const contentLength = Number(response.headers['content-length'] ?? Number.NaN)
  let bytes = 0
  try {
    for (;;) {
      const { done, value } = await wait<IteratorResult<Buffer>>(chunks.next())
      if (done) break
      bytes += value.length
      yield value
    }
  } catch (err) {
    throw toOutboundError(err, signal)
  }
  if (bytes < contentLength) throw unreachable('The response ended before it was complete.')
}

function notResolved(cause: OutboundError): ServiceError {
  const message =
    'The host name of the URL cannot be resolved at the moment. Wait as long as Retry-After says, then try again.'
  const { retryAfterSeconds } = limits.traffic
  return new ServiceError('unavailable', { message, param: 'url', cause, retryAfterSeconds })
}

function unreachable(message: string, cause?: unknown): ServiceError {
  return new ServiceError('media_unreachable', { message, param: 'url', cause })
}
