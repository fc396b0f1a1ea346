import dayjs, { type Dayjs } from 'dayjs'

/** Longer than any offset, and shorter than the time between two changes of a clock. */
const dayMs = 86_400_000
const offsetShape = /([+-])(\d\d):(\d\d)/

const browserZone = Intl.DateTimeFormat().resolvedOptions().timeZone

let zone = browserZone
let offsets = offsetFormat()

/** Sets the time zone of every date and time; that of the browser for null or an unknown name. */
export function setTimeZone(name: string | null): void {
  const next = name ?? browserZone
  if (next === zone) return
  const before = zone
  zone = next
  try {
    offsets = offsetFormat()
  } catch {
    zone = before === browserZone ? before : browserZone
    offsets = offsetFormat()
  }
}

export function timeZone(): string {
  return zone
}

/** What the clock shows at an instant: `YYYY-MM-DDTHH:mm:ss.SSS`. */
export function clockTime(at: Date | string | number = Date.now()): string {
  const ms = new Date(at).getTime()
  return new Date(ms + offsetMs(ms)).toISOString().slice(0, -1)
}

/**
 * The same for calculating with days and hours. Its fields are those of the clock; only `instantOf`
 * makes an instant of it.
 */
export function clockDay(at?: Date | string | number): Dayjs {
  return dayjs(clockTime(at))
}

/**
 * The instant at which the clock shows a time, or a day begins: the first of two, if the clock is set
 * back. A time that the clock skips, because it is set forward, becomes as much later.
 */
export function instantOf(time: string | Dayjs): Date {
  const { shown, before, instants } = readClock(time)
  return new Date(Number.isNaN(shown) ? shown : (instants[0] ?? before))
}

/** Whether the clock skips a time, because it is set forward, or shows it twice. */
export function clockChangeAt(time: string): 'skipped' | 'repeated' | null {
  const { shown, instants } = readClock(time)
  if (Number.isNaN(shown) || instants.length === 1) return null
  return instants.length === 0 ? 'skipped' : 'repeated'
}

/** The instants of a time: none if the clock skips it, two if it is repeated. */
function readClock(time: string | Dayjs) {
  const text = typeof time === 'string' ? time : time.format('YYYY-MM-DDTHH:mm:ss.SSS')
  const [day, hour = '00:00'] = text.split(/[T ]/)
  const shown = Date.parse(`${day}T${hour}Z`)
  if (Number.isNaN(shown)) return { shown, before: shown, instants: [] }
  const [before, after] = [shown - offsetMs(shown - dayMs), shown - offsetMs(shown + dayMs)]
  const instants = [...new Set([Math.min(before, after), Math.max(before, after)])]
  return { shown, before, instants: instants.filter((at) => at + offsetMs(at) === shown) }
}

/** How far the clock is ahead of UTC, such as `+01:00`. */
export function offsetOf(at: Date | string | number): string {
  return offsetShape.exec(offsets.format(new Date(at)))?.[0] ?? '+00:00'
}

function offsetMs(at: number): number {
  const [, sign, hours, minutes] = offsetShape.exec(offsetOf(at))!
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000
}

function offsetFormat(): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' })
}
