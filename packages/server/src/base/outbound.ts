import dns from 'node:dns'
import net from 'node:net'
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
}

export type OutboundAnswer = {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: Buffer
}

export type Outbound = {
  /** Sends one request. Redirects are not followed. Throws `OutboundError`. */
  request(request: OutboundRequest): Promise<OutboundAnswer>
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
 * The one door to the outside: every call has an absolute deadline, a size limit and a guard on the
 * address that holds for literals, for every resolved address (pinned: the socket uses what was
 * checked) and for the connected socket (shared/design/webhooks.md §7).
 */
export function createOutbound(options: Options): Outbound {
  const guarded = createAgent(options, options.allowPrivate)
  const trusted = createAgent(options, true)
  const trustedOrigins = new Set(options.trustedOrigins)
  return {
    request: (request) => send(trustedOrigins.has(request.url.origin) ? trusted : guarded, request),
    close: async () => {
      await Promise.all([guarded.destroy(), trusted.destroy()])
    },
  }
}

function createAgent(options: Options, allowPrivate: boolean): Agent {
  const isAllowed = (address: string) => allowPrivate || isPublicAddress(address)
  const base = buildConnector({
    allowH2: false,
    timeout: 3_000,
    maxCachedSessions: 1_000,
    lookup: vettedLookup(options.lookup ?? dns.lookup, isAllowed) as never,
    ...(options.ca ? { ca: options.ca } : {}),
  })
  const connect: buildConnector.connector = (target, callback) => {
    const host = target.hostname.replace(/^\[|\]$/g, '')
    if (target.protocol !== 'https:' && !allowPrivate) return callback(blocked(), null)
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
    connections: limits.webhook.inFlightPerEndpointMax,
    pipelining: 1,
    maxHeaderSize: limits.webhook.headerBytesMax,
    headersTimeout: 0,
    bodyTimeout: 0,
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
    let settled = false
    const chunks: Buffer[] = []
    let bytes = 0

    // Undici's own timers are coarse (a 5,000 ms header time-out fired at 5,495 ms) and start anew
    // with each 1xx answer, so one absolute timer rules the request.
    const timer = setTimeout(() => {
      const late = new OutboundError('timeout', controller !== null)
      if (answer && request.keep === 'start') finish()
      else fail(late)
      controller?.abort(late)
    }, request.deadlineMs)

    const finish = () => {
      if (settled || !answer) return
      settled = true
      clearTimeout(timer)
      const body = Buffer.concat(chunks)
      resolve({ ...answer, body: body.subarray(0, request.bytesKept ?? body.length) })
    }
    const fail = (err: unknown) => {
      if (settled) return
      settled = true
      clearTimeout(timer)
      reject(err instanceof OutboundError ? err : classify(err, controller !== null))
    }

    agent.dispatch(
      {
        origin: request.url.origin,
        path: request.url.pathname + request.url.search,
        method: request.method,
        headers: request.headers ?? {},
        body: request.body ?? null,
      },
      {
        onRequestStart: (started) => {
          controller = started
          if (settled) started.abort(new Error('deadline passed before the request began'))
        },
        onResponseStart: (_controller, status, headers) => {
          if (status >= 200) answer = { status, headers }
        },
        onResponseData: (running, chunk) => {
          bytes += chunk.length
          if (bytes <= request.responseBytesMax) return void chunks.push(chunk)
          if (request.keep === 'start') finish()
          else fail(new OutboundError('too_large', true))
          running.abort(new Error('the answer is too large'))
        },
        onResponseEnd: finish,
        onResponseError: (_controller, err) => {
          if (answer && request.keep === 'start') finish()
          else fail(err)
        },
      },
    )
  })
}

const tlsCodes =
  /^(ERR_TLS|ERR_SSL|CERT_|UNABLE_TO_|SELF_SIGNED|DEPTH_ZERO|HOSTNAME_MISMATCH|EPROTO)/
const dnsCodes = new Set(['ENOTFOUND', 'EAI_AGAIN', 'EAI_FAIL', 'EAI_NODATA', 'ENODATA'])

function classify(err: unknown, sent: boolean): OutboundError {
  const code = String((err as { code?: unknown })?.code ?? '')
  if (code === 'BLOCKED_ADDRESS') return new OutboundError('blocked_address', false, err)
  if (dnsCodes.has(code)) return new OutboundError('dns', false, err)
  if (tlsCodes.test(code)) return new OutboundError('tls', false, err)
  if (code === 'UND_ERR_CONNECT_TIMEOUT') return new OutboundError('timeout', false, err)
  if (code === 'UND_ERR_HEADERS_OVERFLOW') return new OutboundError('too_large', true, err)
  return new OutboundError('connection', sent, err)
}
