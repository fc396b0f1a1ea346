/** What is kept, sealed, to act for an account. Never leaves the server. */
export type Tokens = {
  access: string
  refresh: string | null
  /** ISO instants; `null` means no expiry is known. */
  accessExpiresAt: string | null
  refreshExpiresAt: string | null
  /** When the access token was issued: Meta refuses a refresh before 24 hours. */
  issuedAt: string
}

/** How long an access lives and how it is kept alive. */
export type TokenAbility = {
  /** When it should be refreshed next; `null` when it never expires. Early, by the platform's model. */
  refreshDueAt(tokens: Tokens): Date | null
  /** Fresh tokens; never an empty value. Missing where only a new login helps. */
  refresh?(tokens: Tokens): Promise<Tokens>
  /** The cheapest call that needs the access: resolves when it holds, else throws `PlatformError`. */
  probe(tokens: Tokens): Promise<void>
  /** The permissions that are granted now, where the platform tells; else `null`. */
  readGranted?(tokens: Tokens): Promise<string[] | null>
}

/** Nothing lasts longer: an instant further away may be one that no date can say. */
const secondsMax = 100 * 365 * 86_400

/** The instant `seconds` after `start`, as kept in `Tokens`; `null` when the platform names none. */
export function expiryAfter(start: Date, seconds: number | null | undefined): string | null {
  if (!seconds) return null
  return new Date(start.getTime() + Math.min(seconds, secondsMax) * 1000).toISOString()
}
