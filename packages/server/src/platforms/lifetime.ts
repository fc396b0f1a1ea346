/** The instant `seconds` after `start`, as kept in `Tokens`; `null` when the platform names none. */
export function expiryAfter(start: Date, seconds: number | null | undefined): string | null {
  if (!seconds) return null
  return new Date(start.getTime() + seconds * 1000).toISOString()
}
