import { Button, Group, Progress, Stack, Text } from '@mantine/core'
import type { WebhookDelivery } from '@postern/sdk'
import { useData } from '../../api/use-data.ts'
import { useMessages } from '../../messages/messages.ts'
import { formMessages } from './form-messages.ts'

const pollMs = 2_000
/** The deliveries that the progress is counted in: a page of the list. */
export const countedMax = 100

/** Says how many deliveries are being sent in the background. */
export function Started({ count, onClose }: { count: number; onClose: () => void }) {
  const t = useMessages(formMessages)
  return (
    <Stack>
      <Text size="sm" role="status">
        {t('started', { count })}
      </Text>
      <Group justify="flex-end">
        <Button onClick={onClose}>{t('close')}</Button>
      </Group>
    </Stack>
  )
}

type SendingProps = { id: string; since: string; startedAt: string; onClose: () => void }

/** The progress of what was sent again at `startedAt`, counted in the deliveries of the endpoint. */
export function Sending({ id, since, startedAt, onClose }: SendingProps) {
  const t = useMessages(formMessages)
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
  const failed = data?.filter((each) => hasFailedSince(each, startedAt)).length ?? 0
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

/** A failure from before the start is still waiting to be resent. */
function hasFailedSince(
  { status, completed_at, attempts }: WebhookDelivery,
  start: string,
): boolean {
  if (status === 'pending') return (attempts.at(-1)?.started_at ?? '') >= start
  return status !== 'succeeded' && completed_at !== null && completed_at >= start
}
