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
