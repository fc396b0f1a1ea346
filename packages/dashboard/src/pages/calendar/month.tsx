import '@mantine/dates/styles.css'
import '@mantine/schedule/styles.css'
import { DatesProvider } from '@mantine/dates'
import { useViewportSize } from '@mantine/hooks'
import { MonthView, type ScheduleEventData } from '@mantine/schedule'
import type { Post } from '@postern/sdk'
import dayjs from 'dayjs'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useMessages } from '../../messages/messages.ts'
import { firstDayOfWeek } from '../../parts/local-time.ts'
import { clockDay } from '../../parts/time-zone.ts'
import { isReschedulable } from '../../post/post-state.ts'
import { useMay } from '../../session/use-session.ts'
import { dayName, timeOnDay, useCreateAt, useDropPost } from './calendar-actions.ts'
import { daysOf, today } from './date-range.ts'
import { useDropDraftOnDay } from './draft-drop.ts'
import {
  eventsOfMonth,
  moreOf,
  postOf,
  renderEventBody,
  slotEventsOfMonth,
  slotOf,
  useRenderEvent,
} from './event.tsx'
import { calendarMessages } from './messages.ts'
import { moreRowPx } from './more-posts.tsx'
import type { FreeSlot } from './use-free-slots.ts'

type Props = { day: string; posts: readonly Post[]; slots: readonly FreeSlot[] }

const postsPerDay = { min: 2, max: 6 }
/** Two lines of text. */
const postPx = 33
const dayNumberPx = 28
/** Height of the page above and below the weeks. */
const pageChromePx = 182

/** A month: a click opens a post or creates one on a day; dragging reschedules. */
export function Month({ day, posts, slots }: Props) {
  const { i18n } = useTranslation()
  const t = useMessages(calendarMessages)
  const { posts: shown, drop } = useDropPost(posts)
  const canPublish = useMay('posts:write')
  const create = useCreateAt()
  const dropDraft = useDropDraftOnDay()
  const renderEvent = useRenderEvent('day')
  const layout = useDayLayout(day, shown)
  const events = useMemo(() => {
    const postEvents = eventsOfMonth(shown, layout.posts)
    return [...postEvents, ...slotEventsOfMonth(slots, postEvents, layout.posts)]
  }, [shown, slots, layout.posts])
  // One row more than posts: that of the button with the rest.
  const rows = layout.posts + 1
  const settings = { locale: i18n.language, firstDayOfWeek: firstDayOfWeek() }
  return (
    <DatesProvider settings={settings}>
      <MonthView
        date={day}
        events={events}
        locale={i18n.language}
        withHeader={false}
        highlightToday={false}
        firstDayOfWeek={firstDayOfWeek()}
        withEventsDragAndDrop
        canDragEvent={(event: ScheduleEventData) =>
          canPublish && !slotOf(event) && !moreOf(event) && isReschedulable(postOf(event))
        }
        onExternalEventDrop={(data, at) => dropDraft(data, at)}
        onEventDrop={({ event, newStart }) => drop(postOf(event), dayjs(newStart))}
        renderEventBody={renderEventBody}
        renderEvent={renderEvent}
        consistentWeeks={false}
        maxEventsPerDay={rows}
        styles={{
          monthViewDay: { height: layout.dayPx },
          monthViewEvents: { top: dayNumberPx, bottom: 'auto', height: rows * postPx },
          monthViewWeekday: { height: 28 },
        }}
        // Its bar is a dark line along the whole edge if a few pixels do not fit.
        scrollAreaProps={{ type: 'never' }}
        className="calendar-month"
        getDayProps={(date) => {
          const name = dayName(date, i18n.language)
          const current = { 'aria-current': date === today() ? ('date' as const) : undefined }
          if (timeOnDay(date))
            return { ...current, 'aria-label': t('createAt', { at: name }), 'data-free': true }
          return { ...current, 'aria-label': name, 'aria-disabled': true }
        }}
        onDayClick={(date) => {
          const at = timeOnDay(date)
          if (at) create(at)
        }}
      />
    </DatesProvider>
  )
}

/** Height of a day and posts per day, so that the month fills the window without scrolling. */
function useDayLayout(day: string, posts: readonly Post[]): { dayPx: number; posts: number } {
  const { height } = useViewportSize()
  const weeks = daysOf('month', day).length / 7
  const sharePx = Math.floor((height - pageChromePx) / weeks)
  const byDay = Map.groupBy(posts, ({ scheduled_at }) =>
    clockDay(scheduled_at!).format('YYYY-MM-DD'),
  )
  const fullestDay = Math.max(0, ...[...byDay.values()].map((each) => each.length))
  const roomFor = (chromePx: number) => Math.floor((sharePx - chromePx) / postPx)
  // Without a "more" button there is room for more posts.
  const isAllShown = fullestDay <= roomFor(dayNumberPx)
  const chromePx = isAllShown ? dayNumberPx : dayNumberPx + moreRowPx
  const shown = Math.min(Math.max(roomFor(chromePx), postsPerDay.min), postsPerDay.max)
  return { posts: shown, dayPx: Math.max(sharePx, chromePx + shown * postPx) }
}
