import type { Dayjs } from 'dayjs'

/** The hour of the first day that is in the tab order. Arrow keys move from there. */
export const focusableHour = 9

/** Posts before this hour do not change where the week opens. */
const morningHour = 6
/** The hours below the day names on a common screen. */
const hoursInView = 6
/** How many hours before the present the current week can open; among equals the first is best. */
const hoursBefore = [2, 1, 3, 4]

/**
 * The hour at the top when the week opens: the one from which most of the posts to come are in view, or most
 * of all if none is to come. The current week shows the present too. At the top is the hour before it, most
 * of which the row of day names covers.
 */
export function topHour(times: readonly Dayjs[], now: Dayjs, isCurrent: boolean): number {
  const toCome = times.filter((time) => !time.isBefore(now))
  const hours = (toCome.length > 0 ? toCome : times)
    .map((time) => time.hour())
    .filter((hour) => hour >= morningHour)
  const seenFrom = (first: number) =>
    hours.filter((hour) => hour >= first && hour < first + hoursInView).length
  const firsts =
    isCurrent && now.hour() > morningHour
      ? hoursBefore.map((count) => Math.max(morningHour, now.hour() - count))
      : hours.toSorted((left, right) => left - right)
  const [best = focusableHour] = firsts.toSorted((left, right) => seenFrom(right) - seenFrom(left))
  return best - 1
}
