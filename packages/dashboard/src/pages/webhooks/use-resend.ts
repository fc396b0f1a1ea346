import type { Client, WebhookDeliveryListItem } from '@postern/sdk'
import { useState } from 'react'
import { itemsMax, shownInForm, useAction } from '../../api/use-data.ts'
import type { Resent } from './recover-progress.tsx'

/** The limit of a page of deliveries. */
const pageSize = 100

/** A period and the events in it; all for none. */
export type Filter = { since: string; until?: string; types: string[] }
type Period = Filter & { withDelivered: boolean }

type Input = {
  /** Those that wait for a retry. */
  retried: readonly WebhookDeliveryListItem[]
  /** More of them than one request may have. */
  rest: readonly WebhookDeliveryListItem[]
  period?: Period
}

/** Resends what waits for a retry and a period; `rest` are the IDs that are left for the next request. */
export function useResend(id: string) {
  const [resent, setResent] = useState<Resent | null>(null)
  const [rest, setRest] = useState<ReadonlySet<string>>(new Set())
  const run = useAction(
    async (client, { retried, rest, period }: Input) => {
      // The results are counted of these.
      const inPeriod = period ? await listPeriod(client, id, period) : []
      const recoveries = []
      if (retried.length > 0) {
        const ids = retried.map((each) => each.id)
        recoveries.push(await client.webhooks.recover(id, { delivery_ids: ids }))
      }
      if (period) recoveries.push(await client.webhooks.recover(id, bodyOf(period)))
      // Very many, or those of other profiles than that of the endpoint.
      const isOther = period && recoveries.at(-1)!.count !== inPeriod.length
      const count = recoveries.reduce((sum, each) => sum + each.count, 0)
      const deliveries = isOther ? null : [...retried, ...inPeriod]
      const made = { startedAt: recoveries[0]!.created_at, count, deliveries }
      setRest(new Set(rest.map((each) => each.id)))
      setResent(resent ? both(resent, made) : made)
    },
    { topics: ['deliveries', 'webhooks'], onError: shownInForm },
  )
  return { resent, rest, run }
}

/** One result of two requests. */
function both(first: Resent, next: Resent): Resent {
  const { startedAt, deliveries } = first
  return {
    startedAt,
    count: first.count + next.count,
    deliveries: deliveries && next.deliveries && [...deliveries, ...next.deliveries],
  }
}

function statusesOf({ withDelivered }: Period): ('succeeded' | 'failed' | 'skipped')[] {
  return withDelivered ? ['succeeded', 'failed', 'skipped'] : ['failed', 'skipped']
}

function bodyOf(period: Period) {
  const { types, withDelivered: _, ...range } = period
  const event_types = types as WebhookDeliveryListItem['event_type'][]
  return { ...range, ...(types.length > 0 && { event_types }), statuses: statusesOf(period) }
}

async function listPeriod(client: Client, id: string, period: Period) {
  const { types, withDelivered: _, ...range } = period
  const status = statusesOf(period).join()
  return await listAll(client, id, { ...range, ...typesQuery(types), status })
}

export function typesQuery(types: readonly string[]) {
  return types.length > 0 ? { event_type: types.join() } : {}
}

type Query = Parameters<Client['webhooks']['deliveries']['list']>[1]

/** Deliveries of events, the newest first; at most 1,000. */
export async function listAll(
  client: Client,
  id: string,
  query: Query,
  signal?: AbortSignal,
): Promise<WebhookDeliveryListItem[]> {
  const found = []
  const options = signal ? { signal } : {}
  for await (const delivery of client.webhooks.deliveries.list(
    id,
    { ...query, limit: pageSize },
    options,
  )) {
    if (!delivery.test) found.push(delivery)
    if (found.length >= itemsMax) break
  }
  return found
}
