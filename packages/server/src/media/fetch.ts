import { type Download, download, failureOf } from '../base/download.ts'
import { ServiceError } from '../base/errors.ts'
import { limits } from '../base/limits.ts'
import { OutboundError, type OutboundFailure } from '../base/outbound.ts'
import type { Context } from '../context.ts'

const headers = {
  'user-agent': 'Postern',
  accept: 'image/*, video/*',
  // A compressed answer could unpack to any size.
  'accept-encoding': 'identity',
}

const redirects = new Set([301, 302, 303, 307, 308])

const reasons: Record<OutboundFailure, string> = {
  timeout: 'The url did not answer in full in time.',
  dns: 'The name in the url does not resolve.',
  connection: 'The connection to the url failed.',
  tls: 'The certificate of the url is not valid.',
  blocked_address: 'The url must be https and lead to a public address, redirects too.',
  too_large: 'The headers of the answer are too large.',
}

/**
 * Gives `save` what a url from outside answers, as it arrives. Every hop of at most three redirects
 * passes the guard on its own (public addresses, https), and one deadline rules them all. 422
 * `media_unreachable` when there is no whole answer with status 200.
 */
export async function fetchMedia<Saved>(
  ctx: Context,
  url: string,
  save: (body: AsyncIterable<Uint8Array>) => Promise<Saved>,
  deadlineMs: number = limits.media.fetchDeadlineMs,
): Promise<Saved> {
  const ending = new AbortController()
  const timer = setTimeout(() => ending.abort(), deadlineMs)
  try {
    const answer = await follow(ctx, new URL(url), ending.signal)
    try {
      return await save(chunksOf(answer, ending.signal))
    } finally {
      answer.body.destroy()
    }
  } catch (err) {
    if (!(err instanceof OutboundError)) throw err
    throw unreachable(reasons[err.kind], err)
  } finally {
    clearTimeout(timer)
  }
}

async function follow(ctx: Context, first: URL, signal: AbortSignal): Promise<Download> {
  let url = first
  for (let hop = 0; hop <= limits.media.redirectsMax; hop += 1) {
    if (url.username || url.password) throw unreachable('The url must not hold a user or password.')
    const answer = await download(ctx.outbound, { url, headers, signal })
    if (answer.status === 200) return answer
    answer.body.on('error', () => {}).destroy()
    if (!redirects.has(answer.status)) throw unreachable(`The url answered ${answer.status}.`)
    url = nextUrl(url, answer.headers.location)
  }
  throw unreachable(`The url redirects more than ${limits.media.redirectsMax} times.`)
}

function nextUrl(from: URL, location: string | string[] | undefined): URL {
  const next = typeof location === 'string' ? URL.parse(location, from) : null
  if (!next || !/^https?:$/.test(next.protocol)) {
    throw unreachable('The url redirects to an address that is none.')
  }
  return next
}

async function* chunksOf(answer: Download, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  const claimed = Number(answer.headers['content-length'] ?? Number.NaN)
  let bytes = 0
  try {
    for await (const chunk of answer.body) {
      bytes += (chunk as Buffer).length
      yield chunk as Buffer
    }
  } catch (err) {
    throw failureOf(err, signal)
  }
  if (bytes < claimed) throw unreachable('The answer ended before it was complete.')
}

function unreachable(message: string, cause?: unknown): ServiceError {
  return new ServiceError('media_unreachable', { message, param: 'url', cause })
}
