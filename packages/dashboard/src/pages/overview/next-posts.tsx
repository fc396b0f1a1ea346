import { Anchor, Box, Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import dayjs from 'dayjs'
import { useData } from '../../api/use-data.ts'
import { useMessages } from '../../messages/messages.ts'
import { DataState } from '../../parts/data-state.tsx'
import { PlatformMark } from '../../parts/platform-mark.tsx'
import { When } from '../../parts/when.tsx'
import { excerptOf } from '../posts/parts/post-state.ts'
import { overviewMessages } from './messages.ts'

const shownMax = 5

export function NextPosts() {
  const t = useMessages(overviewMessages)
  const from = dayjs().subtract(1, 'day').format('YYYY-MM-DD')
  const posts = useData('posts', ['next', from], (client) =>
    client.posts.list({ status: 'scheduled', order: 'asc', from, limit: shownMax }),
  )
  return (
    <Paper withBorder p="md" component="section">
      <Group justify="space-between" mb="sm">
        <Title order={2} size="h4">
          {t('upcoming')}
        </Title>
        <Anchor component={Link} to="/calendar" size="sm">
          {t('calendar')}
        </Anchor>
      </Group>
      <DataState query={posts} rows={3}>
        {({ data }) =>
          data.length === 0 ? (
            <Group gap="sm">
              <Text c="dimmed">{t('noUpcoming')}</Text>
              <Button component={Link} to="/posts/new" size="xs" variant="default">
                {t('compose')}
              </Button>
            </Group>
          ) : (
            <Stack gap="sm">
              {data.map((post) => (
                <Box key={post.id} miw={0}>
                  <Anchor component={Link} to={`/posts/${post.id}`} c="inherit" size="sm" fw={600}>
                    <Text span inherit className="untrusted" dir="auto" lineClamp={1}>
                      {excerptOf(post) || t('noText')}
                    </Text>
                  </Anchor>
                  <Group gap={6} c="dimmed" fz="sm">
                    {[...new Set(post.targets.map(({ platform }) => platform))].map((platform) => (
                      <PlatformMark key={platform} platform={platform} size={15} />
                    ))}
                    <When at={post.scheduled_at} exact />
                  </Group>
                </Box>
              ))}
            </Stack>
          )
        }
      </DataState>
    </Paper>
  )
}
