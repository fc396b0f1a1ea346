import type en from '../messages/en/accounts.json'
import { defineMessages } from '../messages/messages.ts'

export const accountMessages = defineMessages<typeof en>(
  import.meta.glob('../messages/*/accounts.json', { eager: true, import: 'default' }),
)
