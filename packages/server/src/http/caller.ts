import { isIP } from 'node:net'
import type { Context as Call } from 'hono'
import ipaddr from 'ipaddr.js'
import type { Config } from '../core/config.ts'
import { limits } from '../core/limits.ts'
import type { Caller } from './request.ts'
import type { Vars } from './vars.ts'

export function callerOf(config: Config, call: Call<{ Variables: Vars }>): Caller {
  const cached = call.get('caller')
  if (cached) return cached
  const { incoming, via } = (call.env ?? {}) as Bindings
  const peer = incoming?.socket?.remoteAddress
  const caller = {
    requestId: call.get('requestId'),
    ip: addressOf(config, peer, call.req.header('x-forwarded-for')),
    userAgent: call.req.header('user-agent')?.slice(0, limits.session.userAgentCharsMax) ?? null,
    via: via ?? null,
  }
  call.set('caller', caller)
  return caller
}

/** `via` is set by our own code only: clients cannot set bindings. */
type Bindings = { incoming?: { socket?: { remoteAddress?: string } }; via?: Caller['via'] }

/**
 * The nearest address that is not a trusted proxy. X-Forwarded-For is read from its end, and an entry
 * counts only if the hop after it is trusted, so a client cannot choose its address.
 */
export function addressOf(
  config: Pick<Config, 'trustedProxies'>,
  peer: string | undefined,
  forwardedFor: string | undefined,
): string | null {
  const hops = (forwardedFor ?? '').split(',').map((hop) => hop.trim())
  let address = peer ? normalizeIp(peer) : null
  while (address && isTrusted(config.trustedProxies, address)) {
    const previousHop = normalizeIp(hops.pop() ?? '')
    if (!previousHop) return address
    address = previousHop
  }
  return address
}

/** How a request came through the proxy: whether that is trusted, and the client address it sent. */
export type ProxyReport = { is_trusted: boolean; forwarded_for: string | null }

export function reportProxy(config: Config, call: Call<{ Variables: Vars }>): ProxyReport {
  const { incoming } = (call.env ?? {}) as Bindings
  const peer = normalizeIp(incoming?.socket?.remoteAddress ?? '')
  const nearest = call.req.header('x-forwarded-for')?.split(',').at(-1)?.trim()
  return {
    is_trusted: peer !== null && isTrusted(config.trustedProxies, peer),
    forwarded_for: normalizeIp(nearest ?? ''),
  }
}

/** What rate limits count as one caller: an IPv4 address, or an IPv6 /64, which one customer has. */
export function networkOf(ip: string): string {
  const address = ipaddr.process(ip)
  if (address instanceof ipaddr.IPv4) return ip
  return address.parts.slice(0, 4).join(':')
}

/** The canonical form; an IPv4-mapped IPv6 address becomes IPv4. `null` if it is no address. */
function normalizeIp(text: string): string | null {
  // Check with Node first: for an empty header ipaddr.js throws internally, which is slow.
  if (isIP(text) === 0 || !ipaddr.isValid(text)) return null
  return ipaddr.process(text).toString()
}

/** Whether the caller's address is a trusted proxy, so that the client's address is unknown. */
export function isProxy(config: Pick<Config, 'trustedProxies'>, ip: string): boolean {
  return isTrusted(config.trustedProxies, ip)
}

function isTrusted(ranges: Config['trustedProxies'], text: string): boolean {
  const address = ipaddr.process(text)
  return ranges.some(
    ([range, bits]) => range.kind() === address.kind() && address.match(range, bits),
  )
}
