import type en from '../messages/en/date-time.json'
import { defineMessages } from '../messages/messages.ts'

export const dateTimeMessages = defineMessages<typeof en>(
  import.meta.glob('../messages/*/date-time.json', { eager: true, import: 'default' }),
)
