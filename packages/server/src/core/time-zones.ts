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
 * How far the local time is ahead of UTC between two local times, in ms; `null` if that changes or may
 * change within a day of them. Two changes that cancel each other out are not seen, so the span must be
 * short: a week.
 */
export function steadyOffset(timeZone: string, fromMs: number, untilMs: number): number | null {
  const before = offsetAt(timeZone, fromMs - dayMs)
  return before === offsetAt(timeZone, untilMs + dayMs) ? before : null
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
  let [low, change] = [first - dayMs, last + dayMs]
  while (change - low > minuteMs) {
    const middle = Math.floor((low + change) / 2 / minuteMs) * minuteMs
    if (offsetAt(timeZone, middle) === before) low = middle
    else change = middle
  }
  return localMs.map((local) =>
    // After the change comes what no longer occurs before it, at the earliest the change itself.
    local - before < change ? local - before : Math.max(local - after, change),
  )
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
