import type en from '../../messages/en/library.json'
import { defineMessages } from '../../messages/messages.ts'

export const libraryMessages = defineMessages<typeof en>(
  import.meta.glob('../../messages/*/library.json', { eager: true, import: 'default' }),
)
