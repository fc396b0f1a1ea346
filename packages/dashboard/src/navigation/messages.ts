import type en from '../messages/en/shell.json'
import { defineMessages } from '../messages/messages.ts'

export const shellMessages = defineMessages<typeof en>(
  import.meta.glob('../messages/*/shell.json', { eager: true, import: 'default' }),
)
