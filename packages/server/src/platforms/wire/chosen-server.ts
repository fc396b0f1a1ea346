import type { ServerPlatformSetup } from '../contract/platform.ts'

export type ServerRules = Pick<ServerPlatformSetup, 'isTrustedServer' | 'publicUrl'>

/**
 * The URL of the server that a person entered, with or without a scheme. Returns `null` unless it is a
 * trusted server, or a public-looking https host without a port: never an address, a single label or our
 * own host.
 */
export function parseChosenServer(entered: string, rules: ServerRules): URL | null {
  const schemes = /^https?:\/\//i.test(entered) ? [''] : ['https://', 'http://']
  const urls = schemes.flatMap((scheme) => URL.parse(`${scheme}${entered}`) ?? [])
  if (urls.some(({ username, password }) => username || password)) return null
  const trusted = urls.find(({ origin }) => rules.isTrustedServer(origin))
  if (trusted) return trusted
  const [url] = urls
  return url && isPublicServer(url, rules) ? url : null
}

/**
 * The URL parser has converted the name to lower-case ASCII, and numbers to addresses: IPv4 ends with a
 * number, IPv6 has no dots.
 */
function isPublicServer(
  { protocol, hostname, port }: URL,
  { publicUrl }: Pick<ServerRules, 'publicUrl'>,
): boolean {
  const labels = hostname.split('.')
  return (
    protocol === 'https:' &&
    port === '' &&
    labels.length >= 2 &&
    labels.every((label) => label !== '') &&
    !/^\d/.test(labels.at(-1)!) &&
    hostname !== URL.parse(publicUrl)?.hostname
  )
}
