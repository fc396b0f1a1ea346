import type en from '../../messages/en/queue.json'
import { defineMessages } from '../../messages/messages.ts'

export const queueMessages = defineMessages<typeof en>(
  import.meta.glob('../../messages/*/queue.json', { eager: true, import: 'default' }),
)
