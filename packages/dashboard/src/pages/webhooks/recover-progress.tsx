import { Progress, Stack, Text } from '@mantine/core'
import type { Client, WebhookDeliveryListItem } from '@postern/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { itemsMax, useData } from '../../api/use-data.ts'
import { useMessages } from '../../messages/messages.ts'
import { formMessages } from './form-messages.ts'

const pollMs = 2_000
/** The limit of a page of deliveries. */
const pageSize = 100

/** What was resent at `startedAt`. */
export type Resent = {
  startedAt: string
  count: number
  /** As they were before; `null` if they are too many to count the results. */
  deliveries: readonly WebhookDeliveryListItem[] | null
}

type Props = { id: string; resent: Resent }

/** How many of the resent deliveries were delivered, failed and wait, until none waits. */
export function ResendProgress({ id, resent }: Props) {
  const t = useMessages(formMessages)
  const sent = resent.deliveries?.filter(isResendable) ?? []
  const [isOver, setIsOver] = useState(false)
  const { data } = useData(
    'deliveries',
    ['resent', id, resent.startedAt, sent.length],
    (client, signal) => readResults(client, id, { sent, startedAt: resent.startedAt }, signal),
    { enabled: sent.length > 0, refetchInterval: isOver ? false : pollMs },
  )
  const queries = useQueryClient()
  useEffect(() => {
    const isNowOver = data === null || data?.waiting === 0
    setIsOver(isNowOver)
    // The endpoint may not be failing any more.
    if (isNowOver) void queries.invalidateQueries({ queryKey: ['webhooks'] })
  }, [data, queries])
  if (sent.length === 0 || data === null) {
    return (
      <Text size="sm" role="status">
        {t('started', { count: resent.count })} {t('startedMany')}
      </Text>
    )
  }
  const { delivered, failed, waiting } = data ?? { delivered: 0, failed: 0, waiting: sent.length }
  const share = (count: number) => (count / sent.length) * 100
  return (
    <Stack gap="xs">
      <Text size="sm" role="status">
        {t(waiting === 0 ? 'progressDone' : 'progress', { delivered, failed, waiting })}
      </Text>
      <Progress.Root size="lg">
        <Progress.Section value={share(delivered)} color="teal" aria-label={String(delivered)} />
        <Progress.Section value={share(failed)} color="red" aria-label={String(failed)} />
      </Progress.Root>
    </Stack>
  )
}

/** The API does not send others again. */
function isResendable({ attempt_count }: WebhookDeliveryListItem): boolean {
  return attempt_count < LIMITS.webhook.attemptsWithResendsMax
}

type Results = { delivered: number; failed: number; waiting: number }
type Sent = { sent: readonly WebhookDeliveryListItem[]; startedAt: string }

/** `null` if the list has too many others to find them all. */
async function readResults(
  client: Client,
  id: string,
  { sent, startedAt }: Sent,
  signal: AbortSignal,
): Promise<Results | null> {
  const before = new Map(sent.map((each) => [each.id, each.attempt_count]))
  const open = { failed: 0, waiting: 0 }
  let read = 0
  const list = client.webhooks.deliveries.list(id, queryOf(sent), { signal })
  for await (const delivery of list) {
    read += 1
    if (read > itemsMax) return null
    const result = resultOf(delivery, before.get(delivery.id), startedAt)
    if (result) open[result] += 1
  }
  return { ...open, delivered: sent.length - open.failed - open.waiting }
}

/** Finds them in the list, perhaps with others. Those that were delivered are left out if possible. */
function queryOf(sent: readonly WebhookDeliveryListItem[]) {
  const times = sent.map(({ created_at }) => Date.parse(created_at))
  const wasDelivered = sent.some(({ status }) => status === 'succeeded')
  return {
    limit: pageSize,
    since: new Date(Math.min(...times)).toISOString(),
    // It is excluded.
    until: new Date(Math.max(...times) + 1).toISOString(),
    event_type: [...new Set(sent.map((each) => each.event_type))].join(),
    ...(wasDelivered ? {} : { status: 'pending,failed,skipped' }),
  }
}

/** The result of a delivery that was not delivered when it was resent; `null` for others. */
function resultOf(
  { status, attempts, attempt_count: count, completed_at: at }: WebhookDeliveryListItem,
  countBefore: number | undefined,
  startedAt: string,
): 'failed' | 'waiting' | null {
  if (countBefore === undefined) return null
  if (count > countBefore) return attempts.at(-1)?.error ? 'failed' : null
  // The endpoint was paused or disabled meanwhile.
  return status === 'skipped' && at !== null && at >= startedAt ? 'failed' : 'waiting'
}
