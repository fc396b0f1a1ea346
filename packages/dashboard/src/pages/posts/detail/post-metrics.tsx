import { Anchor, Group, Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import type { Post, PostInsights } from '@postern/sdk'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useData } from '../../../api/use-data.ts'
import { useMessages } from '../../../messages/messages.ts'
import { DataState } from '../../../parts/data-state.tsx'
import { AccountName } from '../../../parts/platform-mark.tsx'
import { When } from '../../../parts/when.tsx'
import { detailMessages } from '../parts/detail-messages.ts'
import { useTargetAccount } from '../parts/use-target-account.ts'
import { metricName } from './metric-messages.ts'

/** The metrics of a post on each account, their totals, and a link to its comments. */
export function PostMetrics({ post }: { post: Post }) {
  const t = useMessages(detailMessages)
  const insights = useData(
    'insights',
    ['post', post.id],
    (client, signal) => client.insights.post(post.id, {}, { signal }),
    { scope: 'all' },
  )
  return (
    <Paper withBorder p="md" component="section" aria-label={t('insights')}>
      <Stack gap="sm">
        <Group justify="space-between" gap="xs">
          <Title order={2} size="h5">
            {t('insights')}
          </Title>
          <Group gap="md">
            <Anchor
              component={Link}
              to="/inbox"
              search={{ status: 'all', post: post.id } as never}
              size="sm"
            >
              {t('comments')}
            </Anchor>
            <Anchor component={Link} to="/insights" size="sm">
              {t('allInsights')}
            </Anchor>
          </Group>
        </Group>
        <DataState query={insights} rows={1}>
          {({ totals, targets }) => (
            <Stack gap="md">
              {targets.length > 1 && hasNumbers(totals) && (
                <Metrics name={t('allAccounts')} values={totals} />
              )}
              {targets.map((target) => (
                <TargetMetrics key={target.target_id} target={target} />
              ))}
            </Stack>
          )}
        </DataState>
      </Stack>
    </Paper>
  )
}

function TargetMetrics({ target }: { target: PostInsights['targets'][number] }) {
  const t = useMessages(detailMessages)
  const { metrics, missing_permission: permission, synced_at } = target
  const name = <AccountName {...useTargetAccount()(target)} />
  const values = hasNumbers(metrics) ? metrics : {}
  return (
    <Metrics name={name} values={values} at={synced_at}>
      {permission && <Text size="sm">{t('missingPermission', { permission })}</Text>}
      {!permission && !hasNumbers(metrics) && (
        <Text size="sm" c="dimmed">
          {t(synced_at ? 'noNumbers' : 'noInsights')}
        </Text>
      )}
    </Metrics>
  )
}

type MetricsProps = {
  name: ReactNode
  values: PostInsights['totals']
  /** The time of the measurement. */
  at?: string | null
  children?: ReactNode
}

function Metrics({ name, values, at, children }: MetricsProps) {
  const t = useMessages(detailMessages)
  const { i18n } = useTranslation()
  const metrics = Object.entries(values).filter(([, value]) => value !== null)
  return (
    <Stack gap={6}>
      <Group gap="2px 12px" fz="sm">
        <Text size="sm" fw={600} component="div" miw={0}>
          {name}
        </Text>
        {at && (
          <Text size="xs" c="dimmed">
            {t('asOf')} <When at={at} day="sentence" />
          </Text>
        )}
      </Group>
      {metrics.length > 0 && (
        <SimpleGrid cols={{ base: 2, xs: 3, md: 4 }} spacing="sm">
          {metrics.map(([metric, value]) => (
            <div key={metric}>
              <Text size="xs" c="dimmed">
                {metricName(metric)}
              </Text>
              <Text fw={650} fz="lg" style={{ fontVariantNumeric: 'tabular-nums' }}>
                {value?.toLocaleString(i18n.language)}
              </Text>
            </div>
          ))}
        </SimpleGrid>
      )}
      {children}
    </Stack>
  )
}

/** Platforms report zeros until they have counted a new post. */
function hasNumbers(values: PostInsights['totals']): boolean {
  return Object.values(values).some((value) => !!value)
}
