/** Nothing lasts longer: an instant further away may be one that no date can say. */
const secondsMax = 100 * 365 * 86_400

/** The instant `seconds` after `start`, as kept in `Tokens`; `null` when the platform names none. */
export function expiryAfter(start: Date, seconds: number | null | undefined): string | null {
  if (!seconds) return null
  return new Date(start.getTime() + Math.min(seconds, secondsMax) * 1000).toISOString()
}
