import '@mantine/dates/styles.css'
import '@mantine/schedule/styles.css'
import { Stack } from '@mantine/core'
import { MobileMonthView, type ScheduleEventData } from '@mantine/schedule'
import type { Post } from '@postern/sdk'
import dayjs from 'dayjs'
import { useTranslation } from 'react-i18next'
import { useMessages } from '../../messages/messages.ts'
import { firstDayOfWeek } from '../../parts/local-time.ts'
import { clockDay } from '../../parts/time-zone.ts'
import { hasFailed } from '../../post/post-state.ts'
import { Agenda } from './agenda.tsx'
import { dayName } from './calendar-actions.ts'
import { isoDay, today } from './date-range.ts'
import { eventOf } from './event.tsx'
import { calendarMessages } from './messages.ts'
import type { FreeSlot } from './use-free-slots.ts'

type Props = {
  day: string
  posts: readonly Post[]
  slots: readonly FreeSlot[]
  onDay: (day: string) => void
}

/** A post as a dot, which is red if the post failed. */
function dotOf(post: Post): ScheduleEventData {
  return hasFailed(post) ? { ...eventOf(post), color: 'red.6' } : eventOf(post)
}

/** A month on narrow screens: one dot per post, and the selected day's posts below. */
export function PhoneMonth({ day, posts, slots, onDay }: Props) {
  const { i18n } = useTranslation()
  const t = useMessages(calendarMessages)
  const byDay = Map.groupBy(posts, ({ scheduled_at }) =>
    clockDay(scheduled_at!).format('YYYY-MM-DD'),
  )
  return (
    <Stack gap="lg">
      <MobileMonthView
        date={day}
        selectedDate={day}
        events={posts.map(dotOf)}
        locale={i18n.language}
        firstDayOfWeek={firstDayOfWeek()}
        consistentWeeks={false}
        highlightToday={false}
        withOutsideDays
        onDayClick={onDay}
        getDayProps={(date) => {
          const name = dayName(date, i18n.language)
          const count = byDay.get(date)?.length ?? 0
          return {
            'aria-label': count > 0 ? `${name}, ${t('count', { count })}` : name,
            // `MobileMonthView` has dots only for days of the month.
            'data-posts': count > 0 || undefined,
            'aria-selected': undefined,
            'aria-pressed': date === day,
            'aria-current': date === today() ? 'date' : undefined,
          }
        }}
        // Not rendered: the list below also shows the status and platforms.
        renderEvent={() => <></>}
        className="calendar-phone"
        styles={{
          mobileMonthViewCalendar: { padding: 0 },
          mobileMonthViewWeekday: { fontSize: 'var(--mantine-font-size-xs)' },
          mobileMonthViewDay: { fontSize: 'var(--mantine-font-size-sm)' },
          mobileMonthViewHeader: { display: 'none' },
          mobileMonthViewEventsList: { display: 'none' },
        }}
      />
      <Agenda
        posts={byDay.get(day) ?? []}
        days={[dayjs(day)]}
        slots={slots.filter(({ at }) => isoDay(clockDay(at)) === day)}
      />
    </Stack>
  )
}
