import { Box, Group, Skeleton, Stack, Text } from '@mantine/core'
import type { WebhookEndpoint, WebhookStatistics } from '@postern/sdk'
import { useTranslation } from 'react-i18next'
import { useData } from '../../api/use-data.ts'
import { useMessages } from '../../messages/messages.ts'
import { webhookMessages } from './messages.ts'

/** Not refetched with each delivery: the server counts up to a million of them. */
const refetchMs = 60_000
const heightPx = 28

/** The attempts of the last 24 hours: a bar for each hour, and the share that succeeded. */
export function RecentAttempts({ endpoint }: { endpoint: WebhookEndpoint }) {
  const { data } = useData(
    'webhooks',
    ['recent', endpoint.id],
    (client, signal) => client.webhooks.statistics(endpoint.id, { interval: 'hour' }, { signal }),
    { refetchInterval: refetchMs },
  )
  if (!data) return <Skeleton height={heightPx + 20} width={150} />
  return (
    <Stack gap={2} w={150}>
      <Bars buckets={data.buckets} />
      <Rate total={data.total} />
    </Stack>
  )
}

function Rate({ total }: Pick<WebhookStatistics, 'total'>) {
  const t = useMessages(webhookMessages)
  const { i18n } = useTranslation()
  const { success_rate: rate, attempts } = total
  const number = new Intl.NumberFormat(i18n.language)
  const percent = new Intl.NumberFormat(i18n.language, {
    style: 'percent',
    maximumFractionDigits: 1,
  })
  return (
    <Text size="xs" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
      {rate === null
        ? t('recentNone')
        : t('recentRate', { rate: percent.format(rate), attempts: number.format(attempts) })}
    </Text>
  )
}

/** Decoration: the text below it says the same. */
function Bars({ buckets }: Pick<WebhookStatistics, 'buckets'>) {
  const most = Math.max(1, ...buckets.map(({ attempts }) => attempts))
  return (
    <Group gap={1} align="flex-end" wrap="nowrap" h={heightPx} aria-hidden>
      {buckets.map(({ start, attempts, failed_attempts: failed }) => (
        <Stack key={start} gap={0} flex={1} justify="flex-end" h="100%">
          <Box h={`${(failed / most) * 100}%`} bg="red.6" />
          <Box
            h={attempts === 0 ? 2 : `${((attempts - failed) / most) * 100}%`}
            bg={attempts === 0 ? 'var(--mantine-color-default-border)' : 'teal.6'}
          />
        </Stack>
      ))}
    </Group>
  )
}
