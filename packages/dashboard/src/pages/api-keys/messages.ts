import type en from '../../messages/en/keys.json'
import { defineMessages } from '../../messages/messages.ts'

export const keyMessages = defineMessages<typeof en>(
  import.meta.glob('../../messages/*/keys.json', { eager: true, import: 'default' }),
)
