import type { AccountFacts } from '../../core/account-facts.ts'

/** An account's credentials. Encrypted at rest; never leave the server. */
export type Tokens = {
  access: string
  refresh: string | null
  /** ISO timestamps; `null` if no expiry is known. */
  accessExpiresAt: string | null
  refreshExpiresAt: string | null
  /** When the access token was issued: Meta refuses a refresh before 24 hours. */
  issuedAt: string
  /** Where each account has its own server: what the tokens are bound to. */
  bound?: TokenBinding
}

/** An EC P-256 key as a JSON Web Key (RFC 7517). `d` is the private part. */
export type PrivateKey = { kty: 'EC'; crv: 'P-256'; x: string; y: string; d: string }

/** All values are sealed with the tokens. */
export type TokenBinding = {
  /** The origin whose API accepts the tokens; on WordPress, the root of the API. */
  server: string
  /** The origin that issued them (Bluesky: it may differ from `server`). */
  issuer?: string
  clientId?: string
  /** The id of our client key, which the session requires (bluesky.md §1.2). */
  kid?: string
  /** The private DPoP key of the session (RFC 9449). */
  dpopKey?: PrivateKey
  /** The granted scope, where the platform reports it only with the tokens. */
  scope?: string
}

/** How long tokens live and how they are refreshed. */
export type TokenAbility = {
  /**
   * When to refresh next; `null` if the tokens never expire. If this is after their expiry, the tokens
   * are refreshed when a call needs them, at least daily.
   */
  refreshDueAt(tokens: Tokens): Date | null
  /**
   * Returns new tokens, never with empty values. The caller stores them before it uses them, and keeps
   * `bound` if it is not returned. Missing if only a new login gives new tokens.
   */
  refresh?(tokens: Tokens): Promise<Tokens>
  /** The cheapest authenticated call: resolves if the token is valid, else throws `PlatformError`. */
  probe(tokens: Tokens): Promise<void>
  /** The currently granted permissions; `null` if the platform does not report them. */
  readGranted?(tokens: Tokens): Promise<string[] | null>
  /**
   * When the access ends without a new login, `null` if unknown; missing where the tokens say so. The
   * tokens stay as they are.
   */
  readAccessEnd?(tokens: Tokens): Promise<Date | null>
  /** What the account's server allows now; missing where limits do not differ by server. */
  readFacts?(tokens: Tokens): Promise<AccountFacts>
}

/** Upper bound for lifetimes, so that the expiry is always a valid `Date`. */
const secondsMax = 100 * 365 * 86_400

/** `start` plus `seconds` as an ISO timestamp; `null` if the platform gives no lifetime. */
export function expiryAfter(start: Date, seconds: number | null | undefined): string | null {
  if (!seconds) return null
  return new Date(start.getTime() + Math.min(seconds, secondsMax) * 1000).toISOString()
}
