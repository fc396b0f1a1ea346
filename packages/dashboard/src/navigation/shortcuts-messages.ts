import type en from '../messages/en/shortcuts.json'
import { defineMessages } from '../messages/messages.ts'

export const shortcutMessages = defineMessages<typeof en>(
  import.meta.glob('../messages/*/shortcuts.json', { eager: true, import: 'default' }),
)
