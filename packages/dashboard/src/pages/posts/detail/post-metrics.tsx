import { Anchor, Group, Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import type { Post } from '@postern/sdk'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useData } from '../../../api/use-data.ts'
import { useMessages } from '../../../messages/messages.ts'
import { DataState } from '../../../parts/data-state.tsx'
import { detailMessages } from '../parts/detail-messages.ts'
import { metricName } from './metric-messages.ts'

/** The metrics of a post, totaled over its accounts, and a link to its comments. */
export function PostMetrics({ post }: { post: Post }) {
  const t = useMessages(detailMessages)
  const { i18n } = useTranslation()
  const insights = useData(
    'insights',
    ['post', post.id],
    (client, signal) => client.insights.post(post.id, {}, { signal }),
    { scope: 'all' },
  )
  return (
    <Paper withBorder p="md">
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
          {({ totals, targets }) => {
            const metrics = Object.entries(totals).filter(([, value]) => value !== null)
            const missing = targets.flatMap((target) => target.missing_permission ?? [])
            return (
              <>
                {metrics.length === 0 && (
                  <Text size="sm" c="dimmed">
                    {t('noInsights')}
                  </Text>
                )}
                <SimpleGrid cols={{ base: 2, xs: 3, md: 4 }} spacing="sm">
                  {metrics.map(([name, value]) => (
                    <div key={name}>
                      <Text size="xs" c="dimmed">
                        {metricName(name)}
                      </Text>
                      <Text fw={650} fz="lg" style={{ fontVariantNumeric: 'tabular-nums' }}>
                        {value?.toLocaleString(i18n.language)}
                      </Text>
                    </div>
                  ))}
                </SimpleGrid>
                {[...new Set(missing)].map((permission) => (
                  <Text key={permission} size="sm">
                    {t('missingPermission', { permission })}
                  </Text>
                ))}
              </>
            )
          }}
        </DataState>
      </Stack>
    </Paper>
  )
}
