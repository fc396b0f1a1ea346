import '@mantine/dates/styles.css'
import { Button, Checkbox, Group, Modal, MultiSelect, Stack, Text } from '@mantine/core'
import { DatesProvider, DateTimePicker } from '@mantine/dates'
import { useId } from '@mantine/hooks'
import type { WebhookDelivery, WebhookEndpoint } from '@postern/sdk'
import dayjs from 'dayjs'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { client } from '../../api/client.ts'
import { useAction, useData } from '../../api/use-data.ts'
import { useMessages } from '../../messages/messages.ts'
import { useCalendarLabels } from '../../parts/calendar-labels.ts'
import { dateTimeMessages } from '../../parts/date-time-messages.ts'
import { formatInstant } from '../../parts/dates.ts'
import { FormError, shownInForm } from '../../parts/form-error.tsx'
import { timeZoneName } from '../../parts/local-time.ts'
import { commonMessages as partWords } from '../../parts/messages.ts'
import { clockDay, instantOf, isBrowserTimeZone } from '../../parts/time-zone.ts'
import { eventTypes } from './event-messages.ts'
import { formMessages } from './form-messages.ts'
import { countedMax, Sending, Started } from './recover-progress.tsx'

const historyDays = 30
/** The limit of one request to resend chosen deliveries. */
const retriedMax = LIMITS.webhook.recoveredIdsMax

const localFormat = 'YYYY-MM-DD HH:mm:ss'

type Props = { endpoint: WebhookEndpoint; opened: boolean; onClose: () => void }

/** Resends deliveries of a period: failed and skipped ones, or all. */
export function RecoverDialog({ endpoint, opened, onClose }: Props) {
  const t = useMessages(formMessages)
  return (
    <Modal opened={opened} onClose={onClose} title={t('recoverTitle')}>
      <Recover endpoint={endpoint} onClose={onClose} />
    </Modal>
  )
}

function Recover({ endpoint, onClose }: Omit<Props, 'opened'>) {
  const t = useMessages(formMessages)
  const p = useMessages(partWords)
  const d = useMessages(dateTimeMessages)
  const { i18n } = useTranslation()
  const [since, setSince] = useState<string | null>(() => defaultSince(endpoint))
  const [until, setUntil] = useState<string | null>(null)
  const [types, setTypes] = useState<string[]>([])
  const [withDelivered, setWithDelivered] = useState(false)
  const [withRetrying, setWithRetrying] = useState(true)
  const range = {
    since: instantOf(since ?? '').toISOString(),
    ...(until ? { until: instantOf(until).toISOString() } : {}),
  }
  const matching = useMatching(endpoint, range, types, withDelivered)
  const { finished = 0, retrying = [] } = matching.data ?? {}
  const retried = withRetrying ? retrying.map(({ id }) => id) : []
  const start = useAction(
    async () => {
      const chosen =
        retried.length > 0 &&
        (await client.webhooks.recover(endpoint.id, { delivery_ids: retried }))
      const ofRange =
        finished > 0 &&
        (await client.webhooks.recover(endpoint.id, {
          ...range,
          ...(types.length > 0 ? { event_types: types as WebhookDelivery['event_type'][] } : {}),
          ...(withDelivered ? { statuses: ['succeeded', 'failed', 'skipped'] } : {}),
        }))
      const started = [chosen, ofRange].filter((each) => each !== false)
      return {
        count: started.reduce((sum, { count }) => sum + count, 0),
        startedAt: started[0]!.created_at,
      }
    },
    { topics: ['deliveries', 'webhooks'], onError: shownInForm },
  )
  // Progress is counted in the list, which tells a repeated success from the first one by nothing.
  const isCounted =
    !withDelivered && !until && types.length === 0 && retried.length === retrying.length
  if (start.data && isCounted && start.data.count <= countedMax) {
    const { startedAt } = start.data
    const { since } = range
    return <Sending id={endpoint.id} since={since} startedAt={startedAt} onClose={onClose} />
  }
  if (start.data) return <Started count={start.data.count} onClose={onClose} />
  const count = matching.data && finished + retried.length
  return (
    <Stack>
      <Text size="sm">{t('recoverText')}</Text>
      <Instant
        label={t('since')}
        value={since}
        onChange={(value) => value && setSince(value)}
        data-autofocus
      />
      <Instant
        label={t('until')}
        value={until}
        onChange={setUntil}
        placeholder={t('untilNow')}
        clearable
      />
      {!isBrowserTimeZone() && (
        <Text size="xs" c="dimmed">
          {d('zone', { zone: timeZoneName(i18n.language) })}
        </Text>
      )}
      <MultiSelect
        label={t('types')}
        placeholder={types.length === 0 ? t('anyType') : ''}
        data={eventTypes}
        value={types}
        onChange={setTypes}
        comboboxProps={{ withinPortal: false }}
      />
      <Checkbox
        label={t('withDelivered')}
        checked={withDelivered}
        onChange={({ currentTarget }) => setWithDelivered(currentTarget.checked)}
      />
      {retrying.length > 0 && (
        <Checkbox
          label={t('withRetrying', {
            count: retrying.length,
            time: formatInstant(nextAttempt(retrying), i18n.language),
          })}
          checked={withRetrying}
          onChange={({ currentTarget }) => setWithRetrying(currentTarget.checked)}
        />
      )}
      <Text size="sm" fw={600} role="status">
        {count === undefined && !matching.error && t('counting')}
        {count === 0 && t('willSendNone')}
        {count !== undefined && count > 0 && t('willSend', { count })}
      </Text>
      <FormError error={start.error ?? matching.error} fields={[]} />
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {p('cancel')}
        </Button>
        <Button
          loading={start.isPending}
          disabled={count === 0}
          onClick={() => start.mutate(undefined)}
        >
          {t('recover')}
        </Button>
      </Group>
    </Stack>
  )
}

type InstantProps = {
  label: string
  value: string | null
  onChange: (value: string | null) => void
  placeholder?: string
  clearable?: boolean
  'data-autofocus'?: boolean
}

/** A time of the history in the member's time zone. */
function Instant(props: InstantProps) {
  const { i18n } = useTranslation()
  const labels = useCalendarLabels()
  const id = useId()
  return (
    <DatesProvider settings={{ locale: i18n.language, firstDayOfWeek: 1, weekendDays: [] }}>
      <DateTimePicker
        {...props}
        minDate={clockDay().subtract(historyDays, 'day').add(1, 'hour').format(localFormat)}
        maxDate={clockDay().format(localFormat)}
        ariaLabels={labels}
        id={id}
        hideOutsideDates
        valueFormat={(value) => formatInstant(instantOf(dayjs(value)).toISOString(), i18n.language)}
        popoverProps={{ id }}
      />
    </DatesProvider>
  )
}

/** How many deliveries match that are finished, and which failed and wait for their next attempt. */
function useMatching(
  endpoint: WebhookEndpoint,
  range: { since: string; until?: string },
  types: string[],
  withDelivered: boolean,
) {
  const key = [
    'matching',
    endpoint.id,
    range.since,
    range.until ?? null,
    types.join(),
    withDelivered,
  ]
  return useData('deliveries', key, async (each, signal) => {
    const query = { ...range, ...(types.length > 0 ? { event_type: types.join() } : {}) }
    const [{ total }, pending] = await Promise.all([
      each.webhooks.statistics(endpoint.id, query, { signal }),
      each.webhooks.deliveries.list(
        endpoint.id,
        { ...query, status: 'pending', limit: retriedMax },
        { signal },
      ),
    ])
    return {
      finished: total.failed + total.skipped + (withDelivered ? total.succeeded : 0),
      retrying: pending.data.filter(({ attempt_count: attempts }) => attempts > 0),
    }
  })
}

/** The earliest of their next attempts. */
function nextAttempt(deliveries: WebhookDelivery[]): string {
  return deliveries.map(({ next_attempt_at: at }) => at!).toSorted()[0]!
}

/** The last success or, if that is older than the history, the oldest allowed instant. */
function defaultSince({ last_success_at, created_at }: WebhookEndpoint): string {
  const earliest = clockDay().subtract(historyDays, 'day').add(1, 'hour')
  const preferred = clockDay(last_success_at ?? created_at)
  return (preferred.isBefore(earliest) ? earliest : preferred).format(localFormat)
}
