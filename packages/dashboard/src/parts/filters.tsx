import { TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import dayjs from 'dayjs'
import { useEffect, useState } from 'react'
import { useSearchParam } from '../api/use-search-param.ts'
import { DayField } from './day-field.tsx'

const debounceMs = 400

type TextProps = { name: string; label: string; placeholder: string }

/** A text filter, debounced into its query parameter. */
export function TextFilter({ name, label, placeholder }: TextProps) {
  const [value, setValue] = useSearchParam(name)
  const [typed, setTyped] = useState(value ?? '')
  const apply = useDebouncedCallback((next: string) => setValue(next.trim() || null), debounceMs)
  useEffect(() => setTyped(value ?? ''), [value])
  return (
    <TextInput
      label={label}
      placeholder={placeholder}
      value={typed}
      onChange={(event) => {
        setTyped(event.currentTarget.value)
        apply(event.currentTarget.value)
      }}
    />
  )
}

/** A day in its query parameter, `from` or `to`. */
export function DayFilter({ name, label }: { name: 'from' | 'to'; label: string }) {
  const [value, setValue] = useSearchParam(name)
  return <DayField label={label} value={value ?? ''} onChange={(day) => setValue(day || null)} />
}

/** The instants of the query parameters `from` and `to`. An invalid date in the URL is ignored. */
export function useDayRange(): { from?: string; to?: string } {
  const [from] = useSearchParam('from')
  const [to] = useSearchParam('to')
  return {
    ...(isDay(from) ? { from: dayjs(from).toISOString() } : {}),
    // `to` is inclusive: add a calendar day, which may have 23 or 25 hours.
    ...(isDay(to) ? { to: dayjs(to).add(1, 'day').toISOString() } : {}),
  }
}

function isDay(text: string | null): text is string {
  return text !== null && dayjs(text).isValid()
}
