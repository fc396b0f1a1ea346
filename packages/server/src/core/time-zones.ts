const minuteMs = 60_000
const dayMs = 86_400_000

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

/** The local time of an instant in ms, as if it were UTC. */
export function localTimeOf(timeZone: string, instantMs: number): number {
  return instantMs + offsetAt(timeZone, instantMs)
}

/**
 * Turns the local times of one day into instants, in ms. Local times are given as if they were UTC. A
 * local time that is skipped becomes the first instant after the skipped hour; of one that is repeated
 * the first counts.
 */
export function instantsOfDay(timeZone: string, localMs: readonly number[]): number[] {
  const [first, last] = [Math.min(...localMs), Math.max(...localMs)]
  const before = offsetAt(timeZone, first - dayMs)
  const after = offsetAt(timeZone, last + dayMs)
  if (before === after) return localMs.map((local) => local - before)
  return localMs.map((local) => instantOf(timeZone, local, before, after))
}

/** `before` and `after` are the offsets on the two sides of the change. */
function instantOf(timeZone: string, local: number, before: number, after: number): number {
  const candidates = [local - before, local - after]
  const valid = candidates.filter((instant) => localTimeOf(timeZone, instant) === local)
  if (valid.length > 0) return Math.min(...valid)
  // Skipped: the change lies between the two candidates.
  let [low, high] = [Math.min(...candidates), Math.max(...candidates)]
  while (high - low > minuteMs) {
    const middle = Math.floor((low + high) / 2 / minuteMs) * minuteMs
    if (offsetAt(timeZone, middle) === before) low = middle
    else high = middle
  }
  return high
}

/** One for each of the runtime's time zones, whatever the case of the letters. */
const formats = new Map<string, Intl.DateTimeFormat>()

/** How far the local time is ahead of UTC, in ms. */
function offsetAt(timeZone: string, instantMs: number): number {
  const name = timeZone.toLowerCase()
  const format = formats.get(name) ?? createFormat(name)
  formats.set(name, format)
  const parts = new Map(format.formatToParts(instantMs).map(({ type, value }) => [type, +value]))
  const read = (type: Intl.DateTimeFormatPartTypes) => parts.get(type)!
  const date = [read('year'), read('month') - 1, read('day')] as const
  const local = Date.UTC(...date, read('hour'), read('minute'), read('second'))
  return local - Math.floor(instantMs / 1_000) * 1_000
}

function createFormat(timeZone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
}
