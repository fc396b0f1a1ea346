import { html } from 'hono/html'
import type { Markup } from './frame.ts'

const steps: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
]
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })

/** As "2 minutes ago", with the exact time as its title. Both times are milliseconds since 1970. */
export function timeAgo(at: number, now: number): Markup {
  const seconds = Math.round((at - now) / 1000)
  const [unit, size] = steps.find(([, each]) => Math.abs(seconds) >= each) ?? ['second', 1]
  const text = relative.format(Math.trunc(seconds / size), unit)
  return html`<time datetime="${new Date(at).toISOString()}" title="${exactTime(at)}">${text}</time>`
}

/** As "Mon, 23 Nov 2026, 16:41:02 CET", in the time zone of this machine. */
export function exactTime(at: number): string {
  return new Intl.DateTimeFormat('en-GB', {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    timeZoneName: 'short',
  }).format(at)
}

/** As "3 hours 5 minutes"; '' below a second. */
export function duration(ms: number): string {
  let left = Math.round(Math.abs(ms) / 1000)
  const parts = steps.flatMap(([unit, size]) => {
    const count = Math.floor(left / size)
    left -= count * size
    return count === 0 ? [] : [`${count} ${unit}${count === 1 ? '' : 's'}`]
  })
  return parts.slice(0, 2).join(' ')
}
