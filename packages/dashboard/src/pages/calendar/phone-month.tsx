import './phone-month.css'
import { Stack } from '@mantine/core'
import type { Post } from '@postern/sdk'
import dayjs, { type Dayjs } from 'dayjs'
import { useTranslation } from 'react-i18next'
import { useMessages } from '../../messages/messages.ts'
import { Agenda } from './agenda.tsx'
import { dayName } from './board-actions.ts'
import { colorOf } from './event.tsx'
import { walkGrid } from './grid-keys.ts'
import { daysOf } from './span.ts'
import { calendarWords } from './words.ts'

const dotsMax = 3

type Props = { day: string; posts: readonly Post[]; onDay: (day: string) => void }

/** A month in the width of a phone: a dot for each post, and below it the day that is chosen. */
export function PhoneMonth({ day, posts, onDay }: Props) {
  const days = daysOf('month', day)
  const byDay = Map.groupBy(posts, ({ scheduled_at }) => keyOf(dayjs(scheduled_at)))
  const weeks = Array.from({ length: days.length / 7 }, (_, week) =>
    days.slice(week * 7, week * 7 + 7),
  )
  return (
    <Stack gap="lg">
      <table className="phone-month" onKeyDown={walkGrid}>
        <thead>
          <tr>
            {weeks[0]?.map((each) => (
              <th key={each.format()} scope="col">
                {each.format('dd')}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week, row) => (
            <tr key={week[0]!.format()}>
              {week.map((each, column) => (
                <td key={each.format()}>
                  <DayButton
                    day={each}
                    posts={byDay.get(keyOf(each)) ?? []}
                    isChosen={keyOf(each) === day}
                    isOutside={!each.isSame(dayjs(day), 'month')}
                    place={[row, column]}
                    onClick={() => onDay(keyOf(each))}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <Agenda posts={byDay.get(day) ?? []} days={[dayjs(day)]} />
    </Stack>
  )
}

type DayProps = {
  day: Dayjs
  posts: readonly Post[]
  isChosen: boolean
  isOutside: boolean
  place: readonly [row: number, column: number]
  onClick: () => void
}

function DayButton({ day, posts, isChosen, isOutside, place: [row, column], onClick }: DayProps) {
  const { i18n } = useTranslation()
  const t = useMessages(calendarWords)
  const name = dayName(keyOf(day), i18n.language)
  return (
    <button
      type="button"
      tabIndex={isChosen ? 0 : -1}
      data-row={row}
      data-column={column}
      data-outside={isOutside || undefined}
      aria-pressed={isChosen}
      aria-current={day.isSame(dayjs(), 'day') ? 'date' : undefined}
      aria-label={posts.length > 0 ? `${name}, ${t('count', { count: posts.length })}` : name}
      onClick={onClick}
    >
      {day.date()}
      <span>
        {posts.slice(0, dotsMax).map((post) => (
          <i key={post.id} style={{ background: `var(--mantine-color-${colorOf(post)}-6)` }} />
        ))}
      </span>
    </button>
  )
}

function keyOf(day: Dayjs): string {
  return day.format('YYYY-MM-DD')
}
