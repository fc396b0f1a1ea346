import type { CalendarAriaLabels } from '@mantine/dates'
import { defineMessages, useMessages } from '../messages/messages.ts'

const labelWords = defineMessages(
  'calendar-labels',
  {
    nextMonth: 'Next month',
    previousMonth: 'Previous month',
    nextYear: 'Next year',
    previousYear: 'Previous year',
    nextDecade: 'Next decade',
    previousDecade: 'Previous decade',
  },
  {
    nextMonth: 'Nächster Monat',
    previousMonth: 'Voriger Monat',
    nextYear: 'Nächstes Jahr',
    previousYear: 'Voriges Jahr',
    nextDecade: 'Nächstes Jahrzehnt',
    previousDecade: 'Voriges Jahrzehnt',
  },
)

/** What the buttons of a date picker are called, which show arrows alone. */
export function useCalendarLabels(): CalendarAriaLabels {
  const t = useMessages(labelWords)
  return {
    nextMonth: t('nextMonth'),
    previousMonth: t('previousMonth'),
    nextYear: t('nextYear'),
    previousYear: t('previousYear'),
    nextDecade: t('nextDecade'),
    previousDecade: t('previousDecade'),
  }
}
