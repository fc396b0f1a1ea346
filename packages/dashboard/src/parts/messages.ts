import type en from '../messages/en/parts.json'
import { defineMessages } from '../messages/messages.ts'

/** Texts used by every page. */
export const commonMessages = defineMessages<typeof en>(
  import.meta.glob('../messages/*/parts.json', { eager: true, import: 'default' }),
)
