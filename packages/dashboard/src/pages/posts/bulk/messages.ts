import type en from '../../../messages/en/post-bulk.json'
import { defineMessages } from '../../../messages/messages.ts'

export const bulkMessages = defineMessages<typeof en>(
  import.meta.glob('../../../messages/*/post-bulk.json', { eager: true, import: 'default' }),
)
