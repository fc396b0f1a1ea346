import {
  Anchor,
  Group,
  NativeSelect,
  Paper,
  Skeleton,
  Stack,
  Table,
  Text,
  Title,
} from '@mantine/core'
import type { AccountListItem, Post, PostInsights } from '@postern/sdk'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useData } from '../../api/use-data.ts'
import { useMessages } from '../../messages/messages.ts'
import { ErrorNotice } from '../../parts/error-notice.tsx'
import { When } from '../../parts/when.tsx'
import classes from './insights.module.css'
import { insightsMessages, useMetricName } from './messages.ts'
import type { Range } from './range.ts'

const postsMax = 20

type Row = { post: Post; metrics: PostInsights['targets'][number]['metrics'] }

/** The account's 20 latest posts in the range, sorted by a metric. */
export function PostMetrics({ account, range }: { account: AccountListItem; range: Range }) {
  const t = useMessages(insightsMessages)
  const nameOf = useMetricName()
  const [chosen, setChosen] = useState('views')
  const query = useData(
    'insights',
    ['posts', account.id, range],
    async (client, signal) => {
      const query = { account_id: account.id, ...range, status: 'published,partially_published' }
      const { data } = await client.posts.list({ ...query, limit: postsMax }, { signal })
      return await Promise.all(
        data.map(async (post): Promise<Row> => {
          const { targets } = await client.insights.post(post.id, {}, { signal })
          const target = targets.find((each) => each.account_id === account.id)
          return { post, metrics: target?.metrics ?? {} }
        }),
      )
    },
    { scope: 'all' },
  )
  if (query.isPending) return <Skeleton height={200} />
  if (!query.data) {
    return <ErrorNotice error={query.error} onRetry={() => void query.refetch()} />
  }
  const metrics = [...new Set(query.data.flatMap(({ metrics: values }) => Object.keys(values)))]
  // Bluesky and Mastodon have no views.
  const by = metrics.includes(chosen) ? chosen : (metrics[0] ?? chosen)
  const sorted = query.data.toSorted(
    (left, right) => (right.metrics[by] ?? -1) - (left.metrics[by] ?? -1),
  )
  return (
    <Paper withBorder p="md">
      <Stack gap="sm">
        <Group justify="space-between" align="flex-end" gap="xs">
          <div>
            <Title order={2} size="h4">
              {t('posts')}
            </Title>
            <Text size="sm" c="dimmed">
              {sorted.length === 0 ? t('postsNone') : t('postsText', { count: sorted.length })}
            </Text>
          </div>
          {metrics.length > 0 && (
            <NativeSelect
              label={t('sortBy')}
              data={metrics.map((value) => ({ value, label: nameOf(value) }))}
              value={by}
              onChange={(event) => setChosen(event.currentTarget.value)}
            />
          )}
        </Group>
        {sorted.length > 0 && <Rows rows={sorted} metrics={metrics} by={by} />}
      </Stack>
    </Paper>
  )
}

function Rows({ rows, metrics, by }: { rows: Row[]; metrics: string[]; by: string }) {
  const t = useMessages(insightsMessages)
  const nameOf = useMetricName()
  const { i18n } = useTranslation()
  const show = (value: number | null | undefined) =>
    value == null ? t('noData') : new Intl.NumberFormat(i18n.language).format(value)
  /** On phones only the sorted metric is visible. */
  const visibility = (metric: string) => (metric === by ? {} : { visibleFrom: 'sm' })
  return (
    <Table.ScrollContainer minWidth={0} type="scrollarea">
      <Table verticalSpacing="xs" miw={{ base: 0, sm: 360 + metrics.length * 80 }}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('post')}</Table.Th>
            <Table.Th visibleFrom="sm">{t('published')}</Table.Th>
            {metrics.map((metric) => (
              <Table.Th
                key={metric}
                className={classes.number}
                {...visibility(metric)}
                aria-sort={metric === by ? 'descending' : undefined}
              >
                {nameOf(metric)}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(({ post, metrics: values }) => (
            <Table.Tr key={post.id}>
              <Table.Td maw={{ base: 180, sm: 320 }}>
                <Anchor
                  component={Link}
                  to={`/posts/${post.id}`}
                  size="sm"
                  lineClamp={2}
                  dir="auto"
                  className="untrusted"
                >
                  {post.text.slice(0, textChars) || t('noText')}
                </Anchor>
              </Table.Td>
              <Table.Td visibleFrom="sm">
                <When at={post.published_at} fz="sm" />
              </Table.Td>
              {metrics.map((metric) => (
                <Table.Td key={metric} className={classes.number} {...visibility(metric)}>
                  {show(values[metric])}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}

const textChars = 300
