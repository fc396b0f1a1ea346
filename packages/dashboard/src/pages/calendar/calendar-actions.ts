import type { Post } from '@postern/sdk'
import { useNavigate, useRouter } from '@tanstack/react-router'
import dayjs, { type Dayjs } from 'dayjs'
import type { MouseEvent, RefObject } from 'react'
import { useMessages } from '../../messages/messages.ts'
import { dateFormat } from '../../parts/dates.ts'
import { notifyRefusal } from '../../parts/notify.tsx'
import { clockDay, instantOf } from '../../parts/time-zone.ts'
import { useReschedule } from '../../post/time/use-reschedule.ts'
import { useCalendarData } from './calendar-data.ts'
import { calendarMessages } from './messages.ts'

/** The hour of a post created for a day. */
const defaultHour = 9

/** Opens the composer with a time. */
export function useCreateAt(): (at: Date) => void {
  const navigate = useNavigate()
  return (at) => void navigate({ to: '/posts/new', search: { at: at.toISOString() } } as never)
}

/** The time for a new post on a day: nine o'clock or the next full hour; `null` once it is over. */
export function timeOnDay(day: string): Date | null {
  const morning = instantOf(dayjs(day).hour(defaultHour))
  if (morning.getTime() > Date.now()) return morning
  const next = clockDay().add(1, 'hour').startOf('hour')
  return next.format('YYYY-MM-DD') === day ? instantOf(next) : null
}

/**
 * Reschedules a post to the time it is dropped on; a past time is rejected. `posts` have the new
 * time while it is saved, so that a dropped post does not jump back.
 */
export function useDropPost(posts: readonly Post[]) {
  const t = useMessages(calendarMessages)
  const reschedule = useReschedule()
  const moving = reschedule.isPending ? reschedule.variables : null
  return {
    posts: moving
      ? posts.map((post) =>
          post.id === moving.post.id ? { ...post, scheduled_at: moving.at } : post,
        )
      : posts,
    drop: (post: Post, time: Dayjs) => {
      const at = instantOf(time)
      if (at.getTime() <= Date.now()) return notifyRefusal(t('past'))
      if (at.toISOString() !== post.scheduled_at) reschedule.mutate({ post, at: at.toISOString() })
    },
  }
}

/**
 * The link of a post: a click opens the quick view next to it or to `anchor`, and it opens in a new
 * tab as every link.
 */
export function usePostLink(): (
  post: Post,
  anchor?: RefObject<HTMLElement | null>,
) => {
  href: string
  'aria-haspopup': 'dialog'
  onClick: (click: MouseEvent<HTMLElement>) => void
} {
  const router = useRouter()
  const { openPost } = useCalendarData()
  return (post, anchor) => ({
    href: router.buildLocation({ to: '/posts/$id', params: { id: post.id } } as never).href,
    'aria-haspopup': 'dialog',
    onClick: (click) => {
      if (click.metaKey || click.ctrlKey || click.shiftKey || click.button !== 0) return
      click.preventDefault()
      openPost(post, click.currentTarget, anchor?.current ?? click.currentTarget)
    },
  })
}

export function dayName(day: string, language: string): string {
  return dateFormat(language, { dateStyle: 'full' }).format(instantOf(day))
}

export function timeName(at: Date, language: string): string {
  return dateFormat(language, { dateStyle: 'full', timeStyle: 'short' }).format(at)
}
