import type { PostingPlan } from '@postern/sdk'
import { useTranslation } from 'react-i18next'
import { dateFormat } from '../../parts/dates.ts'

/** From Monday on; the second value is a date with this weekday. */
export const weekdays = [
  ['monday', '2026-11-02'],
  ['tuesday', '2026-11-03'],
  ['wednesday', '2026-11-04'],
  ['thursday', '2026-11-05'],
  ['friday', '2026-11-06'],
  ['saturday', '2026-11-07'],
  ['sunday', '2026-11-08'],
] as const
export type Weekday = (typeof weekdays)[number][0]

export function useDayNames(style: 'short' | 'long'): (weekday: Weekday) => string {
  const { i18n } = useTranslation()
  const format = dateFormat(i18n.language, { weekday: style, timeZone: 'UTC' })
  return (weekday) => format.format(new Date(weekdays.find(([name]) => name === weekday)![1]))
}

/** The times of a weekday, such as `09:00, 17:30`; '' for none. */
export function timesOf(plan: PostingPlan, weekday: Weekday): string {
  const slots = plan.slots.filter((slot) => slot.weekday === weekday)
  return slots.map(({ time }) => time).join(', ')
}
