import type { ServerPlatformSetup } from '../contract/platform.ts'
import { parseChosenServer, type ServerRules } from '../wire/chosen-server.ts'

/** The server that a person entered; `user` is set if they entered a username too. */
export type EnteredServer = { origin: string; user: string | null }

/**
 * Reads `mastodon.social`, `@user@host`, `user@host` or `https://host/@user` (mastodon.md §1.1);
 * `null` as `parseChosenServer`.
 */
export function parseServer(entered: string, rules: ServerRules): EnteredServer | null {
  const { address, user } = splitUser(entered.trim())
  if (!address) return null
  const url = parseChosenServer(address, rules)
  const named = user ?? /^\/@([^@/]+)/.exec(url?.pathname ?? '')?.[1] ?? null
  return url && { origin: url.origin, user: named }
}

/** `@user@host` and `user@host`; a URL keeps its `@`. */
function splitUser(entered: string): { address: string; user: string | null } {
  if (entered.includes('/')) return { address: entered, user: null }
  const [user, address] = entered.replace(/^@/, '').split(/@(?=[^@]*$)/)
  return address === undefined ? { address: user ?? '', user: null } : { address, user: user! }
}

/** The origin of a connected account, whose platform id is `host/id`. */
export function originOfAccount(
  { platformAccountId }: { platformAccountId: string },
  isTrustedServer: ServerPlatformSetup['isTrustedServer'],
): string {
  const host = platformAccountId.slice(0, platformAccountId.indexOf('/'))
  return isTrustedServer(`http://${host}`) ? `http://${host}` : `https://${host}`
}
