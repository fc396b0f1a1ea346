import type { CalendarAriaLabels } from '@mantine/dates'
import type en from '../messages/en/calendar-labels.json'
import { defineMessages, useMessages } from '../messages/messages.ts'

const labelWords = defineMessages<typeof en>(
  import.meta.glob('../messages/*/calendar-labels.json', { eager: true, import: 'default' }),
)

/** Accessible names of a date picker's icon buttons. */
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
