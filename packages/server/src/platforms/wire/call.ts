import { limits } from '../../core/limits.ts'
import type { PlatformValue } from '../../core/networks.ts'
import { type Outbound, OutboundError } from '../../outbound/outbound.ts'
import { report } from '../../telemetry/events.ts'
import { inSpan, noteInSpan } from '../../telemetry/trace.ts'
import { PlatformError } from '../contract/errors.ts'
import type { PlatformCall } from '../contract/platform.ts'
import { encodeBody } from './request-body.ts'

const userAgent = 'Postern/1'
const { deadlineMs, responseBytesMax, chosenResponseBytesMax } = limits.platform
const limitsByHost = {
  configured: { deadlineMs, responseBytesMax },
  chosen_host: { deadlineMs, responseBytesMax: chosenResponseBytesMax },
  /** A person waits for the response. */
  typed_host: {
    deadlineMs: limits.connect.serverDeadlineMs,
    responseBytesMax: limits.connect.serverResponseBytesMax,
  },
}

/**
 * All requests to platforms go through this call. It applies the request's deadline and size limit
 * of the response, or those for the kind of host. Without a complete response it throws
 * `PlatformError` `unavailable` with the `OutboundError` as cause. Requests are never logged.
 */
export function createPlatformCall(outbound: Pick<Outbound, 'request'>): PlatformCall {
  return async (request) => {
    const body = encodeBody(request)
    const defaults = limitsByHost[request.guard ?? 'configured']
    try {
      const response = await outbound.request({
        method: request.method,
        url: request.url,
        headers: {
          accept: 'application/json',
          'user-agent': userAgent,
          ...(body ? { 'content-type': body.type } : {}),
          ...request.headers,
        },
        body: body?.data ?? null,
        deadlineMs: request.deadlineMs ?? defaults.deadlineMs,
        responseBytesMax: request.responseBytesMax ?? defaults.responseBytesMax,
        keep: 'whole',
        ...(request.guard ? { guard: request.guard } : {}),
      })
      return {
        status: response.status,
        headers: response.headers,
        text: response.body.toString('utf8'),
      }
    } catch (err) {
      if (err instanceof OutboundError) throw new PlatformError('unavailable', { cause: err })
      throw err
    }
  }
}

/** The same call with metrics and a span per platform. URLs contain ids, so they are not recorded. */
export function instrumentedCall(platform: PlatformValue, call: PlatformCall): PlatformCall {
  return async (request) => {
    const startedAt = performance.now()
    const record = (outcome: string) => {
      report('platform.called', {
        platform,
        outcome,
        seconds: (performance.now() - startedAt) / 1_000,
      })
      noteInSpan({ outcome })
    }
    return await inSpan('platform.call', { platform, method: request.method }, async () => {
      try {
        const response = await call(request)
        record(response.status < 400 ? 'ok' : response.status < 500 ? 'refused' : 'failed')
        return response
      } catch (err) {
        const isOutbound = err instanceof PlatformError && err.cause instanceof OutboundError
        record(isOutbound ? (err.cause as OutboundError).kind : 'error')
        throw err
      }
    })
  }
}

/** Path segments without `..`, `?`, `#` or escapes, so that an id cannot change the path. */
const safePath = /^(\/(?!\.{1,2}(\/|$))[A-Za-z0-9._~:-]+)*\/?$/

/**
 * A platform URL: `path` appended to a configured base. Ids in `path` may come from an API caller, so
 * a path with unsafe characters throws `PlatformError` `rejected`.
 */
export function platformUrl(
  base: string,
  path: string,
  params: Readonly<Record<string, string>> = {},
): URL {
  if (!safePath.test(path)) {
    throw new PlatformError('rejected', { cause: new Error('the path contains an unsafe id') })
  }
  const url = new URL(base + path)
  for (const [name, value] of Object.entries(params)) url.searchParams.set(name, value)
  return url
}
