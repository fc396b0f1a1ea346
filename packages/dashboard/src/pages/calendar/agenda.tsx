import './calendar.css'
import { ActionIcon, Group, Paper, Stack, Text, Title } from '@mantine/core'
import type { Post } from '@postern/sdk'
import dayjs, { type Dayjs } from 'dayjs'
import { Plus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useMessages } from '../../messages/messages.ts'
import { localeOf } from '../../parts/dates.ts'
import { PostLink } from '../posts/parts/post-link.tsx'
import { postStatusOf } from '../posts/parts/post-state.ts'
import { PostStatus, TargetNames } from '../posts/parts/post-status.tsx'
import { useCreateAt } from './calendar-actions.ts'
import { calendarMessages } from './messages.ts'

const defaultHour = 9

type Props = {
  posts: readonly Post[]
  /** Days to list even without posts, each with a button to create one. */
  days?: readonly Dayjs[]
}

/** The posts by day in chronological order. */
export function Agenda({ posts, days }: Props) {
  const { i18n } = useTranslation()
  const t = useMessages(calendarMessages)
  const create = useCreateAt()
  const byDay = Map.groupBy(posts, ({ scheduled_at }) => keyOf(dayjs(scheduled_at)))
  const dayKeys = days?.map(keyOf) ?? [...byDay.keys()]
  const dayFormat = new Intl.DateTimeFormat(localeOf(i18n.language), {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
  })
  return (
    <Stack gap={days ? 'sm' : 'lg'}>
      {dayKeys.map((day) => {
        const dayPosts = byDay.get(day) ?? []
        const dayLabel = dayFormat.format(dayjs(day).toDate())
        return (
          <Stack key={day} gap="xs" component="section">
            <Group justify="space-between" wrap="nowrap">
              <Title order={2} size="h5" fw={dayPosts.length > 0 ? 650 : 400}>
                {dayLabel}
              </Title>
              {days && (
                <ActionIcon
                  variant="subtle"
                  aria-label={t('createAt', { at: dayLabel })}
                  onClick={() => create(dayjs(day).hour(defaultHour).toDate())}
                >
                  <Plus size={18} aria-hidden />
                </ActionIcon>
              )}
            </Group>
            {dayPosts.length > 0 && (
              <Stack gap="xs" component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
                {dayPosts.map((post) => (
                  <AgendaItem key={post.id} post={post} />
                ))}
              </Stack>
            )}
          </Stack>
        )
      })}
    </Stack>
  )
}

function AgendaItem({ post }: { post: Post }) {
  const { i18n } = useTranslation()
  const time = new Intl.DateTimeFormat(localeOf(i18n.language), { timeStyle: 'short' })
  return (
    <Paper component="li" withBorder p="sm" className="agenda-item">
      <Text fw={700} size="sm" style={{ fontVariantNumeric: 'tabular-nums' }}>
        <time dateTime={post.scheduled_at!}>{time.format(new Date(post.scheduled_at!))}</time>
      </Text>
      <div className="agenda-status">
        <PostStatus value={postStatusOf(post)} />
      </div>
      <Stack gap={6} miw={0} className="agenda-words">
        <PostLink post={post} />
        <TargetNames targets={post.targets} isInline />
      </Stack>
    </Paper>
  )
}

function keyOf(day: Dayjs): string {
  return day.format('YYYY-MM-DD')
}
