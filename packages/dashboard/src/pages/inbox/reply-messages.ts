import type en from '../../messages/en/inbox-reply.json'
import { defineMessages } from '../../messages/messages.ts'

export const replyMessages = defineMessages<typeof en>(
  import.meta.glob('../../messages/*/inbox-reply.json', { eager: true, import: 'default' }),
)
