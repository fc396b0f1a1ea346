import { useSearchParam } from '../api/use-search-param.ts'
import { useMessages } from '../messages/messages.ts'
import { DateInput } from './date-input.tsx'
import { filterMessages } from './filter-messages.ts'
import { isDay } from './local-time.ts'
import { clockDay, instantOf } from './time-zone.ts'

/** A day in its query parameter, `from` or `to`. */
export function DayFilter({ name, label }: { name: 'from' | 'to'; label: string }) {
  const t = useMessages(filterMessages)
  const [value, setValue] = useSearchParam(name)
  const [from] = useSearchParam('from')
  const isBefore = name === 'to' && isDay(from) && isDay(value) && value < from
  return (
    <DateInput
      label={label}
      date={value ?? ''}
      isRequired={false}
      onChange={setValue}
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
