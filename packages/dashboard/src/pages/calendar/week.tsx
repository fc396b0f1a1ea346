import '@mantine/dates/styles.css'
import '@mantine/schedule/styles.css'
import './week.css'
import { Box, rem } from '@mantine/core'
import { type ScheduleEventData, WeekView } from '@mantine/schedule'
import type { Post } from '@postern/sdk'
import dayjs from 'dayjs'
import { useEffect, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useMessages } from '../../messages/messages.ts'
import { dateFormat, formatTimeOf } from '../../parts/dates.ts'
import { firstDayOfWeek } from '../../parts/local-time.ts'
import { clockDay, clockTime, instantOf } from '../../parts/time-zone.ts'
import { isReschedulable } from '../../post/post-state.ts'
import { useMay } from '../../session/use-session.ts'
import { timeName, useCreateAt, useDropPost } from './calendar-actions.ts'
import { daysOf, isoDay } from './date-range.ts'
import { useDropDraft } from './draft-drop.ts'
import {
  eventsOfWeek,
  postOf,
  renderEventBody,
  slotEventsOfWeek,
  slotOf,
  useRenderEvent,
} from './event.tsx'
import { HiddenPosts } from './hidden-posts.tsx'
import { calendarMessages } from './messages.ts'
import { focusableHour, topHour } from './top-hour.ts'
import type { FreeSlot } from './use-free-slots.ts'

/** Half an hour fits three lines of small text, an hour six. */
const hourPx = 100
/** Free space next to the posts of an hour, for the click that creates another. */
const clickGapPx = 8

/** Height of the day names with the number of posts and the marks for those out of view. */
const headPx = 74

/** Height of the page above and below the hours. */
const pageChromePx = 160
/** Height of the line above an empty week. */
const emptyLinePx = 70

type Props = {
  day: string
  posts: readonly Post[]
  slots: readonly FreeSlot[]
  onDay: (day: string) => void
}

/** A week: a click opens a post or creates one in a free hour; dragging reschedules. */
export function Week({ day, posts, slots, onDay }: Props) {
  const { i18n } = useTranslation()
  const t = useMessages(calendarMessages)
  const { posts: shown, drop } = useDropPost(posts)
  const events = useMemo(() => eventsOfWeek(shown), [shown])
  const slotEvents = useMemo(() => slotEventsOfWeek(slots, events), [slots, events])
  const canPublish = useMay('posts:write')
  const create = useCreateAt()
  const dropDraft = useDropDraft()
  const renderEvent = useRenderEvent('halfHour')
  const week = useRef<HTMLDivElement>(null)
  const area = useRef<HTMLDivElement>(null)
  const byDay = Map.groupBy(shown, ({ scheduled_at }) => isoDay(clockDay(scheduled_at!)))
  const isoDays = daysOf('week', day).map((each) => isoDay(each))
  const times = posts.map(({ scheduled_at }) => clockDay(scheduled_at!))
  const isCurrent = isoDays.includes(isoDay(clockDay()))
  const counts = isoDays.map((each) => byDay.get(each)?.length ?? 0)
  useEffect(() => {
    const days = week.current?.querySelectorAll<HTMLElement>('.calendar-day') ?? []
    for (const [at, button] of [...days].entries()) {
      // The library's labels are ISO dates; without them the visible text is the accessible name.
      button.removeAttribute('aria-label')
      if (counts[at]) button.dataset.posts = t('count', { count: counts[at] })
      else delete button.dataset.posts
      if (button.matches('[data-today]')) button.setAttribute('aria-current', 'date')
    }
  })
  return (
    <Box className="calendar-week-frame" style={{ '--week-labels': rem(labelPx(i18n.language)) }}>
      <HiddenPosts days={isoDays} events={events} area={area} />
      <WeekView
        ref={week}
        date={day}
        events={[...events, ...slotEvents]}
        locale={i18n.language}
        firstDayOfWeek={firstDayOfWeek()}
        withHeader={false}
        withAllDaySlots={false}
        withWeekNumber={false}
        highlightToday
        getCurrentTime={clockTime}
        slotHeight={hourPx}
        startScrollTime={`${String(topHour(times, clockDay(), isCurrent)).padStart(2, '0')}:00:00`}
        slotLabelFormat={(at) => formatTimeOf(instantOf(dayjs(at)), i18n.language)}
        // The library adds a time to the day.
        onDateChange={(time) => onDay(time.slice(0, 10))}
        withEventsDragAndDrop
        canDragEvent={(event: ScheduleEventData) =>
          canPublish && !slotOf(event) && isReschedulable(postOf(event))
        }
        onExternalEventDrop={(data, at) => dropDraft(data, instantOf(dayjs(at)))}
        onEventDrop={({ event, newStart }) => {
          const post = postOf(event)
          drop(post, dayjs(newStart).minute(clockDay(post.scheduled_at!).minute()))
        }}
        renderEventBody={renderEventBody}
        renderEvent={renderEvent}
        onTimeSlotClick={({ slotStart }) => {
          const at = instantOf(slotStart)
          if (at.getTime() > Date.now()) create(at)
        }}
        getTimeSlotProps={({ start }) => {
          const time = dayjs(start)
          const isFirst = time.hour() === focusableHour && time.day() === firstDayOfWeek()
          const at = instantOf(start)
          const name = timeName(at, i18n.language)
          const tabIndex = isFirst ? 0 : -1
          if (at.getTime() <= Date.now()) {
            return { 'aria-label': name, 'aria-disabled': true, 'data-past': true, tabIndex }
          }
          return { 'aria-label': t('createAt', { at: name }), 'data-free': true, tabIndex }
        }}
        scrollAreaProps={{
          viewportRef: area,
          mah: `calc(100vh - ${pageChromePx + (posts.length > 0 ? 0 : emptyLinePx)}px)`,
        }}
        styles={{
          weekViewDaySlots: { marginInlineEnd: clickGapPx },
          weekViewDaySlot: { width: `calc(100% + ${clickGapPx}px)` },
        }}
        style={{
          '--week-view-slots-label-width': 'var(--week-labels)',
          ...(posts.length > 0 && { '--week-view-week-day-height': rem(headPx) }),
        }}
        classNames={{
          weekViewHeader: 'calendar-week-head',
          weekViewDayLabel: 'calendar-day',
          weekViewDayNumber: 'calendar-day-number',
        }}
        className="calendar-week"
      />
    </Box>
  )
}

/** Width of the hours: `10:00 AM` is wider than `10:00`. */
function labelPx(language: string): number {
  const isTwelve = dateFormat(language, { hour: 'numeric' }).resolvedOptions().hour12
  return isTwelve ? 82 : 62
}
