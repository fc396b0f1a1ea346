import type { Context as Call, MiddlewareHandler } from 'hono'
import type { Context } from '../context.ts'
import { ServiceError } from '../core/errors.ts'
import { limits } from '../core/limits.ts'
import { isDraining } from '../jobs/draining.ts'
import { callerOf, isProxy, networkOf } from './caller.ts'
import type { Caller } from './request.ts'
import type { Vars } from './vars.ts'

const { traffic } = limits
/** Whoever watches over an overloaded process must not take it for a dead one. */
const monitoringPaths = new Set(['/health', '/ready', '/metrics'])
const bodiless = new Set(['GET', 'HEAD', 'OPTIONS'])

type InFlight = { caller: Caller; bodyBytes: number }

/**
 * Takes no more requests than this process can hold in memory: beyond the number in flight, or the
 * bytes that their bodies may have, 503 `overloaded` before anything of the request was done. An
 * address has at most as many of both as are still free, so that one that sends or reads slowly never
 * has all of them: half, and each further one half of what is left. A
 * request counts until its answer has left, so that clients that read slowly count too; a stream of
 * events counts as a stream. While the process drains, each answer ends its connection.
 */
export function limitTraffic(ctx: Context): MiddlewareHandler<{ Variables: Vars }> {
  const inUse = { requests: 0, bodyBytes: 0, streams: 0 }
  const inFlight = new Set<InFlight>()
  return async (call, next) => {
    const respond = async () => {
      await next()
      if (isDraining(ctx)) call.header('connection', 'close')
    }
    if (monitoringPaths.has(call.req.path)) return await respond()
    const bodyBytes = bodyBytesOf(call)
    const caller = callerOf(ctx.config, call)
    const free = {
      requests: traffic.requestsMax - inUse.requests,
      bodyBytes: traffic.bodyBytesMax - inUse.bodyBytes - bodyBytes,
    }
    const isFull = free.requests <= 0 || free.bodyBytes < 0
    if (isFull || exceedsShare(ctx, caller, bodyBytes, inFlight, free)) throw overloaded(call)
    const request = { caller, bodyBytes }
    inFlight.add(request)
    inUse.requests += 1
    inUse.bodyBytes += bodyBytes
    const release = () => {
      if (!inFlight.delete(request)) return
      inUse.requests -= 1
      inUse.bodyBytes -= bodyBytes
    }
    const releasesOnClose = onClose(call, release)
    try {
      await respond()
    } finally {
      if (!releasesOnClose) release()
    }
    if (call.get('hasHeaders')) return
    if (!call.res.headers.get('content-type')?.startsWith('text/event-stream')) return
    if (inUse.streams >= traffic.streamsMax) {
      await call.res.body?.cancel()
      throw overloaded(call)
    }
    release()
    inUse.streams += 1
    onClose(call, () => {
      inUse.streams -= 1
    })
  }
}

/**
 * Whether the address of this request would have more than is left to all others. Nobody can while more
 * than half is free, so that addresses are read under pressure alone. A proxy that names no address in
 * front of it speaks for everybody.
 */
function exceedsShare(
  ctx: Context,
  caller: Caller,
  bodyBytes: number,
  inFlight: ReadonlySet<InFlight>,
  free: { requests: number; bodyBytes: number },
): boolean {
  const hasSlack =
    free.requests * 2 > traffic.requestsMax &&
    (bodyBytes === 0 || free.bodyBytes * 2 > traffic.bodyBytesMax)
  if (hasSlack || caller.ip === null || isProxy(ctx.config, caller.ip)) return false
  const network = networkOf(caller.ip)
  let count = 0
  let bytes = bodyBytes
  for (const other of inFlight) {
    const { ip } = other.caller
    if (!ip || networkOf(ip) !== network) continue
    count += 1
    bytes += other.bodyBytes
  }
  return count >= free.requests || (bodyBytes > 0 && bytes > free.bodyBytes)
}

function overloaded(call: Call): ServiceError {
  // The rest of a body that nobody reads would keep the connection busy.
  call.header('connection', 'close')
  return new ServiceError('overloaded', { retryAfterSeconds: traffic.retryAfterSeconds })
}

/** What a body may take while it is worked on; a file is handed on in pieces. */
function bodyBytesOf(call: Call): number {
  const { method } = call.req
  if (bodiless.has(method)) return 0
  const type = call.req.header('content-type') ?? ''
  if (type.startsWith('multipart/form-data')) return traffic.uploadBytesHeld
  const length = Number(call.req.header('content-length') ?? Number.NaN)
  if (Number.isFinite(length)) return Math.min(length, limits.inbound.bodyBytesMax)
  return call.req.header('transfer-encoding') ? limits.body.jsonBytesMax : 0
}

/** Calls back once, when the answer has left or its client has; `false` without a connection. */
function onClose(call: Call, leave: () => void): boolean {
  const { outgoing } = (call.env ?? {}) as { outgoing?: NodeJS.EventEmitter & { closed: boolean } }
  if (!outgoing) return false
  if (outgoing.closed) leave()
  else outgoing.once('close', leave)
  return true
}
