import '@mantine/dates/styles.css'
import { Button, Group, Modal, Progress, Stack, Text } from '@mantine/core'
import { DatesProvider, DateTimePicker } from '@mantine/dates'
import { useId } from '@mantine/hooks'
import type { WebhookDelivery, WebhookEndpoint, WebhookRecovery } from '@postern/sdk'
import dayjs from 'dayjs'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { client } from '../../api/client.ts'
import { useAction, useData } from '../../api/use-data.ts'
import { useMessages } from '../../messages/messages.ts'
import { useCalendarLabels } from '../../parts/calendar-labels.ts'
import { formatInstant } from '../../parts/dates.ts'
import { FormError, shownInForm } from '../../parts/form-error.tsx'
import { commonMessages as partWords } from '../../parts/messages.ts'
import { formMessages } from './form-messages.ts'

const historyDays = 30

const localFormat = 'YYYY-MM-DD HH:mm:ss'
const pollMs = 2_000

type Props = { endpoint: WebhookEndpoint; opened: boolean; onClose: () => void }

/** Resends failed and skipped deliveries since an instant and shows the progress. */
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
  const { i18n } = useTranslation()
  const labels = useCalendarLabels()
  const id = useId()
  const [local, setLocal] = useState(() => defaultSince(endpoint))
  const since = dayjs(local).toISOString()
  const missed = useMissed(endpoint, since)
  const start = useAction(() => client.webhooks.recover(endpoint.id, { since }), {
    topics: ['deliveries', 'webhooks'],
    onError: shownInForm,
  })
  if (start.data) return <Sending recovery={start.data} onClose={onClose} />
  const count = missed.data?.data.length
  return (
    <Stack>
      <Text size="sm">{t('recoverText')}</Text>
      <DatesProvider settings={{ locale: i18n.language, firstDayOfWeek: 1, weekendDays: [] }}>
        <DateTimePicker
          label={t('since')}
          value={local}
          onChange={(value) => value && setLocal(value)}
          minDate={dayjs().subtract(historyDays, 'day').add(1, 'hour').format(localFormat)}
          maxDate={dayjs().format(localFormat)}
          ariaLabels={labels}
          id={id}
          hideOutsideDates
          data-autofocus
          valueFormat={(value) => formatInstant(dayjs(value).toISOString(), i18n.language)}
          popoverProps={{ withinPortal: false, id }}
        />
      </DatesProvider>
      <Text size="sm" fw={600} role="status">
        {missed.data ? willSend(t, missed.data) : t('counting')}
      </Text>
      <FormError error={start.error ?? missed.error} fields={[]} />
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

type Words = (
  key: 'willSend' | 'willSendMore' | 'willSendNone',
  values?: { count: number },
) => string

function willSend(t: Words, { data, has_more }: { data: unknown[]; has_more: boolean }): string {
  if (data.length === 0) return t('willSendNone')
  return t(has_more ? 'willSendMore' : 'willSend', { count: data.length })
}

/** The first 100 failed or skipped deliveries since then, without test events. */
function useMissed(endpoint: WebhookEndpoint, since: string) {
  return useData('deliveries', ['missed', endpoint.id, since], async (each, signal) => {
    const query = { status: 'failed,skipped', since, limit: 100 }
    const { data, has_more } = await each.webhooks.deliveries.list(endpoint.id, query, { signal })
    return { data: data.filter(({ test }) => !test), has_more }
  })
}

type SendingProps = { recovery: WebhookRecovery; onClose: () => void }

function Sending({ recovery, onClose }: SendingProps) {
  const t = useMessages(formMessages)
  const { webhook_id: id, created_at: startedAt } = recovery
  const since = recovery.since ?? startedAt
  const { data } = useData(
    'deliveries',
    ['recovered', id, since],
    async (each, signal) => {
      const page = await each.webhooks.deliveries.list(id, { since, limit: 100 }, { signal })
      return page.data.filter(({ test }) => !test)
    },
    { refetchInterval: pollMs },
  )
  const done = data?.filter(({ status }) => status === 'succeeded').length ?? 0
  // A failure from before the recovery started is still waiting to be resent.
  const failed =
    data?.filter((each) => isUndelivered(each) && each.completed_at! >= startedAt).length ?? 0
  const waiting = (data?.length ?? 0) - done - failed
  const total = Math.max(1, data?.length ?? 0)
  return (
    <Stack>
      <Text size="sm" role="status">
        {data && waiting === 0
          ? t('progressDone', { done, failed })
          : t('progress', { done, waiting, failed })}
      </Text>
      <Progress.Root size="lg">
        <Progress.Section value={(done / total) * 100} color="teal" aria-label={String(done)} />
        <Progress.Section value={(failed / total) * 100} color="red" aria-label={String(failed)} />
      </Progress.Root>
      <Group justify="flex-end">
        <Button onClick={onClose}>{t('close')}</Button>
      </Group>
    </Stack>
  )
}

function isUndelivered({ status, completed_at }: WebhookDelivery): boolean {
  return (status === 'failed' || status === 'skipped') && completed_at !== null
}

/** The last success or, if that is older than the history, the oldest allowed instant. */
function defaultSince({ last_success_at, created_at }: WebhookEndpoint): string {
  const earliest = dayjs().subtract(historyDays, 'day').add(1, 'hour')
  const preferred = dayjs(last_success_at ?? created_at)
  return (preferred.isBefore(earliest) ? earliest : preferred).format(localFormat)
}
