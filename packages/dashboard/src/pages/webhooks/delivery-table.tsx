import '../../parts/bulk-bar.css'
import { Anchor, Badge, Button, Checkbox, Group, Stack, Text } from '@mantine/core'
import type { WebhookDelivery, WebhookEndpoint } from '@postern/sdk'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { client } from '../../api/client.ts'
import { useAction } from '../../api/use-data.ts'
import { useMessages } from '../../messages/messages.ts'
import { notifyStarted } from '../../parts/notify.tsx'
import { type Column, StackTable } from '../../parts/stack-table.tsx'
import { When } from '../../parts/when.tsx'
import { deliveryMessages } from './delivery-messages.ts'
import { DeliveryStatus } from './delivery-status.tsx'
import { deliveryText } from './outcome-text.ts'
import type { Resent } from './recover-progress.tsx'
import { SubjectText } from './subject.tsx'

/** The limit of one request to resend deliveries. */
const resentMax = LIMITS.webhook.recoveredIdsMax

type Props = {
  endpoint: WebhookEndpoint
  deliveries: WebhookDelivery[]
  onResent: (resent: Resent) => void
  /** Resends more than the selected ones. */
  recoverButton: ReactNode
}

export function DeliveryTable({ endpoint, deliveries, onResent, recoverButton }: Props) {
  const t = useMessages(deliveryMessages)
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const select = (ids: readonly string[]) => setSelected(new Set(ids.slice(0, resentMax)))
  const chosen = deliveries.filter(({ id }) => selected.has(id))
  const ids = chosen.map(({ id }) => id)
  const undeliveredIds = deliveries.filter(isUndelivered).map(({ id }) => id)
  const toggle = (id: string) =>
    select(selected.has(id) ? ids.filter((each) => each !== id) : [...ids, id])
  const columns: Column<WebhookDelivery>[] = [
    {
      key: 'event',
      label: t('event'),
      role: 'title',
      cell: (delivery) => (
        <Group gap="sm" wrap="nowrap">
          {endpoint.active && (
            <Checkbox
              aria-label={t('selectOne', { event: delivery.event_type })}
              checked={selected.has(delivery.id)}
              onChange={() => toggle(delivery.id)}
            />
          )}
          <Event delivery={delivery} />
        </Group>
      ),
    },
    {
      key: 'subject',
      label: t('subject'),
      width: '34%',
      cell: (delivery) => <SubjectText delivery={delivery} />,
    },
    {
      key: 'status',
      label: t('status'),
      role: 'state',
      cell: (delivery) => <DeliveryStatus delivery={delivery} />,
    },
    { key: 'result', label: t('result'), cell: (delivery) => <Result delivery={delivery} /> },
    {
      key: 'time',
      label: t('created'),
      cell: ({ created_at }) => <When at={created_at} size="sm" exact="seconds" />,
    },
  ]
  return (
    <Stack gap="xs">
      {endpoint.active && (
        <Group
          gap="xs"
          className="bulk-bar"
          style={{ flexWrap: 'wrap' }}
          data-selected={ids.length > 0 || undefined}
        >
          <Checkbox
            label={
              ids.length === 0
                ? t('selectAll')
                : t(ids.length < resentMax ? 'selected' : 'selectedMax', { count: ids.length })
            }
            checked={ids.length > 0 && ids.length === Math.min(deliveries.length, resentMax)}
            indeterminate={ids.length > 0 && ids.length < deliveries.length}
            onChange={() => select(ids.length > 0 ? [] : deliveries.map(({ id }) => id))}
          />
          {ids.length === 0 && undeliveredIds.length > 0 && (
            <Button size="compact-sm" variant="default" onClick={() => select(undeliveredIds)}>
              {t('selectUndelivered')}
            </Button>
          )}
          {ids.length > 0 && (
            <Resend
              endpoint={endpoint}
              deliveries={chosen}
              onResent={onResent}
              onDone={() => setSelected(new Set())}
            />
          )}
          {ids.length === 0 && recoverButton}
        </Group>
      )}
      <StackTable label={t('sent')} columns={columns} items={deliveries} keyOf={({ id }) => id} />
    </Stack>
  )
}

/** What the receiver has not got, also what waits for a retry; tests are not resent in bulk. */
function isUndelivered({ status, test, attempt_count: count }: WebhookDelivery): boolean {
  const isRetried = status === 'pending' && count > 0
  return !test && (status === 'failed' || status === 'skipped' || isRetried)
}

type ResendProps = Pick<Props, 'endpoint' | 'deliveries' | 'onResent'> & { onDone: () => void }

function Resend({ endpoint, deliveries, onResent, onDone }: ResendProps) {
  const t = useMessages(deliveryMessages)
  const ids = deliveries.map(({ id }) => id)
  const resend = useAction(() => client.webhooks.recover(endpoint.id, { delivery_ids: ids }), {
    topics: ['deliveries'],
    onSuccess: ({ count, created_at: startedAt }) => {
      const total = ids.length
      const max = LIMITS.webhook.attemptsWithResendsMax
      if (count < total) notifyStarted(t('resendingSome', { count, total, max }))
      onResent({ startedAt, count, deliveries })
      onDone()
    },
  })
  return (
    <>
      <Button size="compact-sm" loading={resend.isPending} onClick={() => resend.mutate(undefined)}>
        {t('resend')}
      </Button>
      <Button size="compact-sm" variant="default" onClick={onDone}>
        {t('clear')}
      </Button>
    </>
  )
}

function Event({ delivery }: { delivery: WebhookDelivery }) {
  const t = useMessages(deliveryMessages)
  return (
    <Group gap={6}>
      <Anchor
        component={Link}
        to={`/webhooks/${delivery.webhook_id}/deliveries/${delivery.id}`}
        fw={600}
        size="sm"
        className="row-link"
      >
        {delivery.event_type}
      </Anchor>
      {delivery.test && (
        <Badge variant="light" color="gray" tt="none">
          {t('test')}
        </Badge>
      )}
    </Group>
  )
}

/** What the last attempt answered and how long that took, or that it is skipped. */
function Result({ delivery }: { delivery: WebhookDelivery }) {
  const t = useMessages(deliveryMessages)
  const { attempt_count: count, attempts, status } = delivery
  const last = status === 'skipped' ? undefined : attempts.at(-1)
  return (
    <Stack gap={0}>
      <Text size="sm">
        {deliveryText(t, delivery)}
        {last && ` · ${t('ms', { count: last.duration_ms })}`}
      </Text>
      {count > 1 && (
        <Text size="xs" c="dimmed">
          {t('attemptsCount', { count })}
        </Text>
      )}
    </Stack>
  )
}
