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
import { SlotLink } from './slot-link.tsx'
import { type FreeSlot, mergeSlots } from './use-free-slots.ts'

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
  const byHalfHour = Map.groupBy(posts, ({ scheduled_at }) => halfHourOf(clockDay(scheduled_at!)))
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

/** The free slots of a week: one for each half hour without posts. */
export function slotEventsOfWeek(
  slots: readonly FreeSlot[],
  posts: readonly ScheduleEventData[],
): ScheduleEventData[] {
  const taken = new Set(posts.map(({ start }) => halfHourOf(dayjs(start))))
  const byHalfHour = Map.groupBy(slots, ({ at }) => halfHourOf(clockDay(at)))
  return [...byHalfHour].flatMap(([start, each]) =>
    taken.has(start) ? [] : [slotEventAt(mergeSlots(each), dayjs(start))],
  )
}

/** The free slots of a month, as many as there is room for below the posts of a day. */
export function slotEventsOfMonth(
  slots: readonly FreeSlot[],
  posts: readonly ScheduleEventData[],
  daily: number,
): ScheduleEventData[] {
  const postsByDay = Map.groupBy(posts, ({ start }) => isoDay(dayjs(start)))
  const byDay = Map.groupBy(slots, ({ at }) => isoDay(clockDay(at)))
  return [...byDay].flatMap(([day, each]) => {
    const room = Math.max(0, daily - (postsByDay.get(day)?.length ?? 0))
    return each.slice(0, room).map((slot) => slotEventAt(slot, clockDay(slot.at)))
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
  return {
    id: post.id,
    title: excerptOf(post).replaceAll('\n', ' '),
    ...spanOf(start, minutes),
    color: 'gray',
    payload: { post },
  }
}

function slotEventAt(slot: FreeSlot, start: Dayjs): ScheduleEventData {
  return { id: slot.id, title: '', ...spanOf(start, slotMinutes), color: 'gray', payload: { slot } }
}

function spanOf(start: Dayjs, minutes: number): { start: string; end: string } {
  const end = start.add(minutes, 'minute')
  const dayEnd = start.endOf('day')
  return {
    start: start.format(eventTimeFormat),
    // Otherwise a post at 23:45 would span two days.
    end: (end.isAfter(dayEnd) ? dayEnd : end).format(eventTimeFormat),
  }
}

function halfHourOf(at: Dayjs): string {
  return at.minute(at.minute() < 30 ? 0 : 30).format(slotFormat)
}

/** The free slot that an event is, instead of posts. */
export function slotOf(event: ScheduleEventData): FreeSlot | undefined {
  return event.payload?.slot as FreeSlot | undefined
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
  return slotOf(event) ? null : <Chip post={postOf(event)} />
}

/** Renders a post or a free slot as a link, and the rest of its day or half hour as a button with a list. */
export function useRenderEvent(unit: 'day' | 'halfHour') {
  const linkOf = usePostLink()
  return (event: ScheduleEventData, eventProps: Record<string, unknown>) => {
    const slot = slotOf(event)
    if (slot) {
      return (
        <SlotLink
          key={event.id}
          slot={slot}
          className={String(eventProps.className ?? '')}
          style={eventProps.style as CSSProperties}
        />
      )
    }
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
