/**
 * Days that start at midnight in Los Angeles, 07:00Z or 08:00Z: Meta and Google count by them
 * (threads.md §5.2, instagram.md §5.1, youtube.md §3, §6.2).
 */
const zone = 'America/Los_Angeles'
const hourMs = 3_600_000

const dateInLosAngeles = new Intl.DateTimeFormat('en-CA', {
  timeZone: zone,
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
})

/** The day in Los Angeles at this instant, `YYYY-MM-DD`. */
export function pacificDay(instant: Date): string {
  return dateInLosAngeles.format(instant)
}

export function startOfPacificDay(day: string): Date {
  const inSummerTime = new Date(Date.parse(`${day}T00:00:00Z`) + 7 * hourMs)
  return pacificDay(inSummerTime) === day ? inSummerTime : new Date(inSummerTime.getTime() + hourMs)
}
