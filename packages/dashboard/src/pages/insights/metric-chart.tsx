import '@mantine/charts/styles.css'
import { LineChart } from '@mantine/charts'
import { Button, Group, Paper, ScrollArea, Stack, Table, Text, Title } from '@mantine/core'
import { useId, useMediaQuery } from '@mantine/hooks'
import type { AccountInsights } from '@postern/sdk'
import { Download, Table2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DotItemDotProps } from 'recharts'
import { useMessages } from '../../messages/messages.ts'
import { notifyError } from '../../parts/notify.tsx'
import { downloadPicture } from './download-picture.ts'
import classes from './insights.module.css'
import { insightsMessages, useMetricName } from './messages.ts'
import type { Metric } from './metric-cards.tsx'
import { formatDay } from './range.ts'

type Props = {
  name: string
  metric: Metric
  /** The previous period; `null` until it is loaded. */
  before: AccountInsights | null
  /** The last day whose values are final. */
  settled: string | null
  fileName: string
}

type Day = { day: string; now: number | null; dayBefore: string | null; before: number | null }

/** Daily values of a metric and of the previous period; days without data are gaps. */
export function MetricChart({ name, metric, before, settled, fileName }: Props) {
  const t = useMessages(insightsMessages)
  const nameOf = useMetricName()
  const frame = useRef<HTMLDivElement>(null)
  const [isTableOpen, setIsTableOpen] = useState(false)
  const tableId = useId()
  const series = before?.metrics[name]?.series
  const days: Day[] = metric.series.map(({ date, value }, index) => ({
    day: date,
    now: value,
    dayBefore: series?.[index]?.date ?? null,
    before: series?.[index]?.value ?? null,
  }))
  const hasAny = days.some((each) => each.now !== null || each.before !== null)
  return (
    <Paper withBorder p="md">
      <Stack gap="md">
        <Title order={2} size="h4">
          {t('chartOf', { metric: nameOf(name) })}
        </Title>
        {hasAny ? (
          <div ref={frame}>
            <Drawing days={days} settled={settled} label={t('chartOf', { metric: nameOf(name) })} />
          </div>
        ) : (
          <Text c="dimmed" py="xl" ta="center">
            {t('noChartData')}
          </Text>
        )}
        <Group justify="space-between" gap="xs">
          <Text size="xs" c="dimmed">
            {t('gaps')}
          </Text>
          <Group gap="xs">
            {hasAny && (
              <Button
                variant="default"
                size="xs"
                leftSection={<Download size={15} aria-hidden />}
                onClick={() =>
                  void downloadPicture(frame.current, `${fileName}.png`).catch(notifyError)
                }
              >
                {t('png')}
              </Button>
            )}
            <Button
              variant="default"
              size="xs"
              leftSection={<Table2 size={15} aria-hidden />}
              aria-expanded={isTableOpen}
              aria-controls={isTableOpen ? tableId : undefined}
              onClick={() => setIsTableOpen(!isTableOpen)}
            >
              {t(isTableOpen ? 'hideTable' : 'showTable')}
            </Button>
          </Group>
        </Group>
        {isTableOpen && <Days id={tableId} days={days} />}
      </Stack>
    </Paper>
  )
}

type DrawingProps = { days: Day[]; settled: string | null; label: string }

function Drawing({ days, settled, label }: DrawingProps) {
  const t = useMessages(insightsMessages)
  const { i18n } = useTranslation()
  const count = new Intl.NumberFormat(i18n.language)
  const isNarrow = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false })
  const tickInterval = Math.ceil(days.length / (isNarrow ? 4 : 10))
  const ticks = days
    .filter((_, index) => index % tickInterval === 0)
    .map(({ day }) => formatDay(day, i18n.language, true))
  const settledIndex = days.findIndex(({ day }) => day === settled)
  const isOpen = settled !== null && settledIndex >= 0 && settledIndex < days.length - 1
  const hasBefore = days.some(({ before }) => before !== null)
  const hasAllDots = days.length <= (isNarrow ? narrowDotsMax : dotsMax)
  return (
    <LineChart
      // A line that is added later would be drawn above the other one.
      key={hasBefore ? 'two' : 'one'}
      h={300}
      data={days.map((each) => ({ ...each, day: formatDay(each.day, i18n.language, true) }))}
      dataKey="day"
      series={[
        ...(hasBefore
          ? [
              {
                name: 'before',
                label: t('previousPeriod'),
                color: 'gray.6',
                strokeDasharray: '5 4',
              },
            ]
          : []),
        { name: 'now', label: t('thisPeriod'), color: 'ink.5' },
      ]}
      // Values of the last days still grow, so a drop there is not real.
      referenceLines={
        isOpen
          ? [
              {
                x: formatDay(settled, i18n.language, true),
                // Above the plot, on the side of the line that has more room.
                label: {
                  value: t('settledHere'),
                  position: 'top',
                  textAnchor: settledIndex < days.length / 2 ? 'start' : 'end',
                },
                color: 'gray.6',
              },
            ]
          : []
      }
      curveType="linear"
      connectNulls={false}
      withLegend
      legendProps={{ verticalAlign: 'bottom' }}
      valueFormatter={(value) => count.format(value)}
      yAxisProps={{ width: 64, allowDecimals: false }}
      xAxisProps={{ ticks, interval: 0 }}
      lineChartProps={{
        title: label,
        accessibilityLayer: true,
        margin: { top: isOpen ? 24 : 5, right: 24 },
      }}
      lineProps={{ isAnimationActive: false, ...(!hasAllDots && { dot: dotBetweenGaps }) }}
    />
  )
}

const dotsMax = 60
const narrowDotsMax = 14

/** A single day between two gaps has no line, only a dot. */
function dotBetweenGaps({ cx, cy, index, points, stroke, key }: DotItemDotProps) {
  const hasValue = (at: number) => points[at]?.value != null
  const isAlone = hasValue(index) && !hasValue(index - 1) && !hasValue(index + 1)
  return isAlone ? <circle key={key} cx={cx} cy={cy} r={2} fill={stroke} /> : <g key={key} />
}

function Days({ id, days }: { id: string; days: Day[] }) {
  const t = useMessages(insightsMessages)
  const { i18n } = useTranslation()
  const show = (value: number | null) =>
    value === null ? t('noData') : new Intl.NumberFormat(i18n.language).format(value)
  const years = new Set(days.flatMap(({ day, dayBefore }) => [day, dayBefore ?? day].map(yearOf)))
  const name = (day: string) => formatDay(day, i18n.language, years.size === 1)
  return (
    <ScrollArea.Autosize mah={360} id={id} type="auto" viewportProps={{ tabIndex: 0 }}>
      <Table striped stickyHeader verticalSpacing={6} className={classes.day}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('day')}</Table.Th>
            <Table.Th className={classes.number}>{t('value')}</Table.Th>
            <Table.Th ps="lg" visibleFrom="sm">
              {t('previousDay')}
            </Table.Th>
            <Table.Th className={classes.number}>{t('previousDayValue')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {days.toReversed().map((each) => (
            <Table.Tr key={each.day}>
              <Table.Td>{name(each.day)}</Table.Td>
              <Table.Td className={classes.number}>{show(each.now)}</Table.Td>
              <Table.Td ps="lg" visibleFrom="sm">
                {each.dayBefore && name(each.dayBefore)}
              </Table.Td>
              <Table.Td className={classes.number}>{show(each.before)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollArea.Autosize>
  )
}

function yearOf(day: string): string {
  return day.slice(0, 4)
}
