import type en from '../messages/en/clients.json'
import { defineMessages } from '../messages/messages.ts'

/** Texts of a client's numbers. */
export const clientMessages = defineMessages<typeof en>(
  import.meta.glob('../messages/*/clients.json', { eager: true, import: 'default' }),
)
