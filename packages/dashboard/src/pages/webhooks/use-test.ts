import type { WebhookEventType } from '@postern/sdk'
import { useAction } from '../../api/use-data.ts'

/** Sends a test event of a type to an endpoint. */
export function useTest(endpointId: string) {
  return useAction((client, type: WebhookEventType) => client.webhooks.test(endpointId, { type }), {
    topics: ['deliveries'],
  })
}
