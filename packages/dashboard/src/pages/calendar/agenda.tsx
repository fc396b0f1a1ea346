import { Anchor, Group, Paper, Stack, Text, Title } from '@mantine/core'
import type { Post } from '@postern/sdk'
import { Link } from '@tanstack/react-router'
import dayjs from 'dayjs'
import { useTranslation } from 'react-i18next'
import { localeOf } from '../../messages/language.ts'
import { useMessages } from '../../messages/messages.ts'
import { beginningOf } from '../posts/post-beginning.tsx'
import { PostStatus } from '../posts/post-status.tsx'
import { TargetNames } from '../posts/target-names.tsx'
import { postWords } from '../posts/words.ts'

/** The posts of some days below each other, the earliest first; for phones and for reading. */
export function Agenda({ posts }: { posts: readonly Post[] }) {
  const { i18n } = useTranslation()
  const days = Map.groupBy(posts, ({ scheduled_at }) => dayjs(scheduled_at).format('YYYY-MM-DD'))
  const name = new Intl.DateTimeFormat(localeOf(i18n.language), {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
  })
  return (
    <Stack gap="lg">
      {[...days].map(([day, ofDay]) => (
        <Stack key={day} gap="xs" component="section">
          <Title order={2} size="h5">
            {name.format(dayjs(day).toDate())}
          </Title>
          <Stack gap="xs" component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
            {ofDay.map((post) => (
              <AgendaItem key={post.id} post={post} />
            ))}
          </Stack>
        </Stack>
      ))}
    </Stack>
  )
}

function AgendaItem({ post }: { post: Post }) {
  const t = useMessages(postWords)
  const { i18n } = useTranslation()
  const time = new Intl.DateTimeFormat(localeOf(i18n.language), { timeStyle: 'short' })
  return (
    <Paper component="li" withBorder p="sm">
      <Stack gap={6}>
        <Group justify="space-between" gap="xs" wrap="nowrap">
          <Text fw={700} size="sm" style={{ fontVariantNumeric: 'tabular-nums' }}>
            <time dateTime={post.scheduled_at!}>{time.format(new Date(post.scheduled_at!))}</time>
          </Text>
          <PostStatus value={post.status} />
        </Group>
        <Anchor
          component={Link}
          to={'/posts/$id' as never}
          params={{ id: post.id } as never}
          c="bright"
          size="sm"
          fw={500}
          lineClamp={2}
          className="untrusted"
          dir="auto"
          style={{ whiteSpace: 'normal' }}
        >
          {beginningOf(post) || t('noText')}
        </Anchor>
        <TargetNames targets={post.targets} isInline />
      </Stack>
    </Paper>
  )
}
