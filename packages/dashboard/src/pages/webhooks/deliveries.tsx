import { Anchor, Badge, Button, Group, Select, SimpleGrid, Stack, Text } from '@mantine/core'
import type { WebhookDelivery, WebhookEndpoint } from '@postern/sdk'
import { Link } from '@tanstack/react-router'
import { Send } from 'lucide-react'
import { useList } from '../../api/use-data.ts'
import { useSearchParam, useSearchParamsSetter } from '../../api/use-search-param.ts'
import { useMessages } from '../../messages/messages.ts'
import { Empty } from '../../parts/empty.tsx'
import { ListStates } from '../../parts/list-states.tsx'
import { type Column, StackTable } from '../../parts/stack-table.tsx'
import { Status } from '../../parts/status.tsx'
import { When } from '../../parts/when.tsx'
import { deliveryMessages } from './delivery-messages.ts'
import { eventTypes } from './event-messages.ts'
import { deliveryText } from './outcome-text.ts'

const statuses = ['pending', 'succeeded', 'failed', 'skipped'] as const
const ranges = ['1', '24', '168'] as const
const hourMs = 3_600_000

type Props = { endpoint: WebhookEndpoint; onTest: () => void }

/** Deliveries to an endpoint, newest first. */
export function Deliveries({ endpoint, onTest }: Props) {
  const t = useMessages(deliveryMessages)
  const change = useSearchParamsSetter()
  const [status] = useSearchParam('status')
  const [event] = useSearchParam('event')
  const [rangeParam] = useSearchParam('range')
  const range = ranges.find((each) => each === rangeParam)
  const list = useList(
    'deliveries',
    [endpoint.id, status, event, range],
    (client, page, signal) =>
      client.webhooks.deliveries.list(
        endpoint.id,
        {
          ...page,
          ...(status ? { status } : {}),
          ...(event ? { event_type: event } : {}),
          ...(range ? { since: new Date(Date.now() - Number(range) * hourMs).toISOString() } : {}),
        },
        { signal },
      ),
    { limit: 25 },
  )
  const isFiltered = Boolean(status || event || range)
  return (
    <Stack gap="sm">
      <SimpleGrid cols={{ base: 2, xs: 3 }} spacing="xs" maw={640} role="search">
        <Select
          label={t('status')}
          placeholder={t('anyStatus')}
          clearable
          data={statuses.map((value) => ({ value, label: t(value) }))}
          value={status}
          onChange={(value) => change({ status: value })}
        />
        <Select
          label={t('event')}
          placeholder={t('anyEvent')}
          clearable
          data={eventTypes}
          value={event}
          onChange={(value) => change({ event: value })}
        />
        <Select
          label={t('time')}
          allowDeselect={false}
          data={[
            { value: 'all', label: t('range_all') },
            ...ranges.map((value) => ({ value, label: t(`range_${value}`) })),
          ]}
          value={range ?? 'all'}
          onChange={(value) => change({ range: value === 'all' ? null : value })}
        />
      </SimpleGrid>
      <ListStates
        list={list}
        empty={
          <Empty
            icon={Send}
            title={t(isFiltered ? 'noneFiltered' : 'none')}
            text={t(isFiltered ? 'noneFilteredText' : 'noneText')}
            action={
              isFiltered ? (
                <Button
                  variant="default"
                  onClick={() => change({ status: null, event: null, range: null })}
                >
                  {t('reset')}
                </Button>
              ) : (
                <Button onClick={onTest}>{t('sendTest')}</Button>
              )
            }
          />
        }
      >
        {(deliveries) => <DeliveryTable deliveries={deliveries} />}
      </ListStates>
    </Stack>
  )
}

function DeliveryTable({ deliveries }: { deliveries: WebhookDelivery[] }) {
  const t = useMessages(deliveryMessages)
  const columns: Column<WebhookDelivery>[] = [
    {
      key: 'event',
      label: t('event'),
      role: 'title',
      cell: (delivery) => (
        <Group gap={6}>
          <Anchor
            component={Link}
            to={`/webhooks/${delivery.webhook_id}/deliveries/${delivery.id}`}
            fw={600}
            size="sm"
          >
            {delivery.event_type}
          </Anchor>
          {delivery.test && (
            <Badge variant="light" color="gray" tt="none">
              {t('test')}
            </Badge>
          )}
        </Group>
      ),
    },
    {
      key: 'status',
      label: t('status'),
      role: 'state',
      cell: ({ status }) => <Status value={status} label={t(status)} />,
    },
    {
      key: 'result',
      label: t('result'),
      cell: (delivery) => <Text size="sm">{deliveryText(t, delivery)}</Text>,
    },
    {
      key: 'attempts',
      label: t('attempts'),
      cell: ({ attempt_count: count, max_attempts: max }) => (
        <Text size="sm">{t('attemptsOf', { count, max })}</Text>
      ),
    },
    {
      key: 'time',
      label: t('time'),
      cell: ({ created_at }) => <When at={created_at} fz="sm" />,
    },
  ]
  return (
    <StackTable label={t('status')} columns={columns} items={deliveries} keyOf={({ id }) => id} />
  )
}
