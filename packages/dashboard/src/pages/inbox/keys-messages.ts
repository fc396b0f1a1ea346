import type en from '../../messages/en/inbox-keys.json'
import { defineMessages } from '../../messages/messages.ts'

export const keysMessages = defineMessages<typeof en>(
  import.meta.glob('../../messages/*/inbox-keys.json', { eager: true, import: 'default' }),
)
