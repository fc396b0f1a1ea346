export type UrlFault =
  | 'urlInvalid'
  | 'useHttps'
  | 'port'
  | 'credentials'
  | 'fragment'
  | 'tooLong'
  | 'private'

const localNames = /(^|\.)(localhost|local|internal|home\.arpa|onion|invalid|test|localdomain)$/
/** IPv4 blocks that are not public unicast (IANA special-purpose address registry). */
const localAddresses =
  /^(?:(?:0|10|127|22[4-9]|2[345]\d|169\.254|192\.(?:0\.[02]|88\.99|168)|172\.(?:1[6-9]|2\d|3[01])|100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7])|198\.(?:1[89]|51\.100)|203\.0\.113)\.)/

/**
 * Validates a URL while it is typed, with the API's rules; `null` if valid. The API also checks the
 * addresses to which the host name resolves.
 */
export function urlFault(text: string, allowsPrivate: boolean): UrlFault | null {
  if (text.length > LIMITS.webhook.urlCharsMax) return 'tooLong'
  if (!URL.canParse(text)) return 'urlInvalid'
  const url = new URL(text)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'useHttps'
  if (url.username || url.password) return 'credentials'
  if (url.hash || url.href.endsWith('#')) return 'fragment'
  const host = url.hostname.replace(/\.$/, '').toLowerCase()
  const isAddress = /^[\d.]+$/.test(host)
  const isPrivate =
    !host.includes('.') || localNames.test(host) || (isAddress && localAddresses.test(host))
  if (allowsPrivate && isPrivate) return null
  // IPv6 addresses have no dot; the API checks those.
  if (isPrivate && !host.startsWith('[')) return 'private'
  if (url.protocol !== 'https:') return 'useHttps'
  return url.port === '' ? null : 'port'
}
