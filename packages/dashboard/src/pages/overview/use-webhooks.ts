import type { Page, WebhookEndpoint } from '@postern/sdk'
import type { UseQueryResult } from '@tanstack/react-query'
import { useData } from '../../api/use-data.ts'

const limit = 20

/** The first webhook endpoints, of the selected profile or of all. */
export function useWebhooks(
  options: { scope?: 'all'; enabled?: boolean } = {},
): UseQueryResult<Page<WebhookEndpoint>, Error> {
  return useData('webhooks', 'all', (client) => client.webhooks.list({ limit }), options)
}
