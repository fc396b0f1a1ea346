import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { limits } from '../core/limits.ts'

/**
 * The addresses that may be called (SECURITY.md): public unicast for IPv4, and for IPv6 the global
 * unicast block except ranges that translate or tunnel.
 */
const v6Global = cidr6('2000::/3')
const v6Denied = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20', '2620:4f:8000::/48'].map(
  cidr6,
)
/** In a public range, but the host of an Azure VM (Azure: "What is IP address 168.63.129.16?"). */
const v4Denied = ['168.63.129.16/32'].map((range) => ipaddr.IPv4.parseCIDR(range))
const localNames = /(^|\.)(localhost|local|internal|home\.arpa|onion|invalid|test|localdomain)$/
const hostCharsMax = 253

/** Whether a text is an IP address that is reachable on the internet by unicast. */
export function isPublicAddress(text: string): boolean {
  if (!isIP(text)) return false
  const address = ipaddr.parse(text)
  if (address instanceof ipaddr.IPv4) {
    return address.range() === 'unicast' && !v4Denied.some((range) => address.match(range))
  }
  if (address.zoneId || address.isIPv4MappedAddress()) return false
  return (
    address.match(v6Global) &&
    address.range() === 'unicast' &&
    !v6Denied.some((range) => address.match(range))
  )
}

/** The host of a URL without brackets and trailing dot. */
export function bareHost(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
}

/** Whether a host name or address denotes this machine or a private network, without resolving it. */
export function isPrivateHost(host: string): boolean {
  if (isIP(host)) return !isPublicAddress(host)
  return !host.includes('.') || localNames.test(host.toLowerCase())
}

/**
 * Checks a webhook URL: https, port 443, a public host, no user and no fragment. With `allowPrivate`
 * (development) private hosts may also use http and any port. Returns the normalized URL, or the
 * reason for its rejection as a sentence.
 */
export function parseWebhookUrl(
  text: string,
  options: { allowPrivate: boolean },
): { url: URL } | { reason: string } {
  if (text.length > limits.webhook.urlCharsMax) return { reason: 'It is too long.' }
  if (!URL.canParse(text)) return { reason: 'It must be a URL.' }
  const url = new URL(text)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return { reason: 'Use https.' }
  if (url.username || url.password)
    return { reason: 'It must not contain a user name or password.' }
  if (url.hash || url.href.endsWith('#')) return { reason: 'It must not contain a fragment.' }
  if (url.href.length > limits.webhook.urlCharsMax) return { reason: 'It is too long.' }
  const host = bareHost(url)
  if (!host || host.length > hostCharsMax) return { reason: 'It has no host.' }
  if (!isIP(host) && host.split('.').includes('')) return { reason: 'Its host name is invalid.' }
  if (url.hostname.endsWith('.')) url.hostname = host
  if (options.allowPrivate && isPrivateHost(host)) return { url }
  if (url.protocol !== 'https:') return { reason: 'Use https.' }
  if (url.port !== '') return { reason: 'Use port 443.' }
  if (isPrivateHost(host)) return { reason: 'Its host is not reachable from the internet.' }
  return { url }
}

function cidr6(range: string): [ipaddr.IPv6, number] {
  return ipaddr.IPv6.parseCIDR(range)
}
