import dayjs from 'dayjs'
import { localeOf } from '../../parts/dates.ts'

const shape = 'YYYY-MM-DDTHH:mm'

/**
 * An instant as the reader's clock shows it, in the form of `datetime-local`. Seconds that it has
 * stay, so that saving a post that nobody moved does not move it.
 */
export function toLocal(at: string | Date): string {
  const time = dayjs(at)
  if (time.millisecond() !== 0) return time.format(`${shape}:ss.SSS`)
  return time.format(time.second() === 0 ? shape : `${shape}:ss`)
}

/** The instant of a local time; `null` when it is none. */
export function toInstant(local: string): string | null {
  const time = dayjs(local)
  return local && time.isValid() ? time.toISOString() : null
}

export function isPast(local: string): boolean {
  const at = toInstant(local)
  return at !== null && Date.parse(at) <= Date.now()
}

/** The next full hour that is at least half an hour away. */
export function soonLocal(): string {
  return toLocal(dayjs().add(90, 'minute').startOf('hour').toDate())
}

/** The reader's time zone, as in `Europe/Berlin (GMT+1)`. */
export function timeZoneName(language: string): string {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  const parts = new Intl.DateTimeFormat(localeOf(language), {
    timeZoneName: 'short',
  }).formatToParts()
  const short = parts.find(({ type }) => type === 'timeZoneName')?.value
  return short && short !== zone ? `${zone.replaceAll('_', ' ')} (${short})` : zone
}
