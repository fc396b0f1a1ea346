import type en from '../../messages/en/webhooks.json'
import { defineMessages } from '../../messages/messages.ts'

export const webhookMessages = defineMessages<typeof en>(
  import.meta.glob('../../messages/*/webhooks.json', { eager: true, import: 'default' }),
)
