import type en from '../messages/en/saved-texts.json'
import { defineMessages } from '../messages/messages.ts'

export const savedTextMessages = defineMessages<typeof en>(
  import.meta.glob('../messages/*/saved-texts.json', { eager: true, import: 'default' }),
)
