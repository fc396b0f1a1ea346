import type en from '../../messages/en/repeat.json'
import { defineMessages } from '../../messages/messages.ts'

export const repeatMessages = defineMessages<typeof en>(
  import.meta.glob('../../messages/*/repeat.json', { eager: true, import: 'default' }),
)
