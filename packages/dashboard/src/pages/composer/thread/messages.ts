import type en from '../../../messages/en/composer-thread.json'
import { defineMessages } from '../../../messages/messages.ts'

export const threadMessages = defineMessages<typeof en>(
  import.meta.glob('../../../messages/*/composer-thread.json', { eager: true, import: 'default' }),
)
