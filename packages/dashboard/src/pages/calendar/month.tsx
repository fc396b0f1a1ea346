import '@mantine/dates/styles.css'
import '@mantine/schedule/styles.css'
import './calendar.css'
import { DatesProvider } from '@mantine/dates'
import { useViewportSize } from '@mantine/hooks'
import { MonthView, type ScheduleEventData } from '@mantine/schedule'
import type { Post } from '@postern/sdk'
import dayjs from 'dayjs'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useMessages } from '../../messages/messages.ts'
import { isMovable } from '../posts/parts/post-state.ts'
import { dayName, useDrop, useWriteAt } from './board-actions.ts'
import { EventBody, eventOf, postOf, useRenderEvent } from './event.tsx'
import { calendarMessages } from './messages.ts'
import { daysOf, firstDayOfWeek } from './span.ts'

type Props = { day: string; posts: readonly Post[] }

/** The hour of a post created by a click on a day. */
const dayBeginsAt = 9
const postsPerDay = { min: 2, max: 6 }
const postPx = 24
/** Height of the day number and the "more" button (24 px, the WCAG 2.2 minimum target size). */
const aroundPostsPx = 56
/** Height of the page above and below the weeks. */
const aroundWeeksPx = 314

/** A month: a click opens a post or creates one on a day; dragging reschedules. */
export function Month({ day, posts }: Props) {
  const { i18n } = useTranslation()
  const t = useMessages(calendarMessages)
  const events = useMemo(() => posts.map(eventOf), [posts])
  const write = useWriteAt()
  const drop = useDrop(posts)
  const renderEvent = useRenderEvent()
  const room = useRoom(day)
  const settings = { locale: i18n.language, firstDayOfWeek: firstDayOfWeek() }
  return (
    <DatesProvider settings={settings}>
      <MonthView
        date={day}
        events={events}
        locale={i18n.language}
        withHeader={false}
        firstDayOfWeek={firstDayOfWeek()}
        withEventsDragAndDrop
        canDragEvent={(event: ScheduleEventData) => isMovable(postOf(event))}
        onEventDrop={({ eventId, newStart }) => drop(String(eventId), dayjs(newStart))}
        renderEventBody={(event: ScheduleEventData) => <EventBody post={postOf(event)} />}
        renderEvent={renderEvent}
        labels={{ moreLabel: (count: number) => `+ ${t('more', { count })}` }}
        consistentWeeks={false}
        maxEventsPerDay={room.posts}
        styles={{ monthViewDay: { height: room.dayPx }, monthViewEvents: { bottom: 26 } }}
        className="calendar-month"
        moreEventsProps={{ popoverProps: { returnFocus: true, offset: 0 } }}
        getDayProps={(date) => ({
          'aria-label': t('createAt', { at: dayName(date, i18n.language) }),
        })}
        onDayClick={(date) => write(dayjs(date).hour(dayBeginsAt).toDate())}
      />
    </DatesProvider>
  )
}

/** Height of a day and posts per day, so that the month fills the window without scrolling. */
function useRoom(day: string): { dayPx: number; posts: number } {
  const { height } = useViewportSize()
  const weeks = daysOf('month', day).length / 7
  const sharePx = Math.floor((height - aroundWeeksPx) / weeks)
  const fitting = Math.floor((sharePx - aroundPostsPx) / postPx)
  const posts = Math.min(Math.max(fitting, postsPerDay.min), postsPerDay.max)
  return { posts, dayPx: Math.max(sharePx, aroundPostsPx + posts * postPx) }
}
