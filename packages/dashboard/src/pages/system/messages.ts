import type en from '../../messages/en/system.json'
import { defineMessages } from '../../messages/messages.ts'

export const systemMessages = defineMessages<typeof en>(
  import.meta.glob('../../messages/*/system.json', { eager: true, import: 'default' }),
)
