import { instantsOfDay, localTimeOf } from '../../core/time-zones.ts'

const dayMs = 86_400_000

/** The end of the quiet hours that `now` is in; `null` outside of them. They may span midnight. */
export function quietEnd(
  now: Date,
  quiet: { from: string | null; until: string | null; timeZone: string },
): Date | null {
  if (quiet.from === null || quiet.until === null || quiet.from === quiet.until) return null
  const today = localDay(now, quiet.timeZone)
  for (const day of [today - dayMs, today]) {
    const endDay = quiet.from < quiet.until ? day : day + dayMs
    const start = instantOf(day, quiet.from, quiet.timeZone)
    const end = instantOf(endDay, quiet.until, quiet.timeZone)
    if (start <= now && now < end) return end
  }
  return null
}

/** The next time that the clock of the time zone shows `at`, after `now`. */
export function nextTimeOfDay(now: Date, at: string, timeZone: string): Date {
  const today = localDay(now, timeZone)
  const days = [today - dayMs, today, today + dayMs, today + 2 * dayMs]
  return days.map((day) => instantOf(day, at, timeZone)).find((instant) => instant > now)!
}

/** Midnight of the local day, as if it were UTC. */
function localDay(now: Date, timeZone: string): number {
  return Math.floor(localTimeOf(timeZone, now.getTime()) / dayMs) * dayMs
}

function instantOf(day: number, at: string, timeZone: string): Date {
  const [hours, minutes] = at.split(':').map(Number)
  const [instant] = instantsOfDay(timeZone, [day + (hours! * 60 + minutes!) * 60_000])
  return new Date(instant!)
}
