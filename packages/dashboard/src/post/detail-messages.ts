import type en from '../messages/en/post-detail.json'
import { defineMessages } from '../messages/messages.ts'

export const detailMessages = defineMessages<typeof en>(
  import.meta.glob('../messages/*/post-detail.json', { eager: true, import: 'default' }),
)
