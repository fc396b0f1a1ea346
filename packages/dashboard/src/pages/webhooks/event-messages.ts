import type { WebhookEventType } from '@postern/sdk'
import en from '../../messages/en/webhook-events.json' with { type: 'json' }
import { defineMessages, useMessages } from '../../messages/messages.ts'

const descriptions: Record<WebhookEventType, string> = en

const eventWords = defineMessages<typeof en>(
  import.meta.glob('../../messages/*/webhook-events.json', { eager: true, import: 'default' }),
)

export const eventTypes = Object.keys(descriptions) as WebhookEventType[]

/** Describes an event type in one sentence. */
export function useEventDescription(): (type: WebhookEventType) => string {
  return useMessages(eventWords)
}
