import { Button, Checkbox, Group, Modal, MultiSelect, Stack, Text } from '@mantine/core'
import type { WebhookDeliveryListItem, WebhookEndpoint } from '@postern/sdk'
import { webhookEventTypes } from '@postern/sdk/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useData } from '../../api/use-data.ts'
import { useMessages } from '../../messages/messages.ts'
import { PastTimeField } from '../../parts/date-time-field.tsx'
import { dateTimeMessages } from '../../parts/date-time-messages.ts'
import { formatInstant } from '../../parts/dates.ts'
import { ErrorNotice } from '../../parts/error-notice.tsx'
import { timeZoneName, toInstant } from '../../parts/local-time.ts'
import { commonMessages as partWords } from '../../parts/messages.ts'
import { clockDay } from '../../parts/time-zone.ts'
import { formMessages } from './form-messages.ts'
import { ResendProgress } from './recover-progress.tsx'
import { type Filter, listAll, typesQuery, useResend } from './use-resend.ts'

const historyDays = 30
const hourMs = 3_600_000
/** The limit of one request to resend chosen deliveries. */
const retriedMax = LIMITS.webhook.recoveredIdsMax
const localFormat = 'YYYY-MM-DDTHH:mm'

/** What the dialog begins with, instead of what was missed since the last success. */
export type RecoverStart = { since: string | null; types: string[] }

type Props = {
  endpoint: WebhookEndpoint
  opened: boolean
  start?: RecoverStart
  onClose: () => void
}

/** Resends deliveries of a period: failed and skipped ones, or all. */
export function RecoverDialog({ opened, onClose, ...props }: Props) {
  const t = useMessages(formMessages)
  return (
    <Modal opened={opened} onClose={onClose} title={t('recoverTitle')}>
      <Recover {...props} onClose={onClose} />
    </Modal>
  )
}

function Recover({ endpoint, start, onClose }: Omit<Props, 'opened'>) {
  const t = useMessages(formMessages)
  const p = useMessages(partWords)
  const d = useMessages(dateTimeMessages)
  const { i18n } = useTranslation()
  const [since, setSince] = useState(() => initialSince(endpoint, start))
  const [until, setUntil] = useState('')
  const [types, setTypes] = useState<string[]>(start?.types ?? [])
  const [withDelivered, setWithDelivered] = useState(false)
  const [withRetrying, setWithRetrying] = useState(true)
  const filter = filterOf(since, until, types)
  const matching = useMatching(endpoint, filter, withDelivered)
  const { finished = 0, retrying = [] } = matching.data ?? {}
  const retried = withRetrying ? retrying.slice(0, retriedMax) : []
  const { resent, rest, run } = useResend(endpoint.id)
  if (resent) {
    // Without those that were delivered meanwhile.
    const next = retrying.filter(({ id }) => rest.has(id))
    const batch = next.slice(0, retriedMax)
    return (
      <Stack>
        <ResendProgress key={resent.startedAt} id={endpoint.id} resent={resent} />
        {next.length > 0 && <Text size="sm">{t('restWaits', { count: next.length })}</Text>}
        {run.error && <ErrorNotice error={run.error} />}
        <Group justify="flex-end">
          <Button variant={next.length > 0 ? 'default' : 'filled'} onClick={onClose}>
            {t('close')}
          </Button>
          {next.length > 0 && (
            <Button
              loading={run.isPending}
              onClick={() => run.mutate({ retried: batch, rest: next.slice(retriedMax) })}
            >
              {t('resendNext', { count: batch.length })}
            </Button>
          )}
        </Group>
      </Stack>
    )
  }
  const count = matching.data && finished + retried.length
  const failure = run.error ?? matching.error
  const firstDay = clockDay(earliest()).format('YYYY-MM-DD')
  return (
    <Stack>
      <Text size="sm">{t('recoverText')}</Text>
      <PastTimeField
        label={t('since')}
        value={since}
        onChange={setSince}
        firstDay={firstDay}
        defaultTime="00:00"
        required
        isFirst
      />
      <PastTimeField
        label={t('until')}
        value={until}
        onChange={setUntil}
        firstDay={firstDay}
        defaultTime="23:59"
        placeholder={t('untilNow')}
      />
      <Text size="xs" c="dimmed">
        {d('zone', { zone: timeZoneName(i18n.language) })}
      </Text>
      <MultiSelect
        label={t('types')}
        placeholder={types.length === 0 ? t('anyType') : ''}
        data={webhookEventTypes}
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
          description={
            retrying.length > retriedMax &&
            t('retryingLimit', { max: retriedMax, count: retrying.length - retriedMax })
          }
          checked={withRetrying}
          onChange={({ currentTarget }) => setWithRetrying(currentTarget.checked)}
        />
      )}
      <Text size="sm" fw={600} role="status">
        {filter && count === undefined && !matching.error && t('counting')}
        {count === 0 && t('willSendNone')}
        {count !== undefined && count > 0 && t('willSend', { count })}
      </Text>
      {failure && <ErrorNotice error={failure} />}
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {p('cancel')}
        </Button>
        <Button
          loading={run.isPending}
          disabled={!count}
          onClick={() =>
            run.mutate({
              retried,
              rest: withRetrying ? retrying.slice(retriedMax) : [],
              ...(filter && finished > 0 && { period: { ...filter, withDelivered } }),
            })
          }
        >
          {t('recover')}
        </Button>
      </Group>
    </Stack>
  )
}

/** The period and the events as the API takes them; `null` while a time is incomplete. */
function filterOf(since: string, until: string, types: string[]): Filter | null {
  const from = toInstant(since)
  const to = toInstant(until)
  if (from === null) return null
  // The first day began before the history.
  const oldest = earliest().toISOString()
  return { since: from < oldest ? oldest : from, ...(to !== null && { until: to }), types }
}

/** How many deliveries match that are finished, and which failed and wait for their next attempt. */
function useMatching(endpoint: WebhookEndpoint, filter: Filter | null, withDelivered: boolean) {
  const { types = [], ...range } = filter ?? {}
  const key = ['matching', endpoint.id, range, types, withDelivered]
  return useData(
    'deliveries',
    key,
    async (each, signal) => {
      const query = { ...range, ...typesQuery(types) }
      const [{ total }, pending] = await Promise.all([
        each.webhooks.statistics(endpoint.id, query, { signal }),
        listAll(each, endpoint.id, { ...query, status: 'pending' }, signal),
      ])
      return {
        finished: total.failed + total.skipped + (withDelivered ? total.succeeded : 0),
        retrying: pending.filter(({ attempt_count: attempts }) => attempts > 0),
      }
    },
    { enabled: filter !== null },
  )
}

/** The earliest of their next attempts. */
function nextAttempt(deliveries: WebhookDeliveryListItem[]): string {
  return deliveries.map(({ next_attempt_at: at }) => at!).toSorted()[0]!
}

/** Rounded up, so that what is counted is not another period each time. */
function earliest(): Date {
  return new Date(Math.ceil(Date.now() / hourMs - historyDays * 24) * hourMs)
}

/** The last success or, if that is older than the history, the oldest allowed instant. */
function initialSince({ last_success_at, created_at }: WebhookEndpoint, start?: RecoverStart) {
  const preferred = start ? start.since : (last_success_at ?? created_at)
  const at = Math.max(preferred ? Date.parse(preferred) : 0, earliest().getTime())
  return clockDay(at).format(localFormat)
}
