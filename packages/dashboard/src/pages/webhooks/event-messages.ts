import type { WebhookEventType } from '@postern/sdk'
import type en from '../../messages/en/webhook-events.json'
import { defineMessages, useMessages } from '../../messages/messages.ts'

const eventWords = defineMessages<typeof en>(
  import.meta.glob('../../messages/*/webhook-events.json', { eager: true, import: 'default' }),
)

/** Describes an event type in one sentence. */
export function useEventDescription(): (type: WebhookEventType) => string {
  return useMessages(eventWords)
}
