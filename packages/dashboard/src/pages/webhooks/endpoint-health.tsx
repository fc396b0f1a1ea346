import { Progress, Stack, Text } from '@mantine/core'
import type { WebhookEndpoint } from '@postern/sdk'
import { useMessages } from '../../messages/messages.ts'
import { Status } from '../../parts/status.tsx'
import { When } from '../../parts/when.tsx'
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

/** How deliveries go, in one statement, with the times of the last success and the last failure. */
export function EndpointHealth({ endpoint }: { endpoint: WebhookEndpoint }) {
  const t = useMessages(webhookMessages)
  const {
    consecutive_failures: count,
    last_success_at: success,
    last_failure_at: failure,
  } = endpoint
  const failing = t('consecutiveFailures', { count, max: failuresMax })
  return (
    <Stack gap={4}>
      <Text size="sm">{count > 0 ? failing : t(healthOf(endpoint))}</Text>
      {count > 0 && (
        <Progress
          value={(count / failuresMax) * 100}
          color={count * 2 >= failuresMax ? 'red' : 'orange'}
          size="sm"
          aria-label={failing}
        />
      )}
      <Text size="xs" c="dimmed" component="div">
        {t('lastSuccess')}: <When at={success} />
        <br />
        {t('lastFailure')}: <When at={failure} />
      </Text>
    </Stack>
  )
}

const recentMs = 86_400_000

/** The state of an endpoint without consecutive failures; they are also set to 0 when it is enabled. */
function healthOf({ last_success_at: success, last_failure_at: failure }: WebhookEndpoint) {
  if (!failure) return success ? 'healthy' : 'unused'
  if (!success || success < failure) return 'lastFailed'
  return Date.now() - Date.parse(failure) < recentMs ? 'workingAgain' : 'healthy'
}

/** Summarizes the subscribed event types, for example "3 event types". */
export function useEventsText(): (endpoint: WebhookEndpoint) => string {
  const t = useMessages(webhookMessages)
  return ({ events }) => {
    if (events.includes('*')) return t('allEvents')
    return events.length <= 2 ? events.join(', ') : t('someEvents', { count: events.length })
  }
}
