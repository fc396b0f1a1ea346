import type en from '../../../messages/en/import.json'
import { defineMessages } from '../../../messages/messages.ts'

export const importMessages = defineMessages<typeof en>(
  import.meta.glob('../../../messages/*/import.json', { eager: true, import: 'default' }),
)
