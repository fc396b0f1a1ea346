import './hidden-posts.css'
import { UnstyledButton } from '@mantine/core'
import type { ScheduleEventData } from '@mantine/schedule'
import dayjs from 'dayjs'
import { ArrowDown, ArrowUp, TriangleAlert } from 'lucide-react'
import { type RefObject, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMessages } from '../../messages/messages.ts'
import { hasFailed } from '../../post/post-state.ts'
import { dayName } from './calendar-actions.ts'
import { postOf, postsOf } from './event.tsx'
import { calendarMessages } from './messages.ts'

const hoursPerDay = 24
/** The middle of the first half hour: with less of it in view, the time and client are cut. */
const middle = 0.25

type Props = {
  /** ISO days. */
  days: readonly string[]
  events: readonly ScheduleEventData[]
  /** The element that scrolls the hours. */
  area: RefObject<HTMLDivElement | null>
}

/** Marks in the head of each day for the posts above and below the visible hours. */
export function HiddenPosts({ days, events, area }: Props) {
  const { i18n } = useTranslation()
  const { from, to } = useVisibleHours(area)
  const byDay = Map.groupBy(events, ({ start }) => dayjs(start).format('YYYY-MM-DD'))
  return (
    <div className="hidden-posts">
      {days.map((day) => {
        const ofDay = (byDay.get(day) ?? []).toSorted((left, right) => hourOf(left) - hourOf(right))
        const earlier = ofDay.filter((event) => hourOf(event) + middle < from).toReversed()
        const later = ofDay.filter((event) => hourOf(event) + middle > to)
        return (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields.
          <div key={day} role="group" aria-label={dayName(day, i18n.language)}>
            <Mark name="earlier" events={earlier} area={area} />
            <Mark name="later" events={later} area={area} />
          </div>
        )
      })}
    </div>
  )
}

type MarkProps = Pick<Props, 'area'> & {
  name: 'earlier' | 'later'
  /** The nearest first. */
  events: readonly ScheduleEventData[]
}

/** Counts posts; a click scrolls to the nearest, or to the nearest failed one, and focuses it. */
function Mark({ name, events, area }: MarkProps) {
  const t = useMessages(calendarMessages)
  const posts = events.flatMap(postsOf)
  if (posts.length === 0) return null
  const failed = posts.filter(hasFailed).length
  const counted = t(name, { count: posts.length })
  const named = failed > 0 ? t('withFailed', { posts: counted, count: failed }) : counted
  const Arrow = name === 'earlier' ? ArrowUp : ArrowDown
  const scroll = () => {
    const target = events.find((event) => hasFailed(postOf(event))) ?? events[0]
    const element = area.current?.querySelector<HTMLElement>(`[data-event-id="${target?.id}"]`)
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
    element?.focus({ preventScroll: true })
    element?.scrollIntoView({ block: 'center', behavior: isStill ? 'instant' : 'smooth' })
  }
  return (
    <UnstyledButton
      className="hidden-posts-mark"
      data-failed={failed > 0 || undefined}
      aria-label={t('scrollTo', { posts: named, count: posts.length })}
      onClick={scroll}
    >
      <Arrow size={12} aria-hidden />
      {posts.length}
      {failed > 0 && <TriangleAlert size={12} aria-hidden />}
    </UnstyledButton>
  )
}

/** The hours in view below the row of day names, to the quarter so that scrolling renders rarely. */
function useVisibleHours(area: Props['area']): { from: number; to: number } {
  const [from, setFrom] = useState(0)
  const [to, setTo] = useState(hoursPerDay)
  useEffect(() => {
    const element = area.current
    if (!element) return
    const read = () => {
      const head = element.querySelector<HTMLElement>('.calendar-week-head')?.offsetHeight ?? 0
      const hourPx = (element.scrollHeight - head) / hoursPerDay
      setFrom(toQuarter(element.scrollTop / hourPx))
      setTo(toQuarter((element.scrollTop + element.clientHeight - head) / hourPx))
    }
    const resize = new ResizeObserver(read)
    resize.observe(element)
    element.addEventListener('scroll', read, { passive: true })
    return () => {
      resize.disconnect()
      element.removeEventListener('scroll', read)
    }
  }, [area])
  return { from, to }
}

const toQuarter = (hours: number) => Math.round(hours * 4) / 4

function hourOf({ start }: ScheduleEventData): number {
  const at = dayjs(start)
  return at.hour() + at.minute() / 60
}
