import type en from '../messages/en/links.json'
import { defineMessages } from '../messages/messages.ts'

export const linkMessages = defineMessages<typeof en>(
  import.meta.glob('../messages/*/links.json', { eager: true, import: 'default' }),
)
