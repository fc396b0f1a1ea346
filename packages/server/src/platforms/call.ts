import { limits } from '../core/limits.ts'
import type { PlatformValue } from '../core/networks.ts'
import { type Outbound, OutboundError } from '../outbound/outbound.ts'
import { emit } from '../telemetry/events.ts'
import { inSpan, noteInSpan } from '../telemetry/trace.ts'
import { PlatformError } from './errors.ts'
import type { PlatformCall, PlatformRequest } from './platform.ts'

const userAgent = 'Postern/1'

/**
 * The one way to a platform. Every call has a deadline (its own, or that of `limits.platform`) and
 * the size limit of `limits.platform`; without a complete answer it throws `PlatformError`
 * `unavailable` whose cause is the `OutboundError`. Nothing of the request is logged or put into an
 * error.
 */
export function createPlatformCall(outbound: Pick<Outbound, 'request'>): PlatformCall {
  return async (request) => {
    const body = encodeBody(request)
    try {
      const answer = await outbound.request({
        method: request.method,
        url: request.url,
        headers: {
          accept: 'application/json',
          'user-agent': userAgent,
          ...(body ? { 'content-type': body.type } : {}),
          ...request.headers,
        },
        body: body?.data ?? null,
        deadlineMs: request.deadlineMs ?? limits.platform.deadlineMs,
        responseBytesMax: limits.platform.responseBytesMax,
        keep: 'whole',
      })
      return {
        status: answer.status,
        headers: answer.headers,
        text: answer.body.toString('utf8'),
      }
    } catch (err) {
      if (err instanceof OutboundError) throw new PlatformError('unavailable', { cause: err })
      throw err
    }
  }
}

/** The same call, counted and traced under the name of its platform; addresses hold ids and stay out. */
export function watchedCall(platform: PlatformValue, call: PlatformCall): PlatformCall {
  return async (request) => {
    const began = performance.now()
    const done = (outcome: string) => {
      emit('platform.called', { platform, outcome, seconds: (performance.now() - began) / 1_000 })
      noteInSpan({ outcome })
    }
    return await inSpan('platform.call', { platform, method: request.method }, async () => {
      try {
        const answer = await call(request)
        done(answer.status < 400 ? 'ok' : answer.status < 500 ? 'refused' : 'failed')
        return answer
      } catch (err) {
        const isOutbound = err instanceof PlatformError && err.cause instanceof OutboundError
        done(isOutbound ? (err.cause as OutboundError).kind : 'error')
        throw err
      }
    })
  }
}

/** Segments as platforms have them: words and ids, none of which leads elsewhere. */
const plainPath = /^(\/(?!\.{1,2}(\/|$))[A-Za-z0-9._~:-]+)*\/?$/

/**
 * An address of a platform: `path` appended to a base of the configuration. An id in it may have come
 * from a caller of ours: one that would turn the path into another, or into a query, is `rejected`.
 */
export function platformUrl(
  base: string,
  path: string,
  params: Readonly<Record<string, string>> = {},
): URL {
  if (!plainPath.test(path)) {
    throw new PlatformError('rejected', { cause: new Error('an id is no part of a path') })
  }
  const url = new URL(base + path)
  for (const [name, value] of Object.entries(params)) url.searchParams.set(name, value)
  return url
}

function encodeBody(request: PlatformRequest): { type: string; data: string | Buffer } | null {
  if (request.form) {
    const data = new URLSearchParams(request.form).toString()
    return { type: 'application/x-www-form-urlencoded', data }
  }
  if (request.json !== undefined) {
    return { type: 'application/json', data: JSON.stringify(request.json) }
  }
  return request.bytes ?? null
}
