import type dns from 'node:dns'
import net from 'node:net'
import { networkInterfaces } from 'node:os'
import { createSecureContext, getCACertificates, type SecureContext } from 'node:tls'
import { Agent, buildConnector } from 'undici'
import { limits } from '../core/limits.ts'

const connectMsMax = 3_000
const originsMax = 5_000
/** Undici holds back what exceeds this per origin; the callers keep themselves far below it. */
const connectionsPerOriginMax = limits.webhook.inFlightMax

type AgentOptions = {
  isAllowed: (address: string) => boolean
  lookup: typeof dns.lookup
  allowHttp: boolean
  /** PEM of an additional certificate authority. */
  ca?: string | null | undefined
  /** `false`: every request has a connection of its own. */
  keepAlive?: boolean
}

/** Connects to allowed addresses only: by the literal, by every resolved one, by the socket's own. */
export function createAgent(options: AgentOptions): Agent {
  return new Agent({
    connect: guardedConnector(options),
    connections: connectionsPerOriginMax,
    // Undici reads 0 as "one request for each connection".
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

/** A public address of this very machine leads to what listens here, so it is refused too. */
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
 * Node takes `ca` instead of the authorities it knows, not beside them. One context for all
 * connections: given as `ca`, each would read all 150 certificates again and keep a megabyte.
 */
function secureContextWith(ca: string): SecureContext {
  return createSecureContext({ ca: [...getCACertificates('default'), ca], minVersion: 'TLSv1.2' })
}

function blocked(): Error {
  return Object.assign(new Error('blocked_address'), { code: 'BLOCKED_ADDRESS' })
}

/** Refuses a name when any of its addresses is not allowed, and hands on exactly the vetted list. */
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
