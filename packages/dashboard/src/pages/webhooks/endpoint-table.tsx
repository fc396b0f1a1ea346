import { Anchor, Stack, Text } from '@mantine/core'
import type { WebhookEndpoint } from '@postern/sdk'
import { Link } from '@tanstack/react-router'
import { useMessages } from '../../messages/messages.ts'
import { MiddleCut } from '../../parts/middle-cut.tsx'
import { type Column, StackTable } from '../../parts/stack-table.tsx'
import { useProfileName } from '../../session/use-profiles.ts'
import { EndpointHealth, EndpointStatus, useEventsText } from './endpoint-health.tsx'
import { webhookMessages } from './messages.ts'
import { RecentAttempts } from './recent-attempts.tsx'

/** Endpoints with their status and recent deliveries. */
export function EndpointTable({ endpoints }: { endpoints: WebhookEndpoint[] }) {
  const t = useMessages(webhookMessages)
  const nameOf = useProfileName()
  const eventsOf = useEventsText()
  const columns: Column<WebhookEndpoint>[] = [
    {
      key: 'url',
      label: t('url'),
      role: 'title',
      width: '30%',
      cell: (endpoint) => (
        <Stack gap={2}>
          <Anchor
            component={Link}
            to={`/webhooks/${endpoint.id}`}
            fw={600}
            size="sm"
            className="untrusted row-link"
            title={endpoint.url}
            aria-label={endpoint.url}
          >
            <MiddleCut text={endpoint.url} />
          </Anchor>
          {endpoint.description && (
            <Text size="sm" c="dimmed" className="untrusted" dir="auto" lineClamp={2}>
              {endpoint.description}
            </Text>
          )}
        </Stack>
      ),
    },
    {
      key: 'status',
      label: t('status'),
      role: 'state',
      cell: (endpoint) => <EndpointStatus endpoint={endpoint} />,
    },
    {
      key: 'events',
      label: t('events'),
      cell: (endpoint) => (
        <Text size="sm" className="untrusted" miw={90}>
          {eventsOf(endpoint)}
        </Text>
      ),
    },
    {
      key: 'profile',
      label: t('profile'),
      cell: (endpoint) => (
        <Text size="sm" className="untrusted" dir="auto" lineClamp={2} miw={90}>
          {endpoint.profile_id ? nameOf(endpoint.profile_id) : t('allProfiles')}
        </Text>
      ),
    },
    {
      key: 'recent',
      label: t('recent'),
      cell: (endpoint) => <RecentAttempts endpoint={endpoint} />,
    },
    {
      key: 'health',
      label: t('health'),
      width: 210,
      cell: (endpoint) => <EndpointHealth endpoint={endpoint} />,
    },
  ]
  return (
    <StackTable label={t('endpoints')} columns={columns} items={endpoints} keyOf={({ id }) => id} />
  )
}
