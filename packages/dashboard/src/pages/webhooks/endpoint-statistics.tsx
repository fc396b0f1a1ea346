import '@mantine/charts/styles.css'
import { BarChart, LineChart } from '@mantine/charts'
import {
  Button,
  Paper,
  ScrollArea,
  Select,
  SimpleGrid,
  Stack,
  Table,
  Text,
  Title,
} from '@mantine/core'
import { useId } from '@mantine/hooks'
import type { Client, WebhookEndpoint, WebhookStatistics } from '@postern/sdk'
import { Table2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useData } from '../../api/use-data.ts'
import { useMessages } from '../../messages/messages.ts'
import { DataState } from '../../parts/data-state.tsx'
import { dateFormat } from '../../parts/dates.ts'
import { webhookMessages } from './messages.ts'

const periods = ['1', '7', '30'] as const
type Period = (typeof periods)[number]

const dayMs = 86_400_000
/** The history ends at 30 days; a request takes a moment. */
const marginMs = 60_000
/** Not refetched with each delivery: the server counts up to a million of them. */
const refetchMs = 60_000
const noAnimation = { isAnimationActive: false }

/** Success rate and latency of an endpoint over time. */
// biome-ignore lint/style/noDefaultExport: React.lazy requires a default export
export default function EndpointStatistics({ endpoint }: { endpoint: WebhookEndpoint }) {
  const t = useMessages(webhookMessages)
  const [period, setPeriod] = useState<Period>('7')
  const read = (each: Client, signal: AbortSignal) => {
    const since = new Date(Date.now() - Number(period) * dayMs + marginMs).toISOString()
    const interval = period === '1' ? 'hour' : 'day'
    return each.webhooks.statistics(endpoint.id, { since, interval }, { signal })
  }
  const query = useData('webhooks', ['statistics', endpoint.id, period], read, {
    refetchInterval: refetchMs,
  })
  return (
    <Stack gap="md">
      <Select
        label={t('period')}
        allowDeselect={false}
        data={periods.map((value) => ({ value, label: t(`last${value}`) }))}
        value={period}
        onChange={(value) => setPeriod(value as Period)}
        maw={220}
      />
      <DataState query={query} rows={6}>
        {(statistics) => <Statistics statistics={statistics} />}
      </DataState>
    </Stack>
  )
}

function Statistics({ statistics }: { statistics: WebhookStatistics }) {
  const t = useMessages(webhookMessages)
  const { i18n } = useTranslation()
  const { total } = statistics
  if (total.deliveries === 0) return <Text c="dimmed">{t('noStatistics')}</Text>
  const number = new Intl.NumberFormat(i18n.language)
  const percent = new Intl.NumberFormat(i18n.language, {
    style: 'percent',
    maximumFractionDigits: 1,
  })
  const ms = (value: number | undefined) =>
    value === undefined ? '–' : t('milliseconds', { ms: number.format(value) })
  const facts = [
    [t('deliveriesCount'), number.format(total.deliveries)],
    [t('successRate'), total.success_rate === null ? '–' : percent.format(total.success_rate)],
    [t('latency50'), ms(total.latency_ms?.p50)],
    [t('latency95'), ms(total.latency_ms?.p95)],
  ]
  return (
    <Stack gap="md">
      <SimpleGrid cols={{ base: 2, sm: 4 }} component="dl" m={0}>
        {facts.map(([label, value]) => (
          <Paper key={label} withBorder p="sm">
            <Text component="dt" size="xs" c="dimmed">
              {label}
            </Text>
            <Text component="dd" m={0} fw={600} size="lg">
              {value}
            </Text>
          </Paper>
        ))}
      </SimpleGrid>
      <Charts statistics={statistics} />
      <AsTable statistics={statistics} />
    </Stack>
  )
}

function Charts({ statistics: { buckets, interval } }: { statistics: WebhookStatistics }) {
  const t = useMessages(webhookMessages)
  const time = useBucketTime(interval)
  const data = buckets.map((bucket) => ({
    time: time(bucket.start),
    succeeded: bucket.attempts - bucket.failed_attempts,
    failed: bucket.failed_attempts,
    p50: bucket.latency_ms?.p50 ?? null,
    p95: bucket.latency_ms?.p95 ?? null,
  }))
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }}>
      <Paper withBorder p="md">
        <Title order={2} size="h5" mb="sm">
          {t('attemptsChart')}
        </Title>
        <BarChart
          h={220}
          data={data}
          dataKey="time"
          type="stacked"
          series={[
            { name: 'succeeded', label: t('succeeded'), color: 'teal.6' },
            { name: 'failed', label: t('failed'), color: 'red.6' },
          ]}
          withLegend
          barProps={noAnimation}
          barChartProps={{ title: t('attemptsChart'), accessibilityLayer: true }}
        />
      </Paper>
      <Paper withBorder p="md">
        <Title order={2} size="h5" mb="sm">
          {t('latencyChart')}
        </Title>
        <LineChart
          h={220}
          data={data}
          dataKey="time"
          series={[
            { name: 'p50', label: t('latency50'), color: 'ink.5' },
            { name: 'p95', label: t('latency95'), color: 'orange.6' },
          ]}
          withLegend
          curveType="linear"
          connectNulls={false}
          // Room for the first and last date, as the bars have.
          xAxisProps={{ padding: { left: 30, right: 30 } }}
          lineProps={noAnimation}
          lineChartProps={{ title: t('latencyChart'), accessibilityLayer: true }}
        />
      </Paper>
    </SimpleGrid>
  )
}

/** The name of a bucket: an hour in the member's time zone, or a day in UTC. */
function useBucketTime(interval: WebhookStatistics['interval']): (start: string) => string {
  const { i18n } = useTranslation()
  const format = dateFormat(i18n.language, {
    month: 'short',
    day: 'numeric',
    ...(interval === 'hour' ? { hour: 'numeric' } : { timeZone: 'UTC' }),
  })
  return (start) => format.format(new Date(start))
}

/** The values of the charts for those who prefer to read them. */
function AsTable({ statistics: { buckets, interval } }: { statistics: WebhookStatistics }) {
  const t = useMessages(webhookMessages)
  const time = useBucketTime(interval)
  const [isOpen, setIsOpen] = useState(false)
  const id = useId()
  const columns = ['timeColumn', 'succeeded', 'failed', 'latency50', 'latency95'] as const
  return (
    <Stack gap="sm" align="flex-start">
      <Button
        variant="default"
        size="xs"
        leftSection={<Table2 size={15} aria-hidden />}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setIsOpen(!isOpen)}
      >
        {t(isOpen ? 'hideTable' : 'showTable')}
      </Button>
      {isOpen && (
        <ScrollArea id={id} w="100%" viewportProps={{ tabIndex: 0 }}>
          <Table aria-label={t('statistics')} verticalSpacing={4}>
            <Table.Thead>
              <Table.Tr>
                {columns.map((name) => (
                  <Table.Th key={name}>{t(name)}</Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {buckets.map(({ start, attempts, failed_attempts: failed, latency_ms: latency }) => (
                <Table.Tr key={start}>
                  <Table.Th scope="row" fw={400}>
                    {time(start)}
                  </Table.Th>
                  <Table.Td>{attempts - failed}</Table.Td>
                  <Table.Td>{failed}</Table.Td>
                  <Table.Td>{latency?.p50 ?? '–'}</Table.Td>
                  <Table.Td>{latency?.p95 ?? '–'}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </ScrollArea>
      )}
    </Stack>
  )
}
