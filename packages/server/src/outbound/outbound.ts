import type dns from 'node:dns'
import net from 'node:net'
import type { Agent, Dispatcher } from 'undici'
import { isPublicAddress } from './address.ts'
import { createAgent, ownAddresses } from './agent.ts'
import { createLookup } from './lookup.ts'
import { failedStale, rawBytesOf, type Tracked, trackConnection } from './stale.ts'

export type OutboundFailure =
  | 'timeout'
  | 'dns'
  | 'connection'
  | 'tls'
  | 'blocked_address'
  | 'too_large'

/** No complete answer was had. `sent` is false only when no byte of the request can have left. */
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
  body?: string | Buffer | null
  /** From the start of the request to the end of the answer's headers, name look-up included. */
  deadlineMs: number
  /** The answer is cut (`keep: 'start'`) or refused (`keep: 'whole'`) beyond this. */
  responseBytesMax: number
  /** `whole`: the body in full or an error. `start`: its first bytes; headers decide success. */
  keep: 'whole' | 'start'
  bytesKept?: number
  /** For a url that somebody gave us: it may not profit from the trusted origins. */
  guard?: 'always'
  /**
   * Sends it once more, on a new connection and within the same deadline, when the kept connection
   * it went out on turns out to have been closed meanwhile: not one byte came back. For requests
   * whose receivers expect that a request may come twice.
   */
  ifStale?: 'send_again'
}

export type OutboundResponse = {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: Buffer
}

export type Outbound = {
  /** Sends one request. Redirects are not followed. Throws `OutboundError`. */
  request(request: OutboundRequest): Promise<OutboundResponse>
  /**
   * Whether a host resolves, now, to addresses that may be called; `unknown` when it does not
   * resolve in time. A first word to a person, never a guard: each request checks for itself.
   * `public`: whatever the configuration allows, the addresses have to be public.
   */
  checkHost(
    host: string,
    deadlineMs: number,
    reach?: 'public',
  ): Promise<'allowed' | 'refused' | 'unknown'>
  /** Connects to allowed addresses only, never by way of the trusted origins: for downloads. */
  readonly guarded: Dispatcher
  close(): Promise<void>
}

type Options = {
  /** Development only: private addresses may be called. */
  allowPrivate: boolean
  /** Origins from our own configuration (the platforms), which may be private: the sandbox. */
  trustedOrigins: readonly string[]
  /** PEM of an additional certificate authority. */
  ca?: string | null
  lookup?: typeof dns.lookup
}

/**
 * What comes in on the wire and is in no body, such as extensions of chunks or 1xx answers without end, keeps
 * the parser busy: it is looked at so often. A chunk of one byte takes six.
 */
const checkEveryMs = 250
const rawBytesPerByte = 8
const rawOverheadBytesMax = 256 * 1024

/**
 * The one door to the outside: every call has an absolute deadline, a size limit and a guard on the
 * address that holds for literals, for every resolved address (pinned: the socket uses what was
 * checked) and for the connected socket (SECURITY.md).
 */
export function createOutbound(options: Options): Outbound {
  const lookup = options.lookup ?? createLookup()
  const machineAddresses = ownAddresses()
  const isPublic = (address: string) => isPublicAddress(address) && !machineAddresses.has(address)
  const isAllowed = (address: string) => options.allowPrivate || isPublic(address)
  const { ca, allowPrivate } = options
  const guarded = createAgent({ ca, lookup, isAllowed, allowHttp: allowPrivate })
  const unpooled = createAgent({ ca, lookup, isAllowed, allowHttp: allowPrivate, keepAlive: false })
  const trusted = createAgent({ ca, lookup, isAllowed: () => true, allowHttp: true })
  const trustedOrigins = new Set(options.trustedOrigins)
  return {
    request: (request) => {
      const isTrusted = request.guard !== 'always' && trustedOrigins.has(request.url.origin)
      return send(isTrusted ? trusted : guarded, unpooled, request)
    },
    guarded,
    checkHost: (host, deadlineMs, reach) =>
      checkHost(lookup, reach === 'public' ? isPublic : isAllowed, host, deadlineMs),
    close: async () => {
      await Promise.all([guarded, unpooled, trusted].map((agent) => agent.destroy()))
    },
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
    /** Where headers alone decide, whatever ends the body early does not undo them. */
    const end = (err: unknown) => (response && request.keep === 'start' ? finish() : fail(err))

    // Undici's own timers are coarse (a 5,000 ms header time-out fired at 5,495 ms) and start anew
    // with each 1xx answer, so one absolute end rules the request.
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
        running.abort(new Error('the answer is too large'))
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
    headers: request.headers ?? {},
    body: request.body ?? null,
  }
}

const tlsCodes =
  /^(ERR_TLS|ERR_SSL|CERT_|CRL_|UNABLE_TO_|SELF_SIGNED|DEPTH_ZERO|HOSTNAME_MISMATCH|INVALID_(CA|PURPOSE)|PATH_LENGTH|EPROTO)/
const dnsCodes = /^(ENOTFOUND|EAI_\w+|E?(NODATA|FORMERR|SERVFAIL|NOTIMP|REFUSED|BADRESP|TIMEOUT))$/
const timeoutCodes = new Set(['UND_ERR_CONNECT_TIMEOUT', 'ETIMEDOUT'])

/** What went wrong, by the error's code. */
export function classify(err: unknown, sent: boolean): OutboundError {
  const code = String((err as { code?: unknown })?.code ?? '')
  if (code === 'BLOCKED_ADDRESS') return new OutboundError('blocked_address', false, err)
  if (dnsCodes.test(code)) return new OutboundError('dns', false, err)
  if (tlsCodes.test(code)) return new OutboundError('tls', sent, err)
  if (timeoutCodes.has(code)) return new OutboundError('timeout', sent, err)
  if (code === 'UND_ERR_HEADERS_OVERFLOW') return new OutboundError('too_large', true, err)
  return new OutboundError('connection', sent, err)
}
