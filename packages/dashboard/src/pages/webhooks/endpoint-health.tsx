import { Progress, Stack, Text } from '@mantine/core'
import type { WebhookEndpoint } from '@postern/sdk'
import { useMessages } from '../../messages/messages.ts'
import { Status } from '../../parts/status.tsx'
import { webhookMessages } from './messages.ts'

/** Consecutive failures after which an endpoint is disabled. */
export const failuresMax = LIMITS.webhook.failuresBeforeInactive

/** Active, paused by its owner, or disabled after failures. */
export function EndpointStatus({ endpoint }: { endpoint: WebhookEndpoint }) {
  const t = useMessages(webhookMessages)
  if (endpoint.active) return <Status value="active" label={t('active')} />
  if (endpoint.inactive_reason === 'owner')
    return <Status value="paused" label={t('pausedStatus')} />
  return <Status value="inactive" label={t('disabled')} />
}

/** Consecutive failures since the last success, out of `failuresMax`. */
export function ConsecutiveFailures({ endpoint }: { endpoint: WebhookEndpoint }) {
  const t = useMessages(webhookMessages)
  const { consecutive_failures: count } = endpoint
  if (count === 0) return <Text size="sm">{t('healthy')}</Text>
  const text = t('consecutiveFailures', { count, max: failuresMax })
  return (
    <Stack gap={4}>
      <Text size="sm">{text}</Text>
      <Progress
        value={(count / failuresMax) * 100}
        color={count * 2 >= failuresMax ? 'red' : 'orange'}
        size="sm"
        aria-label={text}
      />
    </Stack>
  )
}

/** Summarizes the subscribed event types, for example "3 event types". */
export function useEventsText(): (endpoint: WebhookEndpoint) => string {
  const t = useMessages(webhookMessages)
  return ({ events }) => {
    if (events.includes('*')) return t('allEvents')
    return events.length <= 2 ? events.join(', ') : t('someEvents', { count: events.length })
  }
}
