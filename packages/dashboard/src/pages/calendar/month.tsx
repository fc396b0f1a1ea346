import '@mantine/dates/styles.css'
import '@mantine/schedule/styles.css'
import './calendar.css'
import { Box } from '@mantine/core'
import { DatesProvider } from '@mantine/dates'
import { MonthView, type ScheduleEventData } from '@mantine/schedule'
import type { Post } from '@postern/sdk'
import dayjs from 'dayjs'
import { type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useMessages } from '../../messages/messages.ts'
import { isMovable } from '../posts/post-state.ts'
import { dayName, useDrop, usePostLink, useWriteAt } from './board-actions.ts'
import { EventBody, eventOf, postOf } from './event.tsx'
import { firstDayOfWeek } from './span.ts'
import { calendarWords } from './words.ts'

type Props = { day: string; posts: readonly Post[] }

/** Where a click on a day of the month begins a post. */
const dayBeginsAt = 9
const postsPerDay = 4
/** The button of those that have no room is as high as WCAG 2.2 wants it (24 px). */
const roomForMore = {
  monthViewDay: { height: 56 + postsPerDay * 24 },
  monthViewEvents: { bottom: 26 },
}

/** A month with its posts: a click opens one, a free place begins one, dragging moves. */
export function Month({ day, posts }: Props) {
  const { i18n } = useTranslation()
  const t = useMessages(calendarWords)
  const events = useMemo(() => posts.map(eventOf), [posts])
  const write = useWriteAt()
  const drop = useDrop(posts)
  const renderEvent = useRenderEvent()
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
        maxEventsPerDay={postsPerDay}
        styles={roomForMore}
        className="calendar-month"
        moreEventsProps={{ popoverProps: { returnFocus: true, offset: 0 } }}
        getDayProps={(date) => ({
          'aria-label': t('writeAt', { at: dayName(date, i18n.language) }),
        })}
        onDayClick={(date) => write(dayjs(date).hour(dayBeginsAt).toDate())}
      />
    </DatesProvider>
  )
}

function useRenderEvent() {
  const linkOf = usePostLink()
  return (event: ScheduleEventData, given: Record<string, unknown>) => {
    const { size: _, onClick: __, title: ___, children, ...props } = given
    const id = String(event.id)
    return (
      <Box
        component="a"
        key={id}
        {...props}
        {...linkOf(id)}
        className={`calendar-event ${String(given.className ?? '')}`}
        data-status={postOf(event).status}
      >
        {children as ReactNode}
      </Box>
    )
  }
}
