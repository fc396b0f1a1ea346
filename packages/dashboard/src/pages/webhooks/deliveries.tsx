import {
  Anchor,
  Badge,
  Button,
  Checkbox,
  Group,
  Select,
  SimpleGrid,
  Stack,
  Text,
  TextInput,
} from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import type { WebhookDelivery, WebhookEndpoint } from '@postern/sdk'
import { Link } from '@tanstack/react-router'
import { Send } from 'lucide-react'
import { useState } from 'react'
import { client } from '../../api/client.ts'
import { useAction, useList } from '../../api/use-data.ts'
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
const searchMs = 300
const uuidShape = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
/** The limit of one request to resend deliveries. */
const resentMax = 100

type Props = { endpoint: WebhookEndpoint; onTest: () => void }

/** Deliveries to an endpoint, newest first. */
export function Deliveries({ endpoint, onTest }: Props) {
  const t = useMessages(deliveryMessages)
  const change = useSearchParamsSetter()
  const [status] = useSearchParam('status')
  const [event] = useSearchParam('event')
  const [rangeParam] = useSearchParam('range')
  const range = ranges.find((each) => each === rangeParam)
  const [search] = useSearchParam('search')
  const list = useList(
    'deliveries',
    [endpoint.id, status, event, range, search],
    (client, page, signal) =>
      client.webhooks.deliveries.list(
        endpoint.id,
        {
          ...page,
          ...(status ? { status } : {}),
          ...(event ? { event_type: event } : {}),
          ...(search ? { [uuidShape.test(search) ? 'event_id' : 'resource_id']: search } : {}),
          ...(range ? { since: new Date(Date.now() - Number(range) * hourMs).toISOString() } : {}),
        },
        { signal },
      ),
    { limit: 25 },
  )
  const isFiltered = Boolean(status || event || range || search)
  return (
    <Stack gap="sm">
      <SimpleGrid cols={{ base: 2, sm: 4 }} spacing="xs" maw={960} role="search">
        <SearchField key={search} value={search} onSearch={(text) => change({ search: text })} />
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
                  onClick={() => change({ status: null, event: null, range: null, search: null })}
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
        {(deliveries) => <DeliveryTable endpoint={endpoint} deliveries={deliveries} />}
      </ListStates>
    </Stack>
  )
}

type SearchProps = { value: string | null; onSearch: (text: string | null) => void }

function SearchField({ value, onSearch }: SearchProps) {
  const t = useMessages(deliveryMessages)
  const apply = useDebouncedCallback((text: string) => onSearch(text.trim() || null), searchMs)
  return (
    <TextInput
      type="search"
      label={t('search')}
      placeholder={t('searchHint')}
      defaultValue={value ?? ''}
      onChange={({ currentTarget }) => apply(currentTarget.value)}
    />
  )
}

type TableProps = { endpoint: WebhookEndpoint; deliveries: WebhookDelivery[] }

function DeliveryTable({ endpoint, deliveries }: TableProps) {
  const t = useMessages(deliveryMessages)
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const ids = deliveries.map(({ id }) => id).filter((id) => selected.has(id))
  const resend = useAction(
    () => client.webhooks.recover(endpoint.id, { delivery_ids: ids.slice(0, resentMax) }),
    {
      topics: ['deliveries'],
      successMessage: ({ count }) => t('resending', { count }),
      onSuccess: () => setSelected(new Set()),
    },
  )
  const toggle = (id: string) =>
    setSelected(
      (before) =>
        new Set([...before].filter((each) => each !== id).concat(before.has(id) ? [] : id)),
    )
  const columns: Column<WebhookDelivery>[] = [
    {
      key: 'select',
      label: t('select'),
      width: 1,
      cell: ({ id, event_type: type }) => (
        <Checkbox
          aria-label={t('selectOne', { event: type })}
          checked={selected.has(id)}
          disabled={!endpoint.active}
          onChange={() => toggle(id)}
        />
      ),
    },
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
    <Stack gap="xs">
      {ids.length > 0 && (
        <Group gap="xs">
          <Text size="sm" role="status">
            {t('selected', { count: ids.length })}
          </Text>
          <Button size="xs" loading={resend.isPending} onClick={() => resend.mutate(undefined)}>
            {t('resend')}
          </Button>
          <Button size="xs" variant="default" onClick={() => setSelected(new Set())}>
            {t('clear')}
          </Button>
        </Group>
      )}
      <StackTable label={t('status')} columns={columns} items={deliveries} keyOf={({ id }) => id} />
    </Stack>
  )
}
