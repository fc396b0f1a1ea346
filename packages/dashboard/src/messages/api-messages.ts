import type en from './en/api.json'
import { defineMessages } from './messages.ts'

/**
 * Translations of the API's error codes, whose own messages are English and for developers. English
 * overrides only messages that name parts of a request. Keys: `<code>`, or for a field the first of
 * `details.<field>.<code>`, `details.<code>.<format>` and `details.<code>`.
 */
export const apiMessages = defineMessages<typeof en>(
  import.meta.glob('./*/api.json', { eager: true, import: 'default' }),
)
