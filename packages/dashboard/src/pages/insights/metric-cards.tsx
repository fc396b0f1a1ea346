import { SimpleGrid, Text, Tooltip, UnstyledButton } from '@mantine/core'
import type { AccountInsights } from '@postern/sdk'
import { useTranslation } from 'react-i18next'
import { useMessages } from '../../messages/messages.ts'
import { comparedTotals } from './compared-totals.ts'
import classes from './insights.module.css'
import { insightsMessages, useMetricName } from './messages.ts'
import { PeriodChange } from './period-change.tsx'

const always = { hover: true, focus: true, touch: true }

export type Metric = AccountInsights['metrics'][string]

type Props = {
  insights: AccountInsights
  chosen: string
  onChoose: (metric: string) => void
}

/** Metrics with total and change; clicking one shows it in the chart. */
export function MetricCards({ insights, chosen, onChoose }: Props) {
  const t = useMessages(insightsMessages)
  const reasons = new Map(insights.unavailable_metrics.map((each) => [each.metric, each.reason]))
  return (
    <SimpleGrid
      cols={{ base: 2, sm: 3, lg: 4, xl: 5 }}
      spacing="sm"
      role="group"
      aria-label={t('metrics')}
    >
      {Object.entries(insights.metrics).map(([name, metric]) => (
        <Card
          key={name}
          name={name}
          metric={metric}
          reason={reasons.get(name) ?? null}
          isChosen={name === chosen}
          onChoose={() => onChoose(name)}
        />
      ))}
    </SimpleGrid>
  )
}

type CardProps = {
  name: string
  metric: Metric
  reason: AccountInsights['unavailable_metrics'][number]['reason'] | null
  isChosen: boolean
  onChoose: () => void
}

function Card({ name, metric, reason, isChosen, onChoose }: CardProps) {
  const t = useMessages(insightsMessages)
  const nameOf = useMetricName()
  const { i18n } = useTranslation()
  const count = new Intl.NumberFormat(i18n.language)
  const { kind, total } = metric
  const isUnique = reason === null && kind === 'unique'
  // A range whose last days are not read has no total, but the chart shows its other days.
  const hasDays = reason !== null && metric.series.some(({ value }) => value !== null)
  const without = isUnique || hasDays ? t('noTotal') : t('noData')
  return (
    <Tooltip label={t(`${kind}Help`)} openDelay={400} events={always}>
      <UnstyledButton className={classes.card} aria-pressed={isChosen} onClick={onChoose}>
        <Text size="sm" fw={600} component="span" display="block">
          {nameOf(name)}
        </Text>
        <Text component="span" display="block" className={classes.total} data-none={total === null}>
          {total === null ? without : count.format(total)}
        </Text>
        <Text size="xs" c="dimmed" component="span" display="block">
          {reason && t(hasDays ? 'noNew' : `reason_${reason}`)}
          {!reason && <Comparison metric={metric} />}
        </Text>
      </UnstyledButton>
    </Tooltip>
  )
}

/** The change and with what it compares: the previous value, or the days if some are missing. */
function Comparison({ metric }: { metric: Metric }) {
  const t = useMessages(insightsMessages)
  const { i18n } = useTranslation()
  const { kind, total, previous_total: before, comparison, series } = metric
  if (kind === 'unique' && total === null) return t('uniqueHelp')
  if (before === null) return t('noPreviousValue')
  const compared = comparedTotals(metric, series.length)
  if (!compared) return t('tooFewDays')
  if (comparison && comparison.days < series.length) {
    return (
      <>
        <PeriodChange {...compared} /> {t('comparedDays', { count: comparison.days })}
      </>
    )
  }
  return (
    <>
      <span className={classes.phrase}>
        <PeriodChange {...compared} /> ·
      </span>{' '}
      <span className={classes.phrase}>
        {t('previousValue', { value: new Intl.NumberFormat(i18n.language).format(before) })}
      </span>
    </>
  )
}
