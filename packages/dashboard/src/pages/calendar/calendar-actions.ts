import type { Post } from '@postern/sdk'
import { useNavigate, useRouter } from '@tanstack/react-router'
import dayjs from 'dayjs'
import type { MouseEvent } from 'react'
import { useMessages } from '../../messages/messages.ts'
import { localeOf } from '../../parts/dates.ts'
import { notifyError, notifyRefusal } from '../../parts/notify.tsx'
import { useReschedule } from '../posts/parts/use-post-actions.ts'
import { calendarMessages } from './messages.ts'

/** Opens the composer with a time. A past time becomes the next full hour. */
export function useCreateAt(): (at: Date) => void {
  const navigate = useNavigate()
  return (at) => {
    const later = at.getTime() > Date.now() ? at : dayjs().add(1, 'hour').startOf('hour').toDate()
    void navigate({ to: '/posts/new', search: { at: later.toISOString() } } as never)
  }
}

/** Reschedules a post to the time it is dropped on. A past time is rejected. */
export function useDropPost(posts: readonly Post[]): (postId: string, at: dayjs.Dayjs) => void {
  const t = useMessages(calendarMessages)
  const reschedule = useReschedule(notifyError)
  return (postId, at) => {
    const post = posts.find(({ id }) => id === postId)
    if (!post) return
    if (at.valueOf() <= Date.now()) return notifyRefusal(t('past'))
    if (at.toISOString() !== post.scheduled_at) reschedule.mutate({ post, at: at.toISOString() })
  }
}

/** The link to a post: it also opens in a new tab, and all browsers can drag it. */
export function usePostLink(): (id: string) => {
  href: string
  onClick: (click: MouseEvent) => void
} {
  const router = useRouter()
  const navigate = useNavigate()
  return (id) => ({
    href: router.buildLocation({ to: '/posts/$id', params: { id } } as never).href,
    onClick: (click) => {
      if (click.metaKey || click.ctrlKey || click.shiftKey || click.button !== 0) return
      click.preventDefault()
      void navigate({ to: '/posts/$id', params: { id } } as never)
    },
  })
}

export function dayName(day: string, language: string): string {
  const format = new Intl.DateTimeFormat(localeOf(language), { dateStyle: 'full' })
  return format.format(dayjs(day).toDate())
}

export function timeName(at: dayjs.Dayjs, language: string): string {
  const options = { dateStyle: 'full', timeStyle: 'short' } as const
  return new Intl.DateTimeFormat(localeOf(language), options).format(at.toDate())
}

export function hourName(at: dayjs.Dayjs, language: string): string {
  return new Intl.DateTimeFormat(localeOf(language), { timeStyle: 'short' }).format(at.toDate())
}
