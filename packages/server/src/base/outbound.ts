import dns from 'node:dns'
import net from 'node:net'
import { networkInterfaces } from 'node:os'
import { getCACertificates } from 'node:tls'
import { Agent, buildConnector, type Dispatcher } from 'undici'
import { isPublicAddress } from './address.ts'
import { limits } from './limits.ts'

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
}

export type OutboundAnswer = {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: Buffer
}

export type Outbound = {
  /** Sends one request. Redirects are not followed. Throws `OutboundError`. */
  request(request: OutboundRequest): Promise<OutboundAnswer>
  /**
   * Whether a host resolves, now, to addresses that may be called; `unknown` when it does not
   * resolve in time. A first word to a person, never a guard: each request checks for itself.
   */
  checkHost(host: string, deadlineMs: number): Promise<'allowed' | 'refused' | 'unknown'>
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

const connectMsMax = 3_000
const originsMax = 5_000
/** Undici holds back what exceeds this per origin; the callers keep themselves far below it. */
const connectionsPerOriginMax = limits.webhook.inFlightMax

/**
 * The one door to the outside: every call has an absolute deadline, a size limit and a guard on the
 * address that holds for literals, for every resolved address (pinned: the socket uses what was
 * checked) and for the connected socket (shared/design/webhooks.md §7).
 */
export function createOutbound(options: Options): Outbound {
  const lookup = options.lookup ?? dns.lookup
  const own = ownAddresses()
  const isAllowed = (address: string) =>
    options.allowPrivate || (isPublicAddress(address) && !own.has(address))
  const guarded = createAgent(options, lookup, isAllowed, options.allowPrivate)
  const trusted = createAgent(options, lookup, () => true, true)
  const trustedOrigins = new Set(options.trustedOrigins)
  return {
    request: (request) => {
      const isTrusted = request.guard !== 'always' && trustedOrigins.has(request.url.origin)
      return send(isTrusted ? trusted : guarded, request)
    },
    guarded,
    checkHost: (host, deadlineMs) => checkHost(lookup, isAllowed, host, deadlineMs),
    close: async () => {
      await Promise.all([guarded.destroy(), trusted.destroy()])
    },
  }
}

/** A public address of this very machine leads to what listens here, so it is refused too. */
function ownAddresses(): Set<string> {
  return new Set(
    Object.values(networkInterfaces()).flatMap((each) =>
      (each ?? []).map(({ address }) => address),
    ),
  )
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

function createAgent(
  options: Options,
  lookup: typeof dns.lookup,
  isAllowed: (address: string) => boolean,
  allowHttp: boolean,
): Agent {
  const base = buildConnector({
    allowH2: false,
    timeout: connectMsMax,
    maxCachedSessions: 1_000,
    minVersion: 'TLSv1.2',
    rejectUnauthorized: true,
    lookup: vettedLookup(lookup, isAllowed) as never,
    // Node takes `ca` instead of the authorities it knows, not beside them.
    ...(options.ca ? { ca: [...getCACertificates('default'), options.ca] } : {}),
  })
  const connect: buildConnector.connector = (target, callback) => {
    const host = target.hostname.replace(/^\[|\]$/g, '')
    if (target.protocol !== 'https:' && !allowHttp) return callback(blocked(), null)
    if (net.isIP(host) && !isAllowed(host)) return callback(blocked(), null)
    base(target, (...[err, socket]) => {
      if (err || !socket) return callback(err ?? new Error('no socket'), null)
      if (socket.remoteAddress && isAllowed(socket.remoteAddress)) return callback(null, socket)
      socket.destroy()
      callback(blocked(), null)
    })
  }
  return new Agent({
    connect,
    connections: connectionsPerOriginMax,
    pipelining: 1,
    maxOrigins: originsMax,
    maxHeaderSize: limits.webhook.headerBytesMax,
    headersTimeout: 0,
    bodyTimeout: 0,
    // Below the 5 s after which common servers close an idle connection.
    keepAliveTimeout: 4_000,
    keepAliveMaxTimeout: 60_000,
  })
}

function blocked(): Error {
  return Object.assign(new Error('blocked_address'), { code: 'BLOCKED_ADDRESS' })
}

/** Refuses a name when any of its addresses is not allowed, and hands on exactly the vetted list. */
function vettedLookup(lookup: typeof dns.lookup, isAllowed: (address: string) => boolean) {
  return (
    host: string,
    given: dns.LookupOptions,
    callback: (err: Error | null, address: string | dns.LookupAddress[], family?: number) => void,
  ) => {
    lookup(host, { ...given, all: true }, (err, addresses) => {
      if (err) return callback(err, [])
      if (addresses.length === 0 || addresses.some(({ address }) => !isAllowed(address))) {
        return callback(blocked(), [])
      }
      if (given.all) return callback(null, addresses)
      callback(null, addresses[0]!.address, addresses[0]!.family)
    })
  }
}

function send(agent: Agent, request: OutboundRequest): Promise<OutboundAnswer> {
  return new Promise((resolve, reject) => {
    let controller: Dispatcher.DispatchController | null = null
    let answer: { status: number; headers: OutboundAnswer['headers'] } | null = null
    let isSettled = false
    const chunks: Buffer[] = []
    let bytes = 0

    const finish = () => {
      if (isSettled || !answer) return
      isSettled = true
      clearTimeout(timer)
      const body = Buffer.concat(chunks)
      resolve({ ...answer, body: body.subarray(0, request.bytesKept ?? body.length) })
    }
    const fail = (err: unknown) => {
      if (isSettled) return
      isSettled = true
      clearTimeout(timer)
      reject(err instanceof OutboundError ? err : classify(err, controller !== null))
    }
    /** Where headers alone decide, whatever ends the body early does not undo them. */
    const end = (err: unknown) => (answer && request.keep === 'start' ? finish() : fail(err))

    // Undici's own timers are coarse (a 5,000 ms header time-out fired at 5,495 ms) and start anew
    // with each 1xx answer, so one absolute timer rules the request.
    const timer = setTimeout(() => {
      const late = new OutboundError('timeout', controller !== null)
      end(late)
      controller?.abort(late)
    }, request.deadlineMs)

    try {
      agent.dispatch(dispatchOptions(request), {
        onRequestStart: (started) => {
          controller = started
          if (isSettled) started.abort(new Error('the deadline passed before the request began'))
        },
        onResponseStart: (_controller, status, headers) => {
          if (status >= 200) answer = { status, headers }
        },
        onResponseData: (running, chunk) => {
          bytes += chunk.length
          if (bytes <= request.responseBytesMax) return void chunks.push(chunk)
          end(new OutboundError('too_large', true))
          running.abort(new Error('the answer is too large'))
        },
        onResponseEnd: finish,
        onResponseError: (_controller, err) => end(err),
      })
    } catch (err) {
      fail(err)
    }
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
const dnsCodes = new Set(['ENOTFOUND', 'EAI_AGAIN', 'EAI_FAIL', 'EAI_NODATA', 'ENODATA'])
const timeoutCodes = new Set(['UND_ERR_CONNECT_TIMEOUT', 'ETIMEDOUT'])

/** What went wrong, by the error's code. */
export function classify(err: unknown, sent: boolean): OutboundError {
  const code = String((err as { code?: unknown })?.code ?? '')
  if (code === 'BLOCKED_ADDRESS') return new OutboundError('blocked_address', false, err)
  if (dnsCodes.has(code)) return new OutboundError('dns', false, err)
  if (tlsCodes.test(code)) return new OutboundError('tls', sent, err)
  if (timeoutCodes.has(code)) return new OutboundError('timeout', sent, err)
  if (code === 'UND_ERR_HEADERS_OVERFLOW') return new OutboundError('too_large', true, err)
  return new OutboundError('connection', sent, err)
}
