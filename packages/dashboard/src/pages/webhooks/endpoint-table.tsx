import { Anchor, Stack, Text } from '@mantine/core'
import type { WebhookEndpoint } from '@postern/sdk'
import { Link } from '@tanstack/react-router'
import { useMessages } from '../../messages/messages.ts'
import { type Column, StackTable } from '../../parts/stack-table.tsx'
import { When } from '../../parts/when.tsx'
import { useProfileName } from '../../session/use-profiles.ts'
import { EndpointStatus, Streak, useEventsWord } from './endpoint-health.tsx'
import { webhookWords } from './words.ts'

/** The endpoints and how sending to them has been going. */
export function EndpointTable({ endpoints }: { endpoints: WebhookEndpoint[] }) {
  const t = useMessages(webhookWords)
  const nameOf = useProfileName()
  const eventsOf = useEventsWord()
  const columns: Column<WebhookEndpoint>[] = [
    {
      key: 'url',
      label: t('url'),
      role: 'title',
      cell: (endpoint) => (
        <Stack gap={2}>
          <Anchor
            component={Link}
            to={`/webhooks/${endpoint.id}`}
            fw={600}
            className="untrusted"
            lineClamp={3}
          >
            {endpoint.url}
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
      cell: (endpoint) => <EndpointStatus endpoint={endpoint} />,
    },
    {
      key: 'events',
      label: t('events'),
      cell: (endpoint) => (
        <Text size="sm" className="untrusted">
          {eventsOf(endpoint)}
        </Text>
      ),
    },
    {
      key: 'profile',
      label: t('profile'),
      cell: (endpoint) => (
        <Text size="sm" className="untrusted" dir="auto" lineClamp={2}>
          {endpoint.profile_id ? nameOf(endpoint.profile_id) : t('allProfiles')}
        </Text>
      ),
    },
    { key: 'health', label: t('health'), cell: (endpoint) => <Streak endpoint={endpoint} /> },
    {
      key: 'success',
      label: t('lastSuccess'),
      cell: (endpoint) => <When at={endpoint.last_success_at} fz="sm" />,
    },
    {
      key: 'failure',
      label: t('lastFailure'),
      cell: (endpoint) => <When at={endpoint.last_failure_at} fz="sm" />,
    },
  ]
  return (
    <StackTable label={t('endpoints')} columns={columns} items={endpoints} keyOf={({ id }) => id} />
  )
}
