import type { Context } from '../../context.ts'
import { ServiceError } from '../../core/errors.ts'
import { limits } from '../../core/limits.ts'
import { type Download, download, toOutboundError } from '../../outbound/download.ts'
import { OutboundError, type OutboundFailure } from '../../outbound/outbound.ts'

const headers = {
  'user-agent': 'Postern',
  accept: 'image/*, video/*',
  // A compressed answer could unpack to any size.
  'accept-encoding': 'identity',
}

const { idleMsMax } = limits.media

type Patience = { deadlineMs: number; idleMsMax: number }
/** Ends the whole download when what is next does not come in time. */
type Wait = <T>(next: Promise<T>) => Promise<T>

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
 * passes the guard on its own (public addresses, https), one deadline rules them all, and whoever sends
 * nothing of use for `idleMsMax` has ended, be it a line of headers without end. 422 `media_unreachable`
 * when there is no whole answer with status 200.
 */
export async function fetchMedia<Saved>(
  ctx: Context,
  url: string,
  save: (body: AsyncIterable<Uint8Array>) => Promise<Saved>,
  patience: Patience = { deadlineMs: limits.media.fetchDeadlineMs, idleMsMax },
): Promise<Saved> {
  const ending = new AbortController()
  const timer = setTimeout(() => ending.abort(), patience.deadlineMs)
  const wait: Wait = (next) => {
    const idle = setTimeout(() => ending.abort(), patience.idleMsMax)
    return next.finally(() => clearTimeout(idle))
  }
  try {
    const answer = await follow(ctx, new URL(url), ending.signal, wait)
    try {
      return await save(chunksOf(answer, ending.signal, wait))
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

async function follow(
  ctx: Context,
  first: URL,
  signal: AbortSignal,
  wait: Wait,
): Promise<Download> {
  let url = first
  for (let hop = 0; hop <= limits.media.redirectsMax; hop += 1) {
    if (url.username || url.password) throw unreachable('The url must not hold a user or password.')
    const answer = await wait(download(ctx.outbound, { url, headers, signal }))
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

async function* chunksOf(
  answer: Download,
  signal: AbortSignal,
  wait: Wait,
): AsyncGenerator<Uint8Array> {
  const arriving = answer.body[Symbol.asyncIterator]()
  const claimed = Number(answer.headers['content-length'] ?? Number.NaN)
  let bytes = 0
  try {
    for (;;) {
      const { done, value } = await wait<IteratorResult<Buffer>>(arriving.next())
      if (done) break
      bytes += value.length
      yield value
    }
  } catch (err) {
    throw toOutboundError(err, signal)
  }
  if (bytes < claimed) throw unreachable('The answer ended before it was complete.')
}

function unreachable(message: string, cause?: unknown): ServiceError {
  return new ServiceError('media_unreachable', { message, param: 'url', cause })
}
