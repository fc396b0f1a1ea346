import type { Post } from '@postern/sdk'
import { useCanGoBack, useNavigate, useRouter } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useMessages } from '../../messages/messages.ts'
import { formatInstant } from '../../parts/dates.ts'
import { nextDayLocal, toInstant, toLocal } from '../../parts/local-time.ts'
import { notifySuccess } from '../../parts/notify.tsx'
import type { When } from '../../post/composition.ts'
import { useUnschedule } from '../../post/time/use-unschedule.ts'
import { composerMessages } from './messages.ts'

type Options = {
  /** Whether the post is new, so that the page before is not its own. */
  isNew: boolean
  /** Whether to return to the page before; otherwise the post's own page opens. */
  returns: boolean
  /** Whether the post was not scheduled before, so that it can become a draft again. */
  canUndo: boolean
}

/**
 * Shows a notification, then returns to the page before, such as the calendar. The post's own page opens
 * where there is none, after a copy made on a post's page, and for a post that is being published.
 * `staysOpen` stays for the next post.
 */
export function useAfterSave({
  isNew,
  returns,
  canUndo,
}: Options): (post: Post, when: When, staysOpen: boolean) => void {
  const t = useMessages(composerMessages)
  const { i18n } = useTranslation()
  const navigate = useNavigate()
  const router = useRouter()
  const canGoBack = useCanGoBack()
  const unschedule = useUnschedule()
  return (post, when, staysOpen) => {
    const { id, scheduled_at: at } = post
    const isAwaiting = post.status === 'awaiting_approval'
    const view = () => void navigate({ to: '/posts/$id', params: { id } } as never)
    const another = (time: string) => {
      const next = toInstant(nextDayLocal(toLocal(time)))
      void navigate({ to: '/posts/new', search: { at: next } } as never)
    }
    const goesBack = returns && canGoBack && when !== 'now'
    const viewActions = staysOpen || (goesBack && isNew) ? [{ label: t('view'), run: view }] : []
    if ((when === 'schedule' || when === 'queue') && at) {
      const saved = canUndo ? 'savedSchedule' : 'savedChanges'
      const message = t(isAwaiting ? 'savedAwaiting' : saved, {
        at: formatInstant(at, i18n.language),
      })
      notifySuccess(
        message,
        ...(canUndo ? [{ label: t('undo'), run: () => unschedule(post) }] : []),
        ...viewActions,
        ...(staysOpen ? [] : [{ label: t('scheduleAnother'), run: () => another(at) }]),
      )
    } else {
      const started = isAwaiting ? 'savedAwaitingNow' : 'savedNow'
      notifySuccess(t(when === 'now' ? started : 'savedDraft'), ...viewActions)
    }
    if (staysOpen) return
    if (goesBack) return router.history.back()
    view()
  }
}
