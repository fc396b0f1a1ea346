/** The UTC day of an instant, `YYYY-MM-DD`. */
export function utcDay(instant: Date): string {
  return instant.toISOString().slice(0, 10)
}

/** The day that lies `days` after `day`; negative goes back. */
export function addDays(day: string, days: number): string {
  const instant = new Date(`${day}T00:00:00Z`)
  instant.setUTCDate(instant.getUTCDate() + days)
  return utcDay(instant)
}

/** The day after. Most need no calendar, and lists of days are long. */
export function nextDay(day: string): string {
  const date = Number(day.slice(8))
  return date < 28 ? `${day.slice(0, 8)}${String(date + 1).padStart(2, '0')}` : addDays(day, 1)
}
