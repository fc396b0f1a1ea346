import type dns from 'node:dns'
import net from 'node:net'
import { Readable } from 'node:stream'
import type { Agent, Dispatcher } from 'undici'
import { isPublicAddress } from './address.ts'
import { createAgent, ownAddresses } from './agent.ts'
import { createLookup, lookUpTxt } from './lookup.ts'
import { failedStale, rawBytesOf, type Tracked, trackConnection } from './stale.ts'

export type OutboundFailure =
  | 'timeout'
  | 'dns'
  | 'connection'
  | 'tls'
  | 'blocked_address'
  | 'too_large'

/** There was no complete response. `sent` is false only if no byte of the request can have been sent. */
export class OutboundError extends Error {
  override readonly name = 'OutboundError'
  readonly kind: OutboundFailure
  readonly sent: boolean

  constructor(kind: OutboundFailure, sent: boolean, cause?: unknown) {
    super(`outbound request failed: ${kind}`, { cause })
    this.kind = kind
    this.sent = sent
  }
}

export type OutboundRequest = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD'
  url: URL
  headers?: Record<string, string>
  body?: string | Buffer | StreamedBody | null
  /** From the start of the request, including name resolution, to the end of the response. */
  deadlineMs: number
  /** A longer body is cut off (`keep: 'start'`) or an error (`keep: 'whole'`). */
  responseBytesMax: number
  /** `whole`: the full body or an error. `start`: its first bytes; a response with headers succeeds. */
  keep: 'whole' | 'start'
  bytesKept?: number
  /**
   * For URLs from users. `always`: the trusted origins do not apply. `chosen_host`: public https
   * addresses only, whatever the configuration allows, except for trusted servers. `typed_host`: the
   * same, and a failure takes the whole deadline, so that its time reveals nothing about a network.
   */
  guard?: 'always' | 'chosen_host' | 'typed_host'
  /**
   * Retries once, on a new connection and within the same deadline, when a reused keep-alive connection
   * turns out to be closed and no byte came back. For receivers that tolerate duplicates.
   */
  ifStale?: 'send_again'
}

/** A body of exactly `size` bytes that is read while it is sent. */
export type StreamedBody = { size: number; chunks: () => AsyncIterable<Buffer> }

export type OutboundResponse = {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: Buffer
}

export type Outbound = {
  /** Sends one request. Redirects are not followed. Throws `OutboundError`. */
  request(request: OutboundRequest): Promise<OutboundResponse>
  /**
   * Whether a host currently resolves to addresses that may be called; `unknown` when it does not
   * resolve in time. Early feedback for users, not a guard: every request checks again. With `public`
   * the addresses must be public even if the configuration allows private ones.
   */
  checkHost(
    host: string,
    deadlineMs: number,
    reach?: 'public',
  ): Promise<'allowed' | 'refused' | 'unknown'>
  /** The TXT records of a name; empty if there are none or no nameserver answers. */
  lookUpTxt(name: string): Promise<string[]>
  /** Connects to allowed addresses only, without trusted origins; for downloads. */
  readonly guarded: Dispatcher
  close(): Promise<void>
}

type Options = {
  /** Development only: private addresses may be called. */
  allowPrivate: boolean
  /** Origins of the configured platforms; they may be private, like the sandbox. */
  trustedOrigins: readonly string[]
  /** Origins that are exempt from `chosen_host` and `typed_host`. */
  trustedServers?: readonly string[]
  /** PEM of an additional certificate authority. */
  ca?: string | null
  lookup?: typeof dns.lookup
}

/**
 * How often the bytes on the wire are checked: endless 1xx responses or chunk extensions would keep the
 * parser busy without adding to the body. A chunk of one byte takes six on the wire.
 */
const checkEveryMs = 250
const rawBytesPerByte = 8
const rawOverheadBytesMax = 256 * 1024

/**
 * Creates the only client for requests to the outside. Every request has an absolute deadline, a size
 * limit and an address guard, which checks literals, every resolved address (the socket uses exactly
 * those) and the connected socket (SECURITY.md).
 */
export function createOutbound(options: Options): Outbound {
  const lookup = options.lookup ?? createLookup()
  const machineAddresses = ownAddresses()
  const isPublic = (address: string) => isPublicAddress(address) && !machineAddresses.has(address)
  const isAllowed = (address: string) => options.allowPrivate || isPublic(address)
  const { ca, allowPrivate } = options
  const guarded = createAgent({ ca, lookup, isAllowed, allowHttp: allowPrivate })
  const unpooled = createAgent({ ca, lookup, isAllowed, allowHttp: allowPrivate, keepAlive: false })
  const publicOnly = createAgent({ ca, lookup, isAllowed: isPublic, allowHttp: false })
  const trusted = createAgent({ ca, lookup, isAllowed: () => true, allowHttp: true })
  const trustedOrigins = new Set(options.trustedOrigins)
  const trustedServers = new Set(options.trustedServers)
  const agentFor = ({ guard, url }: OutboundRequest): Agent => {
    if (guard === 'always') return guarded
    if (guard) return trustedServers.has(url.origin) ? trusted : publicOnly
    return trustedOrigins.has(url.origin) ? trusted : guarded
  }
  return {
    request: (request) => {
      const response = send(agentFor(request), unpooled, request)
      return request.guard === 'typed_host' ? failAtDeadline(response, request) : response
    },
    lookUpTxt,
    guarded,
    checkHost: (host, deadlineMs, reach) =>
      checkHost(lookup, reach === 'public' ? isPublic : isAllowed, host, deadlineMs),
    close: async () => {
      const agents = [guarded, unpooled, publicOnly, trusted]
      await Promise.all(agents.map((agent) => agent.destroy()))
    },
  }
}

/** Delays a failure until the deadline of the request. */
async function failAtDeadline(
  response: Promise<OutboundResponse>,
  { deadlineMs }: OutboundRequest,
): Promise<OutboundResponse> {
  const deadline = new Promise((resolve) => setTimeout(resolve, deadlineMs).unref())
  try {
    return await response
  } catch (err) {
    await deadline
    throw err
  }
}

function checkHost(
  lookup: typeof dns.lookup,
  isAllowed: (address: string) => boolean,
  host: string,
  deadlineMs: number,
): Promise<'allowed' | 'refused' | 'unknown'> {
  if (net.isIP(host)) return Promise.resolve(isAllowed(host) ? 'allowed' : 'refused')
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve('unknown'), deadlineMs)
    lookup(host, { all: true }, (err, addresses) => {
      clearTimeout(timer)
      if (err || addresses.length === 0) return resolve('unknown')
      resolve(addresses.every(({ address }) => isAllowed(address)) ? 'allowed' : 'refused')
    })
  })
}

function send(agent: Agent, unpooled: Agent, request: OutboundRequest): Promise<OutboundResponse> {
  return new Promise((resolve, reject) => {
    let controller: Dispatcher.DispatchController | null = null
    let response: { status: number; headers: OutboundResponse['headers'] } | null = null
    let isSettled = false
    let isRetried = request.ifStale !== 'send_again'
    const chunks: Buffer[] = []
    let bytes = 0

    const finish = () => {
      if (isSettled || !response) return
      isSettled = true
      clearTimeout(timer)
      const body = Buffer.concat(chunks)
      resolve({ ...response, body: body.subarray(0, request.bytesKept ?? body.length) })
    }
    const fail = (err: unknown) => {
      if (isSettled) return
      isSettled = true
      clearTimeout(timer)
      reject(err instanceof OutboundError ? err : classify(err, controller !== null))
    }
    /** With `keep: 'start'` the headers decide, so an error in the body still succeeds. */
    const end = (err: unknown) => (response && request.keep === 'start' ? finish() : fail(err))

    // Undici's timers are coarse (a 5,000 ms headers timeout fired at 5,495 ms) and restart with each
    // 1xx response, so the request has one absolute deadline.
    const endsAt = performance.now() + request.deadlineMs
    const rawBytesMax = request.responseBytesMax * rawBytesPerByte + rawOverheadBytesMax
    const checkProgress = () => {
      const leftMs = endsAt - performance.now()
      if (leftMs > 0 && rawBytesOf(handler) <= rawBytesMax) {
        timer = setTimeout(checkProgress, Math.min(leftMs, checkEveryMs))
        return
      }
      const err = new OutboundError(leftMs > 0 ? 'too_large' : 'timeout', controller !== null)
      end(err)
      controller?.abort(err)
    }
    let timer = setTimeout(checkProgress, Math.min(request.deadlineMs, checkEveryMs))

    const handler: Dispatcher.DispatchHandler & Tracked = {
      onRequestStart: (started) => {
        controller = started
        if (isSettled) started.abort(new Error('the deadline passed before the request began'))
        else trackConnection(handler)
      },
      onResponseStart: (_controller, status, headers) => {
        if (status >= 200) response = { status, headers }
      },
      onResponseData: (running, chunk) => {
        bytes += chunk.length
        if (bytes <= request.responseBytesMax) return void chunks.push(chunk)
        end(new OutboundError('too_large', true))
        running.abort(new Error('the response is too large'))
      },
      onResponseEnd: finish,
      onResponseError: (_controller, err) => {
        if (isSettled || isRetried || !failedStale(handler, err)) return end(err)
        isRetried = true
        dispatchOn(unpooled)
      },
    }
    const dispatchOn = (onAgent: Agent) => {
      try {
        onAgent.dispatch(dispatchOptions(request), handler)
      } catch (err) {
        fail(err)
      }
    }
    dispatchOn(agent)
  })
}

function dispatchOptions(request: OutboundRequest): Dispatcher.DispatchOptions {
  return {
    origin: request.url.origin,
    path: request.url.pathname + request.url.search,
    method: request.method,
    ...contentOf(request),
  }
}

/** A declared length keeps undici from sending chunks, which some servers refuse. */
function contentOf({ headers = {}, body = null }: OutboundRequest) {
  if (body === null || typeof body === 'string' || Buffer.isBuffer(body)) return { headers, body }
  return {
    headers: { ...headers, 'content-length': String(body.size) },
    body: Readable.from(body.chunks(), { objectMode: false }),
  }
}

const tlsCodes =
  /^(ERR_TLS|ERR_SSL|CERT_|CRL_|UNABLE_TO_|SELF_SIGNED|DEPTH_ZERO|HOSTNAME_MISMATCH|INVALID_(CA|PURPOSE)|PATH_LENGTH|EPROTO)/
const dnsCodes = /^(ENOTFOUND|EAI_\w+|E?(NODATA|FORMERR|SERVFAIL|NOTIMP|REFUSED|BADRESP|TIMEOUT))$/
const timeoutCodes = new Set(['UND_ERR_CONNECT_TIMEOUT', 'ETIMEDOUT'])

/** Converts an error by its code. */
export function classify(err: unknown, sent: boolean): OutboundError {
  const code = String((err as { code?: unknown })?.code ?? '')
  if (code === 'BLOCKED_ADDRESS') return new OutboundError('blocked_address', false, err)
  if (dnsCodes.test(code)) return new OutboundError('dns', false, err)
  if (tlsCodes.test(code)) return new OutboundError('tls', sent, err)
  if (timeoutCodes.has(code)) return new OutboundError('timeout', sent, err)
  if (code === 'UND_ERR_HEADERS_OVERFLOW') return new OutboundError('too_large', true, err)
  return new OutboundError('connection', sent, err)
}
