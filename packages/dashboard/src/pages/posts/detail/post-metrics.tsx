import { Anchor, Group, Paper, SimpleGrid, Stack, Table, Text, Title } from '@mantine/core'
import type { Post, PostInsights } from '@postern/sdk'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useData } from '../../../api/use-data.ts'
import { useMessages } from '../../../messages/messages.ts'
import { DataState } from '../../../parts/data-state.tsx'
import { AccountName } from '../../../parts/platform-mark.tsx'
import { When } from '../../../parts/when.tsx'
import { detailMessages } from '../../../post/detail-messages.ts'
import { useTargetAccount } from '../../../post/use-target-account.ts'
import { metricName } from './metric-messages.ts'

const countingMs = 24 * 3_600_000

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
          {(data) => <Numbers post={post} insights={data} />}
        </DataState>
      </Stack>
    </Paper>
  )
}

type NumbersProps = { post: Post; insights: PostInsights }

/** The published accounts with their numbers; one line for all if none has any. */
function Numbers({ post, insights }: NumbersProps) {
  const t = useMessages(detailMessages)
  const rows = insights.targets.flatMap((row) => {
    const target = post.targets.find(({ id }) => id === row.target_id)
    if (!target || target.parts.length === 0) return []
    return [{ ...row, isCounted: isCounted(row, target.published_at) }]
  })
  if (rows.every((row) => !row.isCounted && !row.missing_permission)) {
    return <NoNumbers at={rows.map((row) => row.synced_at).reduce(later, null)} />
  }
  const counted = rows.filter((row) => row.isCounted)
  return (
    <Stack gap="md">
      {rows.length > 1 && counted.length > 0 && (
        <Metrics name={t('allAccounts')} values={insights.totals} />
      )}
      {rows.map((row) => (
        <TargetMetrics key={row.target_id} row={row} isCounted={row.isCounted} />
      ))}
    </Stack>
  )
}

type Row = PostInsights['targets'][number]

function TargetMetrics({ row, isCounted }: { row: Row; isCounted: boolean }) {
  const t = useMessages(detailMessages)
  const { metrics, missing_permission: permission, synced_at } = row
  const name = <AccountName {...useTargetAccount()(row)} />
  if (isCounted) {
    return (
      <Metrics name={name} values={metrics} at={synced_at}>
        {row.parts.length > 1 && <PartMetrics parts={row.parts} />}
      </Metrics>
    )
  }
  return (
    <Metrics name={name} values={{}}>
      {permission ? (
        <Text size="sm">{t('missingPermission', { permission })}</Text>
      ) : (
        <NoNumbers at={synced_at} />
      )}
    </Metrics>
  )
}

/** A line for each part of a thread. */
function PartMetrics({ parts }: { parts: Row['parts'] }) {
  const t = useMessages(detailMessages)
  const { i18n } = useTranslation()
  const metrics = Object.keys(parts[0]!.metrics).filter((metric) =>
    parts.some((part) => part.metrics[metric] !== null),
  )
  return (
    <Table.ScrollContainer minWidth={0} type="scrollarea">
      <Table aria-label={t('insightsByPart')} fz="sm" style={{ whiteSpace: 'nowrap' }}>
        <Table.Thead>
          <Table.Tr>
            <Table.Td />
            {metrics.map((metric) => (
              <Table.Th key={metric} ta="end">
                {metricName(metric)}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {parts.map((part) => (
            <Table.Tr key={part.number}>
              <Table.Th scope="row" fw={400}>
                {t('part', { number: part.number })}
              </Table.Th>
              {metrics.map((metric) => (
                <Table.Td key={metric} ta="end" style={{ fontVariantNumeric: 'tabular-nums' }}>
                  {part.metrics[metric]?.toLocaleString(i18n.language) ?? '–'}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}

/** `at`: when the platforms were last asked; `null` if they were not yet. */
function NoNumbers({ at }: { at: string | null }) {
  const t = useMessages(detailMessages)
  return (
    <Group gap="2px 12px">
      <Text size="sm" c="dimmed">
        {t(at ? 'noNumbers' : 'noInsights')}
      </Text>
      {at && <AsOf at={at} />}
    </Group>
  )
}

function AsOf({ at }: { at: string }) {
  const t = useMessages(detailMessages)
  return (
    <Text size="xs" c="dimmed">
      {t('asOf')} <When at={at} day="sentence" />
    </Text>
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
  const { i18n } = useTranslation()
  const metrics = Object.entries(values).filter(([, value]) => value !== null)
  return (
    <Stack gap={6}>
      <Group gap="2px 12px" fz="sm">
        <Text size="sm" fw={600} component="div" miw={0}>
          {name}
        </Text>
        {at && <AsOf at={at} />}
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

/** Platforms report zeros until they have counted a new post, which takes up to a day. */
function isCounted({ metrics, synced_at }: Row, publishedAt: string | null): boolean {
  const values = Object.values(metrics).filter((value) => value !== null)
  if (values.some((value) => value > 0)) return true
  if (values.length === 0 || !synced_at || !publishedAt) return false
  return Date.parse(synced_at) - Date.parse(publishedAt) >= countingMs
}

function later(first: string | null, second: string | null): string | null {
  return (first ?? '') > (second ?? '') ? first : second
}
