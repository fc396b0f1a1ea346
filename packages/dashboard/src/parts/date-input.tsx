import '@mantine/dates/styles.css'
import { DatePickerInput, DatesProvider } from '@mantine/dates'
import { useId } from '@mantine/hooks'
import { CalendarDays } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useMessages } from '../messages/messages.ts'
import { useCalendarLabels } from './calendar-labels.ts'
import { dateTimeMessages } from './date-time-messages.ts'
import { dateFormat } from './dates.ts'
import { firstDayOfWeek, isDay } from './local-time.ts'
import { instantOf } from './time-zone.ts'

type Props = {
  label?: string
  placeholder?: string
  firstDay?: string
  lastDay?: string
  /** `YYYY-MM-DD` or ''. */
  date: string
  isRequired: boolean
  isFirst?: boolean
  error?: ReactNode
  onChange: (day: string | null) => void
}

/** A day: a button that opens a calendar, in the language of the page. */
export function DateInput({ date: given, isRequired, isFirst, error, onChange, ...props }: Props) {
  const t = useMessages(dateTimeMessages)
  const { i18n } = useTranslation()
  const labels = useCalendarLabels()
  const id = useId()
  const settings = { locale: i18n.language, firstDayOfWeek: firstDayOfWeek(), weekendDays: [] }
  // The URL can have any text.
  const date = isDay(given) ? given : ''
  const formatted = date && shortDay(date, i18n.language)
  const { label = t('date'), placeholder = t('pickDate'), firstDay, lastDay } = props
  return (
    <DatesProvider settings={settings}>
      <DatePickerInput
        flex={1}
        miw={0}
        label={label}
        // The label alone would hide the value from screen readers.
        aria-label={`${label}: ${formatted || placeholder}`}
        leftSection={<CalendarDays size={16} aria-hidden />}
        placeholder={placeholder}
        valueFormatter={() => formatted}
        value={date || null}
        {...(firstDay && { minDate: firstDay })}
        {...(lastDay && { maxDate: lastDay })}
        clearable={!isRequired}
        clearButtonProps={{ 'aria-label': t('clear') }}
        hideOutsideDates
        error={error}
        ariaLabels={labels}
        id={id}
        popoverProps={{ id }}
        data-autofocus={isFirst || undefined}
        onChange={onChange}
      />
    </DatesProvider>
  )
}

/** For example `Tue, 24 Nov 2026`. */
function shortDay(day: string, language: string): string {
  const parts = { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' } as const
  return dateFormat(language, parts).format(instantOf(`${day}T12:00`))
}
