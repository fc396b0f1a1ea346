import type dns from 'node:dns'
import net from 'node:net'
import { networkInterfaces } from 'node:os'
import { createSecureContext, getCACertificates, type SecureContext } from 'node:tls'
import { Agent, buildConnector } from 'undici'
import { limits } from '../core/limits.ts'

const connectMsMax = 3_000
const originsMax = 5_000
/** Undici queues requests beyond this per origin; the callers stay far below it. */
const connectionsPerOriginMax = limits.webhook.inFlightMax

type AgentOptions = {
  isAllowed: (address: string) => boolean
  lookup: typeof dns.lookup
  allowHttp: boolean
  /** PEM of an additional certificate authority. */
  ca?: string | null | undefined
  /** `false` opens a new connection for every request. */
  keepAlive?: boolean
}

/** Connects to allowed addresses only: checks literals, every resolved address and the socket's own. */
export function createAgent(options: AgentOptions): Agent {
  return new Agent({
    connect: guardedConnector(options),
    connections: connectionsPerOriginMax,
    // For undici, 0 means one request per connection.
    pipelining: options.keepAlive === false ? 0 : 1,
    maxOrigins: originsMax,
    maxHeaderSize: limits.webhook.headerBytesMax,
    headersTimeout: 0,
    bodyTimeout: 0,
    // Below the 5 s after which common servers close an idle connection.
    keepAliveTimeout: 4_000,
    keepAliveMaxTimeout: 60_000,
  })
}

/** The addresses of this machine; refused too, as a public one reaches its local services. */
export function ownAddresses(): Set<string> {
  return new Set(
    Object.values(networkInterfaces()).flatMap((addresses) =>
      (addresses ?? []).map(({ address }) => address),
    ),
  )
}

function guardedConnector(options: AgentOptions): buildConnector.connector {
  const { isAllowed, lookup, allowHttp } = options
  const base = buildConnector({
    allowH2: false,
    timeout: connectMsMax,
    maxCachedSessions: 1_000,
    minVersion: 'TLSv1.2',
    rejectUnauthorized: true,
    lookup: guardedLookup(lookup, isAllowed) as never,
    ...(options.ca ? { secureContext: secureContextWith(options.ca) } : {}),
  })
  return (target, callback) => {
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
}

/**
 * Trusts `ca` in addition to Node's default authorities, which the option `ca` would replace. One
 * shared context: otherwise each connection would parse 150 certificates and use a megabyte.
 */
function secureContextWith(ca: string): SecureContext {
  return createSecureContext({ ca: [...getCACertificates('default'), ca], minVersion: 'TLSv1.2' })
}

function blocked(): Error {
  return Object.assign(new Error('blocked_address'), { code: 'BLOCKED_ADDRESS' })
}

/** Rejects a name if any of its addresses is not allowed, and returns exactly the checked list. */
function guardedLookup(lookup: typeof dns.lookup, isAllowed: (address: string) => boolean) {
  return (
    host: string,
    options: dns.LookupOptions,
    callback: (err: Error | null, address: string | dns.LookupAddress[], family?: number) => void,
  ) => {
    lookup(host, { ...options, all: true }, (err, addresses) => {
      if (err) return callback(err, [])
      if (addresses.length === 0 || addresses.some(({ address }) => !isAllowed(address))) {
        return callback(blocked(), [])
      }
      if (options.all) return callback(null, addresses)
      callback(null, addresses[0]!.address, addresses[0]!.family)
    })
  }
}
