import '@mantine/dates/styles.css'
import '@mantine/schedule/styles.css'
import './calendar.css'
import { Box } from '@mantine/core'
import { DatesProvider } from '@mantine/dates'
import { MonthView, type ScheduleEventData, WeekView } from '@mantine/schedule'
import type { Post } from '@postern/sdk'
import { useNavigate, useRouter } from '@tanstack/react-router'
import dayjs from 'dayjs'
import { type MouseEvent, type ReactNode, type RefObject, useEffect, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { localeOf } from '../../messages/language.ts'
import { useMessages } from '../../messages/messages.ts'
import { tellError } from '../../parts/tell.tsx'
import { isMovable } from '../posts/post-state.ts'
import { useMove } from '../posts/use-post-actions.ts'
import { EventBody, eventOf, postOf } from './event.tsx'
import { firstDayOfWeek } from './span.ts'
import { calendarWords } from './words.ts'

type Props = {
  view: 'month' | 'week'
  day: string
  posts: readonly Post[]
  onDay: (day: string) => void
}

/** Where a click on a day of the month begins a post. */
const dayBeginsAt = 9
const scrollTo = '07:30:00'
const postsPerDay = 4
/** The button of those that have no room is as high as WCAG 2.2 wants it (24 px). */
const roomForMore = {
  monthViewDay: { height: 56 + postsPerDay * 24 },
  monthViewEvents: { bottom: 26 },
}

/** A month or a week with its posts: a click opens one, a free place begins one, dragging moves. */
export function Board({ view, day, posts, onDay }: Props) {
  const { i18n } = useTranslation()
  const t = useMessages(calendarWords)
  const events = useMemo(() => posts.map(eventOf), [posts])
  const write = useWriteAt()
  const drop = useDrop(posts)
  const renderEvent = useRenderEvent()
  const shared = {
    date: day,
    events,
    locale: i18n.language,
    withHeader: false,
    firstDayOfWeek: firstDayOfWeek(),
    withEventsDragAndDrop: true,
    canDragEvent: (event: ScheduleEventData) => isMovable(postOf(event)),
    onEventDrop: drop,
    renderEventBody: (event: ScheduleEventData) => (
      <EventBody post={postOf(event)} isTall={view === 'week'} />
    ),
    renderEvent,
    labels: { moreLabel: (count: number) => `+ ${t('more', { count })}` },
  }
  const place = useNamedDays()
  const settings = { locale: i18n.language, firstDayOfWeek: firstDayOfWeek() }
  return (
    <DatesProvider settings={settings}>
      {view === 'month' ? (
        <MonthView
          {...shared}
          consistentWeeks={false}
          maxEventsPerDay={postsPerDay}
          styles={roomForMore}
          className="calendar-month"
          moreEventsProps={{ popoverProps: { returnFocus: true, offset: 0 } }}
          getDayProps={(date) => ({
            'aria-label': t('writeAt', { at: dayName(date, i18n.language) }),
          })}
          onDayClick={(date) => write(dayjs(date).hour(dayBeginsAt).toDate())}
        />
      ) : (
        <WeekView
          ref={place}
          {...shared}
          className="calendar-week"
          withAllDaySlots={false}
          withWeekNumber={false}
          highlightToday
          eventDragInterval={15}
          startScrollTime={scrollTo}
          slotLabelFormat={(slot) => hourName(slot, i18n.language)}
          scrollAreaProps={{ mah: 640 }}
          onViewChange={() => {}}
          onDateChange={onDay}
          onTimeSlotClick={({ slotStart }) => write(dayjs(slotStart).toDate())}
          getTimeSlotProps={({ start }) => ({
            'aria-label': t('writeAt', { at: timeName(start, i18n.language) }),
          })}
        />
      )}
    </DatesProvider>
  )
}

/**
 * Days of the week are named as they are written; the library names them `Weekday 2026-11-16`,
 * which is neither what is seen nor the reader's language (WCAG 2.5.3).
 */
function useNamedDays(): RefObject<HTMLDivElement | null> {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const days = place.current?.querySelectorAll('.mantine-WeekView-weekViewDayLabel') ?? []
    for (const day of days) day.removeAttribute('aria-label')
  })
  return place
}

/** Opens the composer with a time; one that has passed becomes the next hour by itself. */
function useWriteAt(): (at: Date) => void {
  const navigate = useNavigate()
  return (at) => {
    const later = at.getTime() > Date.now() ? at : dayjs().add(1, 'hour').startOf('hour').toDate()
    void navigate({ to: '/posts/new', search: { at: later.toISOString() } } as never)
  }
}

function useDrop(posts: readonly Post[]) {
  const t = useMessages(calendarWords)
  const move = useMove(tellError)
  return ({ eventId, newStart }: { eventId: string | number; newStart: string }) => {
    const post = posts.find(({ id }) => id === eventId)
    if (!post) return
    const at = dayjs(newStart)
    if (at.valueOf() <= Date.now()) return tellError(new Error(t('past')))
    if (at.toISOString() !== post.scheduled_at) move.mutate({ post, at: at.toISOString() })
  }
}

/** A post is a link: it opens in a new tab as well, and every browser lets it be dragged. */
function useRenderEvent() {
  const router = useRouter()
  const navigate = useNavigate()
  return (event: ScheduleEventData, given: Record<string, unknown>) => {
    const { size: _, onClick: __, title: ___, children, ...props } = given
    const id = String(event.id)
    const href = router.buildLocation({ to: '/posts/$id', params: { id } } as never).href
    const follow = (click: MouseEvent) => {
      if (click.metaKey || click.ctrlKey || click.shiftKey || click.button !== 0) return
      click.preventDefault()
      void navigate({ to: '/posts/$id', params: { id } } as never)
    }
    return (
      <Box
        component="a"
        key={id}
        {...props}
        href={href}
        onClick={follow}
        className={`calendar-event ${String(given.className ?? '')}`}
        data-status={postOf(event).status}
      >
        {children as ReactNode}
      </Box>
    )
  }
}

function dayName(date: string, language: string): string {
  return new Intl.DateTimeFormat(localeOf(language), { dateStyle: 'full' }).format(
    dayjs(date).toDate(),
  )
}

function timeName(start: string, language: string): string {
  const format = new Intl.DateTimeFormat(localeOf(language), {
    dateStyle: 'full',
    timeStyle: 'short',
  })
  return format.format(dayjs(start).toDate())
}

function hourName(slot: string, language: string): string {
  const format = new Intl.DateTimeFormat(localeOf(language), { timeStyle: 'short' })
  return format.format(dayjs(slot).toDate())
}
