export type UrlFault =
  | 'urlInvalid'
  | 'useHttps'
  | 'port'
  | 'credentials'
  | 'fragment'
  | 'tooLong'
  | 'private'

const urlCharsMax = 2_048
const localNames = /(^|\.)(localhost|local|internal|home\.arpa|onion|invalid|test|localdomain)$/
/** Every block of IPv4 that is not public unicast (the IANA registry of special-purpose addresses). */
const localAddresses =
  /^(?:(?:0|10|127|22[4-9]|2[345]\d|169\.254|192\.(?:0\.[02]|88\.99|168)|172\.(?:1[6-9]|2\d|3[01])|100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7])|198\.(?:1[89]|51\.100)|203\.0\.113)\.)/

/**
 * What is wrong with an address while it is typed, by the API's own rule; `null` for nothing. The
 * API has the last word: it knows what a name resolves to.
 */
export function urlFault(text: string, allowsPrivate: boolean): UrlFault | null {
  if (text.length > urlCharsMax) return 'tooLong'
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
  if (url.protocol !== 'https:') return 'useHttps'
  if (url.port !== '') return 'port'
  // An IPv6 address has no dot; the API looks at those.
  return isPrivate && !host.startsWith('[') ? 'private' : null
}
