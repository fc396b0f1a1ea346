import type { ServerPlatformSetup } from '../contract/platform.ts'

/** The server that a person entered; `user` is set if they entered a username too. */
export type EnteredServer = { origin: string; user: string | null }

type ServerRules = Pick<ServerPlatformSetup, 'isTrustedServer' | 'publicUrl'>

/**
 * Reads `mastodon.social`, `@user@host`, `user@host` or `https://host/@user` (mastodon.md §1.1). Returns
 * `null` unless it is a trusted server, or a public-looking https host without a port: never an address,
 * a single label or our own host.
 */
export function parseServer(entered: string, rules: ServerRules): EnteredServer | null {
  const { address, user } = splitUser(entered.trim())
  if (!address) return null
  const schemes = /^https?:\/\//i.test(address) ? [''] : ['https://', 'http://']
  const urls = schemes.flatMap((scheme) => URL.parse(`${scheme}${address}`) ?? [])
  if (urls.some(({ username, password }) => username || password)) return null
  const named = user ?? /^\/@([^@/]+)/.exec(urls[0]?.pathname ?? '')?.[1] ?? null
  const trusted = urls.find(({ origin }) => rules.isTrustedServer(origin))
  if (trusted) return { origin: trusted.origin, user: named }
  const [url] = urls
  return url && isPublicServer(url, rules) ? { origin: url.origin, user: named } : null
}

/** `@user@host` and `user@host`; a URL keeps its `@`. */
function splitUser(entered: string): { address: string; user: string | null } {
  if (entered.includes('/')) return { address: entered, user: null }
  const [user, address] = entered.replace(/^@/, '').split(/@(?=[^@]*$)/)
  return address === undefined ? { address: user ?? '', user: null } : { address, user: user! }
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

/** The origin of a connected account, whose platform id is `host/id`. */
export function originOfAccount(
  { platformAccountId }: { platformAccountId: string },
  isTrustedServer: ServerPlatformSetup['isTrustedServer'],
): string {
  const host = platformAccountId.slice(0, platformAccountId.indexOf('/'))
  return isTrustedServer(`http://${host}`) ? `http://${host}` : `https://${host}`
}
