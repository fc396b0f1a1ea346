import { Box } from '@mantine/core'
import type { ScheduleEventData } from '@mantine/schedule'
import type { Post } from '@postern/sdk'
import dayjs, { type Dayjs } from 'dayjs'
import type { CSSProperties, ReactNode } from 'react'
import { clockDay, instantOf } from '../../parts/time-zone.ts'
import { excerptOf, hasFailed } from '../posts/parts/post-state.ts'
import { usePostLink } from './calendar-actions.ts'
import { Chip } from './chip.tsx'
import { isoDay } from './date-range.ts'
import { MorePosts } from './more-posts.tsx'

/** The displayed duration: posts have none. In a week it is an hour if the next half hour is free. */
const slotMinutes = 30
const aloneMinutes = 60
/** The number of posts that are readable side by side in one half hour. */
const sideBySideMax = 2
const slotFormat = 'YYYY-MM-DD HH:mm'
const eventTimeFormat = 'YYYY-MM-DD HH:mm:ss'

/** Converts a post to an event in the member's time zone. */
export function eventOf(post: Post): ScheduleEventData {
  return eventAt(post, clockDay(post.scheduled_at!))
}

/**
 * The events of a week, each at the half hour of its post. If more posts share a half hour than
 * fit side by side, one event stands for the rest.
 */
export function eventsOfWeek(posts: readonly Post[]): ScheduleEventData[] {
  const byHalfHour = Map.groupBy(posts, ({ scheduled_at }) => {
    const at = clockDay(scheduled_at!)
    return at.minute(at.minute() < 30 ? 0 : 30).format(slotFormat)
  })
  return [...byHalfHour].flatMap(([start, postsInSlot]) => {
    const next = dayjs(start).add(slotMinutes, 'minute').format(slotFormat)
    const minutes = byHalfHour.has(next) ? slotMinutes : aloneMinutes
    const toEvent = (post: Post) => eventAt(post, dayjs(start), minutes)
    if (postsInSlot.length <= sideBySideMax) return postsInSlot.map(toEvent)
    return withMore(postsInSlot, sideBySideMax - 1, toEvent)
  })
}

/** The events of a month. If a day has more than `daily` posts, one event stands for the rest. */
export function eventsOfMonth(posts: readonly Post[], daily: number): ScheduleEventData[] {
  const byDay = Map.groupBy(posts, ({ scheduled_at }) => isoDay(clockDay(scheduled_at!)))
  return [...byDay.values()].flatMap((dayPosts) => {
    return dayPosts.length <= daily ? dayPosts.map(eventOf) : withMore(dayPosts, daily, eventOf)
  })
}

/** Moves failed posts among the first `count`, so that none is hidden while one has room. */
function withFailedAmong(count: number, posts: readonly Post[]): Post[] {
  const failedFirst = posts.toSorted(
    (left, right) => Number(hasFailed(right)) - Number(hasFailed(left)),
  )
  const first = new Set(failedFirst.slice(0, count))
  return posts.toSorted((left, right) => Number(first.has(right)) - Number(first.has(left)))
}

function withMore(
  posts: readonly Post[],
  shown: number,
  toEvent: (post: Post) => ScheduleEventData,
): ScheduleEventData[] {
  const all = withFailedAmong(shown, posts)
  const events = all.map(toEvent)
  const first = events[0]!
  return [...events.slice(0, shown), { ...first, id: `more ${first.id}`, payload: { all, shown } }]
}

function eventAt(post: Post, start: Dayjs, minutes = slotMinutes): ScheduleEventData {
  const end = start.add(minutes, 'minute')
  const dayEnd = start.endOf('day')
  return {
    id: post.id,
    title: excerptOf(post).replaceAll('\n', ' '),
    start: start.format(eventTimeFormat),
    // Otherwise a post at 23:45 would span two days.
    end: (end.isAfter(dayEnd) ? dayEnd : end).format(eventTimeFormat),
    color: 'gray',
    payload: { post },
  }
}

export function postOf(event: ScheduleEventData): Post {
  return event.payload?.post as Post
}

/** What a "more" event stands for; undefined for a post. */
export function moreOf(event: ScheduleEventData): { all: Post[]; shown: number } | undefined {
  return event.payload?.all ? (event.payload as { all: Post[]; shown: number }) : undefined
}

export function renderEventBody(event: ScheduleEventData): ReactNode {
  return <Chip post={postOf(event)} />
}

/** Renders a post as a link, and a "more" event as a button with a list of its day or half hour. */
export function useRenderEvent(unit: 'day' | 'halfHour') {
  const linkOf = usePostLink()
  return (event: ScheduleEventData, eventProps: Record<string, unknown>) => {
    const more = moreOf(event)
    if (more) {
      const start = instantOf(dayjs(event.start))
      const end =
        unit === 'day' ? undefined : instantOf(dayjs(event.start).add(slotMinutes, 'minutes'))
      const style = eventProps.style as CSSProperties
      return <MorePosts key={event.id} {...more} start={start} end={end} style={style} />
    }
    const { size: _, onClick: __, title: ___, children, ...props } = eventProps
    return (
      <Box
        component="a"
        key={event.id}
        {...props}
        {...linkOf(postOf(event))}
        className={`calendar-event ${String(eventProps.className ?? '')}`}
      >
        {children as ReactNode}
      </Box>
    )
  }
}
