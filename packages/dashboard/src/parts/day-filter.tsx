import { useSearchParam } from '../api/use-search-param.ts'
import { useMessages } from '../messages/messages.ts'
import { DayField } from './day-field.tsx'
import { filterMessages } from './filter-messages.ts'
import { clockDay, instantOf } from './time-zone.ts'

const dayShape = /^\d{4}-\d{2}-\d{2}$/

/** A day in its query parameter, `from` or `to`. */
export function DayFilter({ name, label }: { name: 'from' | 'to'; label: string }) {
  const t = useMessages(filterMessages)
  const [value, setValue] = useSearchParam(name)
  const [from] = useSearchParam('from')
  const isBefore = name === 'to' && isDay(from) && isDay(value) && value < from
  return (
    <DayField
      label={label}
      value={value ?? ''}
      onChange={(day) => setValue(day || null)}
      error={isBefore && t('beforeFrom')}
    />
  )
}

/** The instants of the query parameters `from` and `to`. An invalid date in the URL is ignored. */
export function useDayRange(): { from?: string; to?: string } {
  const [from] = useSearchParam('from')
  const [to] = useSearchParam('to')
  return {
    ...(isDay(from) ? { from: instantOf(from).toISOString() } : {}),
    // `to` is inclusive: add a calendar day, which may have 23 or 25 hours.
    ...(isDay(to) ? { to: instantOf(clockDay(instantOf(to)).add(1, 'day')).toISOString() } : {}),
  }
}

function isDay(text: string | null): text is string {
  return text !== null && dayShape.test(text) && !Number.isNaN(instantOf(text).getTime())
}
