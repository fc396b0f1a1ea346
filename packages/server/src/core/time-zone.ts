export const timeZoneCharsMax = 64

/** Offsets such as `+01:00` are no IANA names, though newer engines accept them. */
const namePattern = /^[A-Za-z][\w+/-]*$/

/** Whether a text is the IANA name of a time zone that this Node knows, such as `Europe/Berlin`. */
export function isTimeZone(name: string): boolean {
  if (!namePattern.test(name)) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}
