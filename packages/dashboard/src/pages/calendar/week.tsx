import './calendar.css'
import './week.css'
import type { Post } from '@postern/sdk'
import dayjs, { type Dayjs } from 'dayjs'
import { type DragEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMessages } from '../../messages/messages.ts'
import { isMovable } from '../posts/post-state.ts'
import { hourName, timeName, useDrop, usePostLink, useWriteAt } from './board-actions.ts'
import { colorOf, EventBody } from './event.tsx'
import { walkGrid } from './grid-keys.ts'
import { daysOf } from './span.ts'
import { calendarWords } from './words.ts'

const dragType = 'application/x-postern-post'
const hours = Array.from({ length: 24 }, (_, hour) => hour)
/** The hour that is seen first; those before are a turn of the wheel away. */
const firstSeen = 7
const beginsAt = 9

type Props = { day: string; posts: readonly Post[]; onDay: (day: string) => void }

/**
 * A week as a table of hours. Posts have no length, so those of one hour stand below each other in
 * the whole width of their day, and the hour grows with them.
 */
export function Week({ day, posts, onDay }: Props) {
  const { i18n } = useTranslation()
  const t = useMessages(calendarWords)
  const days = daysOf('week', day)
  const drop = useDrop(posts)
  const places = Map.groupBy(posts, ({ scheduled_at }) => placeOf(dayjs(scheduled_at)))
  const frame = useRef<HTMLElement>(null)
  useEffect(() => {
    const row = frame.current?.querySelector<HTMLElement>(`[data-hour="${firstSeen}"]`)
    const head = frame.current?.querySelector('thead')
    frame.current?.scrollTo({ top: (row?.offsetTop ?? 0) - (head?.offsetHeight ?? 0) })
  }, [])
  return (
    <section ref={frame} className="week" aria-label={t('week')}>
      <table onKeyDown={walkGrid}>
        <thead>
          <tr>
            <td />
            {days.map((each) => (
              <th
                key={each.format()}
                scope="col"
                aria-current={each.isSame(dayjs(), 'day') ? 'date' : undefined}
              >
                <button type="button" onClick={() => onDay(each.format('YYYY-MM-DD'))}>
                  <span>{each.format('ddd')}</span> <b>{each.date()}</b>
                </button>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {hours.map((hour) => (
            <tr key={hour} data-hour={hour}>
              <th scope="row">{hourName(dayjs(day).hour(hour).minute(0), i18n.language)}</th>
              {days.map((each, column) => {
                const at = each.hour(hour)
                return (
                  <Place
                    key={at.format()}
                    at={at}
                    posts={places.get(placeOf(at)) ?? []}
                    column={column}
                    isFirst={column === 0 && hour === beginsAt}
                    onDrop={drop}
                  />
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

type PlaceProps = {
  at: Dayjs
  posts: readonly Post[]
  column: number
  /** The one that the Tab key reaches; the arrows go on from there. */
  isFirst: boolean
  onDrop: (postId: string, at: Dayjs) => void
}

/** One hour of a day: its posts, and the free place below them. */
function Place({ at, posts, column, isFirst, onDrop }: PlaceProps) {
  const { i18n } = useTranslation()
  const t = useMessages(calendarWords)
  const write = useWriteAt()
  const [isOver, setIsOver] = useState(false)
  const now = dayjs()
  const drop = (event: DragEvent) => {
    setIsOver(false)
    const [id, minute] = event.dataTransfer.getData(dragType).split(' ')
    if (!id) return
    event.preventDefault()
    onDrop(id, at.minute(Number(minute)))
  }
  return (
    <td
      data-over={isOver || undefined}
      data-now={at.isSame(now, 'hour') || undefined}
      data-past={at.add(1, 'hour').isBefore(now) || undefined}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes(dragType)) return
        event.preventDefault()
        setIsOver(true)
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
    >
      <div>
        {posts.map((post) => (
          <Card key={post.id} post={post} />
        ))}
        <button
          type="button"
          className="week-free"
          tabIndex={isFirst ? 0 : -1}
          data-row={at.hour()}
          data-column={column}
          aria-label={t('writeAt', { at: timeName(at, i18n.language) })}
          onClick={() => write(at.toDate())}
        />
      </div>
    </td>
  )
}

function Card({ post }: { post: Post }) {
  const { href, onClick } = usePostLink()(post.id)
  const color = colorOf(post)
  return (
    <a
      href={href}
      onClick={onClick}
      className="calendar-event"
      data-status={post.status}
      draggable={isMovable(post)}
      onDragStart={(event) => {
        event.dataTransfer.setData(dragType, `${post.id} ${dayjs(post.scheduled_at).minute()}`)
        event.dataTransfer.effectAllowed = 'move'
      }}
      style={{
        color: `var(--mantine-color-${color}-light-color)`,
        background: `var(--mantine-color-${color}-light)`,
      }}
    >
      <EventBody post={post} isTall />
    </a>
  )
}

function placeOf(at: Dayjs): string {
  return at.format('YYYY-MM-DD HH')
}
