import { Box, Group, Text, VisuallyHidden } from '@mantine/core'
import { MoreEvents, type ScheduleEventData } from '@mantine/schedule'
import type { Post } from '@postern/sdk'
import dayjs, { type Dayjs } from 'dayjs'
import type { LucideIcon } from 'lucide-react'
import { CircleAlert, CircleCheck, CircleHelp, CircleX, Clock, PenLine, Send } from 'lucide-react'
import type { CSSProperties, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useMessages } from '../../messages/messages.ts'
import { localeOf } from '../../parts/dates.ts'
import { PlatformMark } from '../../parts/platform-mark.tsx'
import { postMessages } from '../posts/parts/messages.ts'
import { excerptOf } from '../posts/parts/post-state.ts'
import { usePostLink } from './calendar-actions.ts'
import { calendarMessages } from './messages.ts'

/** The displayed duration: posts have none, but events need a height. */
const shownMinutes = 30
/** The number of posts that are readable side by side in one half hour. */
const sideBySideMax = 2
const eventTimeFormat = 'YYYY-MM-DD HH:mm:ss'

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

/** Converts a post to an event in the browser's time zone. */
export function eventOf(post: Post): ScheduleEventData {
  return eventAt(post, dayjs(post.scheduled_at))
}

/**
 * The events of a week, each in the half hour of its post. If more posts share a half hour than
 * fit side by side, one event stands for the rest.
 */
export function eventsOfWeek(posts: readonly Post[]): ScheduleEventData[] {
  const byHalfHour = Map.groupBy(posts, ({ scheduled_at }) => {
    const at = dayjs(scheduled_at)
    return at.minute(at.minute() < 30 ? 0 : 30).format('YYYY-MM-DD HH:mm')
  })
  return [...byHalfHour].flatMap(([start, postsInSlot]) => {
    const events = postsInSlot.map((post) => eventAt(post, dayjs(start)))
    if (events.length <= sideBySideMax) return events
    const hidden = events.splice(sideBySideMax - 1)
    const more = { ...hidden[0]!, id: `more ${start}`, color: 'gray', payload: { hidden } }
    return [...events, more]
  })
}

function eventAt(post: Post, start: Dayjs): ScheduleEventData {
  const end = start.add(shownMinutes, 'minute')
  const dayEnd = start.endOf('day')
  return {
    id: post.id,
    title: excerptOf(post).replaceAll('\n', ' '),
    start: start.format(eventTimeFormat),
    // Otherwise a post at 23:45 would span two days.
    end: (end.isAfter(dayEnd) ? dayEnd : end).format(eventTimeFormat),
    color: colors[post.status],
    payload: { post },
  }
}

export function postOf(event: ScheduleEventData): Post {
  return event.payload?.post as Post
}

/** The events that a "more" event stands for; undefined for a post. */
export function hiddenEventsOf(event: ScheduleEventData): ScheduleEventData[] | undefined {
  return event.payload?.hidden as ScheduleEventData[] | undefined
}

/** Renders a post as a link, and a "more" event as a button with a popover. */
export function useRenderEvent() {
  const linkOf = usePostLink()
  const t = useMessages(calendarMessages)
  const render = (event: ScheduleEventData, eventProps: Record<string, unknown>) => {
    const hidden = hiddenEventsOf(event)
    if (hidden) {
      return (
        <MoreEvents
          key={event.id}
          events={hidden}
          moreEventsCount={hidden.length}
          renderEvent={render}
          renderEventBody={renderEventBody}
          labels={{ moreLabel: (count: number) => `+ ${t('more', { count })}` }}
          popoverProps={{ returnFocus: true, offset: 0 }}
          styles={{ moreEventsList: { maxHeight: '40vh', overflowY: 'auto' } }}
          style={eventProps.style as CSSProperties}
          className="calendar-more"
        />
      )
    }
    const { size: _, onClick: __, title: ___, children, ...props } = eventProps
    const id = String(event.id)
    return (
      <Box
        component="a"
        key={id}
        {...props}
        {...linkOf(id)}
        className={`calendar-event ${String(eventProps.className ?? '')}`}
        data-status={postOf(event).status}
      >
        {children as ReactNode}
      </Box>
    )
  }
  return render
}

function renderEventBody(event: ScheduleEventData): ReactNode {
  return <EventBody post={postOf(event)} isTall />
}

type BodyProps = {
  post: Post
  /** Uses two lines. */
  isTall?: boolean
}

export function EventBody({ post, isTall = false }: BodyProps) {
  const t = useMessages(postMessages)
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
      {excerptOf(post) || t('noText')}
    </Text>
  )
  return (
    <Box px={isTall ? 0 : 3} style={{ overflow: 'hidden' }}>
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
