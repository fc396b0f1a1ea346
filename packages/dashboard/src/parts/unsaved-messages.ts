import type en from '../messages/en/unsaved.json'
import { defineMessages } from '../messages/messages.ts'

/** The questions before unsaved input is lost. */
export const unsavedMessages = defineMessages<typeof en>(
  import.meta.glob('../messages/*/unsaved.json', { eager: true, import: 'default' }),
)
