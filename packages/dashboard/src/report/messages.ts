import type en from '../messages/en/report.json'
import { defineMessages } from '../messages/messages.ts'

export const reportMessages = defineMessages<typeof en>(
  import.meta.glob('../messages/*/report.json', { eager: true, import: 'default' }),
)
