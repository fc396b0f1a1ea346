import dayjs from 'dayjs'
import { localeOf } from '../../parts/dates.ts'

const localFormat = 'YYYY-MM-DDTHH:mm'

/**
 * Formats an instant in the browser's time zone as a `datetime-local` value. Seconds are kept, so
 * that saving a post with an unchanged time does not reschedule it.
 */
export function toLocal(at: string | Date): string {
  const time = dayjs(at)
  if (time.millisecond() !== 0) return time.format(`${localFormat}:ss.SSS`)
  return time.format(time.second() === 0 ? localFormat : `${localFormat}:ss`)
}

/** Converts a local time to ISO 8601 in UTC; `null` if it is empty or invalid. */
export function toInstant(local: string): string | null {
  const time = dayjs(local)
  return local && time.isValid() ? time.toISOString() : null
}

export function isPast(local: string): boolean {
  const at = toInstant(local)
  return at !== null && Date.parse(at) <= Date.now()
}

/** The next full hour that is at least half an hour away. */
export function nextHourLocal(): string {
  return toLocal(dayjs().add(90, 'minute').startOf('hour').toDate())
}

/** The browser's time zone, for example `Europe/Berlin (GMT+1)`. */
export function timeZoneName(language: string): string {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  const parts = new Intl.DateTimeFormat(localeOf(language), {
    timeZoneName: 'short',
  }).formatToParts()
  const short = parts.find(({ type }) => type === 'timeZoneName')?.value
  return short && short !== zone ? `${zone.replaceAll('_', ' ')} (${short})` : zone
}
