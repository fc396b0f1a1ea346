import type en from '../messages/en/palette.json'
import { defineMessages } from '../messages/messages.ts'

export const paletteMessages = defineMessages<typeof en>(
  import.meta.glob('../messages/*/palette.json', { eager: true, import: 'default' }),
)
