import type en from '../messages/en/reconnect.json'
import { defineMessages } from '../messages/messages.ts'

export const reconnectMessages = defineMessages<typeof en>(
  import.meta.glob('../messages/*/reconnect.json', { eager: true, import: 'default' }),
)
