import type en from '../../../messages/en/composer-writing.json'
import { defineMessages } from '../../../messages/messages.ts'

export const writingMessages = defineMessages<typeof en>(
  import.meta.glob('../../../messages/*/composer-writing.json', { eager: true, import: 'default' }),
)
