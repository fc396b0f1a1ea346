import { Box, Group, Text, VisuallyHidden } from '@mantine/core'
import type { ScheduleEventData } from '@mantine/schedule'
import type { Post } from '@postern/sdk'
import dayjs from 'dayjs'
import type { LucideIcon } from 'lucide-react'
import { CircleAlert, CircleCheck, CircleHelp, CircleX, Clock, PenLine, Send } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { localeOf } from '../../messages/locale.ts'
import { useMessages } from '../../messages/messages.ts'
import { PlatformMark } from '../../parts/platform-mark.tsx'
import { beginningOf } from '../posts/beginning-of.ts'
import { postWords } from '../posts/words.ts'

/** How long a post looks: it has no length of its own, but it must be seen. */
const shownMinutes = 50
const shape = 'YYYY-MM-DD HH:mm:ss'

const colors: Record<Post['status'], string> = {
  draft: 'gray',
  scheduled: 'blue',
  publishing: 'blue',
  published: 'teal',
  partially_published: 'orange',
  failed: 'red',
  canceled: 'gray',
}

const icons: Record<Post['status'], LucideIcon> = {
  draft: PenLine,
  scheduled: Clock,
  publishing: Send,
  published: CircleCheck,
  partially_published: CircleAlert,
  failed: CircleX,
  canceled: CircleHelp,
}

/** A post as the calendar places it, at the reader's own time. */
export function eventOf(post: Post): ScheduleEventData {
  const start = dayjs(post.scheduled_at)
  const end = start.add(shownMinutes, 'minute')
  const dayEnd = start.endOf('day')
  return {
    id: post.id,
    title: beginningOf(post).replaceAll('\n', ' '),
    start: start.format(shape),
    // A post at 23:45 is no post of two days.
    end: (end.isAfter(dayEnd) ? dayEnd : end).format(shape),
    color: colors[post.status],
    payload: { post },
  }
}

export function colorOf({ status }: Post): string {
  return colors[status]
}

export function postOf(event: ScheduleEventData): Post {
  return event.payload?.post as Post
}

type BodyProps = {
  post: Post
  /** Two lines, where there is the height for them. */
  isTall?: boolean
}

/** Time, status, platforms and the first words. */
export function EventBody({ post, isTall = false }: BodyProps) {
  const t = useMessages(postWords)
  const { i18n } = useTranslation()
  const Icon = icons[post.status]
  const time = new Intl.DateTimeFormat(localeOf(i18n.language), { timeStyle: 'short' }).format(
    new Date(post.scheduled_at!),
  )
  const platforms = [...new Set(post.targets.map(({ platform }) => platform))]
  const text = (
    <Text
      span
      fz={12}
      dir="auto"
      miw={0}
      {...(isTall
        ? { lineClamp: 2, className: 'calendar-words' }
        : { truncate: true, display: 'block' })}
    >
      {beginningOf(post) || t('noText')}
    </Text>
  )
  return (
    <Box px={3} style={{ overflow: 'hidden' }}>
      <Group gap={4} wrap="nowrap">
        <Icon size={13} aria-hidden style={{ flexShrink: 0 }} />
        <VisuallyHidden>{t(post.status)}, </VisuallyHidden>
        <Text span fz={11} fw={700} style={{ flexShrink: 0 }}>
          {time}
        </Text>
        {platforms.map((platform) => (
          <PlatformMark key={platform} platform={platform} size={13} />
        ))}
        {!isTall && text}
      </Group>
      {isTall && text}
    </Box>
  )
}
