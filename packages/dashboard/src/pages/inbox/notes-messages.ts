import type en from '../../messages/en/inbox-notes.json'
import { defineMessages } from '../../messages/messages.ts'

export const notesMessages = defineMessages<typeof en>(
  import.meta.glob('../../messages/*/inbox-notes.json', { eager: true, import: 'default' }),
)
