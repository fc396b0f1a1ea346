import { instantsOfDay, localTimeOf, steadyOffset } from './time-zones.ts'

export const weekdays = [
  'sunday',
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
] as const
export type Weekday = (typeof weekdays)[number]

/** A weekly time; `time` is local, as `HH:MM`. */
export type WeeklySlot = { weekday: Weekday; time: string }

const dayMs = 86_400_000
const weekMs = 7 * dayMs
const minuteMs = 60_000

/**
 * The instants of a weekly plan after `after` and up to `until`, in order. Each slot occurs once per
 * local day: a time that summer time skips occurs at the end of the skipped hour, a repeated one the
 * first time. Slots that would fall on one instant are one.
 */
export function* slotInstants(
  slots: readonly WeeklySlot[],
  timeZone: string,
  after: Date,
  until: Date,
): Generator<Date, void> {
  if (slots.length === 0) return
  const minutesByDay = weekdays.map((weekday) =>
    slots
      .filter((slot) => slot.weekday === weekday)
      .map(({ time }) => minutesOf(time))
      .sort((left, right) => left - right),
  )
  let last = after.getTime()
  // A day earlier, because a time of the day before can be skipped up to this one.
  let week = Math.floor(localTimeOf(timeZone, last) / dayMs) * dayMs - dayMs
  for (; week - dayMs <= until.getTime(); week += weekMs) {
    // Looking up an offset takes microseconds, and almost no week has a change.
    const offset = steadyOffset(timeZone, week, week + weekMs)
    for (let day = week; day < week + weekMs; day += dayMs) {
      const minutes = minutesByDay[new Date(day).getUTCDay()]!
      if (minutes.length === 0) continue
      const local = minutes.map((minute) => day + minute * minuteMs)
      const instants =
        offset === null
          ? instantsOfDay(timeZone, local).sort((left, right) => left - right)
          : local.map((each) => each - offset)
      for (const instant of instants) {
        if (instant > until.getTime()) return
        if (instant <= last) continue
        last = instant
        yield new Date(instant)
      }
    }
  }
}

function minutesOf(time: string): number {
  const [hours, minutes] = time.split(':').map(Number)
  return hours! * 60 + minutes!
}
