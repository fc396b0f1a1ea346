import '@mantine/charts/styles.css'
import { BarChart, LineChart } from '@mantine/charts'
import { Paper, Select, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import type { WebhookEndpoint, WebhookStatistics } from '@postern/sdk'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useData } from '../../api/use-data.ts'
import { useMessages } from '../../messages/messages.ts'
import { DataState } from '../../parts/data-state.tsx'
import { webhookMessages } from './messages.ts'

const periods = ['1', '7', '30'] as const
type Period = (typeof periods)[number]

const dayMs = 86_400_000
/** The history ends at 30 days; a request takes a moment. */
const marginMs = 60_000
const noAnimation = { isAnimationActive: false }

/** Success rate and latency of an endpoint over time. */
// biome-ignore lint/style/noDefaultExport: React.lazy requires a default export
export default function EndpointStatistics({ endpoint }: { endpoint: WebhookEndpoint }) {
  const t = useMessages(webhookMessages)
  const [period, setPeriod] = useState<Period>('7')
  const query = useData('deliveries', ['statistics', endpoint.id, period], (each, signal) => {
    const since = new Date(Date.now() - Number(period) * dayMs + marginMs).toISOString()
    const interval = period === '1' ? 'hour' : 'day'
    return each.webhooks.statistics(endpoint.id, { since, interval }, { signal })
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
    </Stack>
  )
}

function Charts({ statistics: { buckets, interval } }: { statistics: WebhookStatistics }) {
  const t = useMessages(webhookMessages)
  const { i18n } = useTranslation()
  const time = new Intl.DateTimeFormat(i18n.language, {
    month: 'short',
    day: 'numeric',
    ...(interval === 'hour' ? { hour: 'numeric' } : { timeZone: 'UTC' }),
  })
  const data = buckets.map((bucket) => ({
    time: time.format(new Date(bucket.start)),
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
          lineProps={noAnimation}
          lineChartProps={{ title: t('latencyChart'), accessibilityLayer: true }}
        />
      </Paper>
    </SimpleGrid>
  )
}
