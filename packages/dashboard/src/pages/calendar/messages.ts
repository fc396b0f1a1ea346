import type en from '../../messages/en/calendar.json'
import { defineMessages } from '../../messages/messages.ts'

export const calendarMessages = defineMessages<typeof en>(
  import.meta.glob('../../messages/*/calendar.json', { eager: true, import: 'default' }),
)
