import type en from '../messages/en/filters.json'
import { defineMessages } from '../messages/messages.ts'

/** Texts of filters that are behind a button. */
export const filterMessages = defineMessages<typeof en>(
  import.meta.glob('../messages/*/filters.json', { eager: true, import: 'default' }),
)
