import type { Context as Call, MiddlewareHandler } from 'hono'
import type { Context } from '../context.ts'
import { ServiceError } from '../core/errors.ts'
import { limits } from '../core/limits.ts'
import { isDraining } from '../jobs/draining.ts'
import { callerOf, isProxy, networkOf } from './caller.ts'
import type { Caller } from './request.ts'
import type { Vars } from './vars.ts'

const { traffic } = limits
/** Never refused, so that monitors do not mistake an overloaded process for a dead one. */
const monitoringPaths = new Set(['/health', '/ready', '/metrics'])
const bodiless = new Set(['GET', 'HEAD', 'OPTIONS'])

type InFlight = { caller: Caller; bodyBytes: number }

/**
 * Bounds the requests in progress and the bytes of their bodies; beyond that, 503 `overloaded` before
 * any work is done. An address can have at most as many of both as are still free, so that a slow one
 * never takes them all. A request counts until its response is sent, so slow readers count too; event
 * streams have their own limit. While the process drains, each response closes its connection.
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
 * Whether the request's address would use more than is still free. That is impossible while more than
 * half is free, so addresses are compared under pressure only. A trusted proxy that sends no client
 * address is exempt.
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
  // The unread rest of the body would keep the connection busy.
  call.header('connection', 'close')
  return new ServiceError('overloaded', { retryAfterSeconds: traffic.retryAfterSeconds })
}

/** The largest body of any route. */
const bodyBytesMax = Math.max(limits.import.bodyBytesMax, limits.inbound.bodyBytesMax)

/** The memory that a body can take, in bytes; uploads are streamed. */
function bodyBytesOf(call: Call): number {
  const { method } = call.req
  if (bodiless.has(method)) return 0
  const type = call.req.header('content-type') ?? ''
  if (type.startsWith('multipart/form-data')) return traffic.uploadBytesHeld
  const length = Number(call.req.header('content-length') ?? Number.NaN)
  if (Number.isFinite(length)) return Math.min(length, bodyBytesMax)
  return call.req.header('transfer-encoding') ? limits.body.logoBytesMax : 0
}

/** Calls `leave` once the response is sent or the client is gone. Returns `false` without a socket. */
function onClose(call: Call, leave: () => void): boolean {
  const { outgoing } = (call.env ?? {}) as { outgoing?: NodeJS.EventEmitter & { closed: boolean } }
  if (!outgoing) return false
  if (outgoing.closed) leave()
  else outgoing.once('close', leave)
  return true
}
