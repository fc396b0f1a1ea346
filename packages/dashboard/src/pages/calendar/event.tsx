import { Box } from '@mantine/core'
import type { ScheduleEventData } from '@mantine/schedule'
import type { Post } from '@postern/sdk'
import dayjs, { type Dayjs } from 'dayjs'
import { type CSSProperties, Fragment, type ReactNode } from 'react'
import { clockDay, instantOf } from '../../parts/time-zone.ts'
import { excerptOf, hasFailed } from '../../post/post-state.ts'
import { usePostLink } from './calendar-actions.ts'
import { Chip } from './chip.tsx'
import { isoDay } from './date-range.ts'
import { MorePosts } from './more-posts.tsx'

/** The displayed duration: posts have none. In a week it is an hour if the next half hour is free. */
const slotMinutes = 30
const aloneMinutes = 60
const slotFormat = 'YYYY-MM-DD HH:mm'
const eventTimeFormat = 'YYYY-MM-DD HH:mm:ss'

/** Converts a post to an event in the member's time zone. */
export function eventOf(post: Post): ScheduleEventData {
  return eventAt(post, clockDay(post.scheduled_at!))
}

/**
 * The events of a week: one for each half hour with posts, so that each has the width of its day. It shows
 * a failed post, or else the first one, and counts the rest.
 */
export function eventsOfWeek(posts: readonly Post[]): ScheduleEventData[] {
  const byHalfHour = Map.groupBy(posts, ({ scheduled_at }) => {
    const at = clockDay(scheduled_at!)
    return at.minute(at.minute() < 30 ? 0 : 30).format(slotFormat)
  })
  return [...byHalfHour].map(([start, postsInSlot]) => {
    const next = dayjs(start).add(slotMinutes, 'minute').format(slotFormat)
    const minutes = byHalfHour.has(next) ? slotMinutes : aloneMinutes
    const all = withFailedAmong(1, postsInSlot)
    const event = eventAt(all[0]!, dayjs(start), minutes)
    return all.length === 1 ? event : { ...event, payload: { ...event.payload, all, shown: 1 } }
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

/** All posts that an event stands for. */
export function postsOf(event: ScheduleEventData): Post[] {
  return moreOf(event)?.all ?? [postOf(event)]
}

/** The posts of a crowded day or half hour: `shown` of them are visible, the others are only counted. */
export function moreOf(event: ScheduleEventData): { all: Post[]; shown: number } | undefined {
  return event.payload?.all ? (event.payload as { all: Post[]; shown: number }) : undefined
}

export function renderEventBody(event: ScheduleEventData): ReactNode {
  return <Chip post={postOf(event)} />
}

/** Renders a post as a link, and the rest of its day or half hour as a button with a list. */
export function useRenderEvent(unit: 'day' | 'halfHour') {
  const linkOf = usePostLink()
  return (event: ScheduleEventData, eventProps: Record<string, unknown>) => {
    const start = dayjs(event.start)
    const end = unit === 'day' ? undefined : instantOf(start.add(slotMinutes, 'minutes'))
    const more = moreOf(event)
    const rest = more && (
      <MorePosts
        {...more}
        start={instantOf(start)}
        end={end}
        style={eventProps.style as CSSProperties}
      />
    )
    const { size: _, onClick: __, title: ___, children, ...props } = eventProps
    return (
      <Fragment key={event.id}>
        {event.payload?.post ? (
          <Box
            component="a"
            {...props}
            {...linkOf(postOf(event))}
            className={`calendar-event ${String(eventProps.className ?? '')}`}
            data-with-more={Boolean(rest) || undefined}
          >
            {children as ReactNode}
          </Box>
        ) : null}
        {rest}
      </Fragment>
    )
  }
}
