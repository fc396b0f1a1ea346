import { Box } from '@mantine/core'
import { MoreEvents, type ScheduleEventData } from '@mantine/schedule'
import type { Post } from '@postern/sdk'
import dayjs, { type Dayjs } from 'dayjs'
import type { CSSProperties, ReactNode } from 'react'
import { useMessages } from '../../messages/messages.ts'
import { clockDay } from '../../parts/time-zone.ts'
import { excerptOf } from '../posts/parts/post-state.ts'
import { usePostLink } from './calendar-actions.ts'
import { useCalendarData } from './calendar-data.ts'
import { Chip } from './chip.tsx'
import { calendarMessages } from './messages.ts'

/** The displayed duration: posts have none, but events need a height. */
const shownMinutes = 30
/** The number of posts that are readable side by side in one half hour. */
const sideBySideMax = 2
const eventTimeFormat = 'YYYY-MM-DD HH:mm:ss'

/** Converts a post to an event in the member's time zone. */
export function eventOf(post: Post): ScheduleEventData {
  return eventAt(post, clockDay(post.scheduled_at!))
}

/**
 * The events of a week, each in the half hour of its post. If more posts share a half hour than
 * fit side by side, one event stands for the rest.
 */
export function eventsOfWeek(posts: readonly Post[]): ScheduleEventData[] {
  const byHalfHour = Map.groupBy(posts, ({ scheduled_at }) => {
    const at = clockDay(scheduled_at!)
    return at.minute(at.minute() < 30 ? 0 : 30).format('YYYY-MM-DD HH:mm')
  })
  return [...byHalfHour].flatMap(([start, postsInSlot]) => {
    const events = postsInSlot.map((post) => eventAt(post, dayjs(start)))
    if (events.length <= sideBySideMax) return events
    const hidden = events.splice(sideBySideMax - 1)
    const more = { ...hidden[0]!, id: `more ${start}`, payload: { hidden } }
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
    color: 'gray',
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

export function renderEventBody(event: ScheduleEventData): ReactNode {
  return <Chip post={postOf(event)} />
}

/** The list of hidden posts stays open while the quick view of one of them is open. */
export function morePopover(isQuickViewOpen: boolean) {
  return { returnFocus: true, offset: 0, closeOnClickOutside: !isQuickViewOpen }
}

/** Renders a post as a link, and a "more" event as a button with a popover. */
export function useRenderEvent() {
  const linkOf = usePostLink()
  const { isQuickViewOpen } = useCalendarData()
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
          popoverProps={morePopover(isQuickViewOpen)}
          styles={{ moreEventsList: { maxHeight: '40vh', overflowY: 'auto' } }}
          style={eventProps.style as CSSProperties}
          className="calendar-more"
        />
      )
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
  return render
}
