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
import { firstDayOfWeek } from '../../parts/local-time.ts'
import { isReschedulable } from '../posts/parts/post-state.ts'
import { dayName, useCreateAt, useDropPost } from './calendar-actions.ts'
import { daysOf } from './date-range.ts'
import { EventBody, eventOf, postOf, useRenderEvent } from './event.tsx'
import { calendarMessages } from './messages.ts'

type Props = { day: string; posts: readonly Post[] }

/** The hour of a post created by a click on a day. */
const defaultHour = 9
const postsPerDay = { min: 2, max: 6 }
const postPx = 24
/** Height of the day number and the "more" button (24 px, the WCAG 2.2 minimum target size). */
const dayChromePx = 56
/** Height of the page above and below the weeks. */
const pageChromePx = 314

/** A month: a click opens a post or creates one on a day; dragging reschedules. */
export function Month({ day, posts }: Props) {
  const { i18n } = useTranslation()
  const t = useMessages(calendarMessages)
  const events = useMemo(() => posts.map(eventOf), [posts])
  const create = useCreateAt()
  const drop = useDropPost(posts)
  const renderEvent = useRenderEvent()
  const layout = useDayLayout(day)
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
        canDragEvent={(event: ScheduleEventData) => isReschedulable(postOf(event))}
        onEventDrop={({ eventId, newStart }) => drop(String(eventId), dayjs(newStart))}
        renderEventBody={(event: ScheduleEventData) => <EventBody post={postOf(event)} />}
        renderEvent={renderEvent}
        labels={{ moreLabel: (count: number) => `+ ${t('more', { count })}` }}
        consistentWeeks={false}
        maxEventsPerDay={layout.posts}
        styles={{ monthViewDay: { height: layout.dayPx }, monthViewEvents: { bottom: 26 } }}
        className="calendar-month"
        moreEventsProps={{ popoverProps: { returnFocus: true, offset: 0 } }}
        getDayProps={(date) => ({
          'aria-label': t('createAt', { at: dayName(date, i18n.language) }),
        })}
        onDayClick={(date) => create(dayjs(date).hour(defaultHour).toDate())}
      />
    </DatesProvider>
  )
}

/** Height of a day and posts per day, so that the month fills the window without scrolling. */
function useDayLayout(day: string): { dayPx: number; posts: number } {
  const { height } = useViewportSize()
  const weeks = daysOf('month', day).length / 7
  const sharePx = Math.floor((height - pageChromePx) / weeks)
  const fittingPosts = Math.floor((sharePx - dayChromePx) / postPx)
  const posts = Math.min(Math.max(fittingPosts, postsPerDay.min), postsPerDay.max)
  return { posts, dayPx: Math.max(sharePx, dayChromePx + posts * postPx) }
}
