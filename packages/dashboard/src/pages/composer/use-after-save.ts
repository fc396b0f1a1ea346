import type { Post } from '@postern/sdk'
import { useCanGoBack, useNavigate, useRouter } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useMessages } from '../../messages/messages.ts'
import { formatInstant } from '../../parts/dates.ts'
import { nextDayLocal, toInstant, toLocal } from '../../parts/local-time.ts'
import { notifySuccess } from '../../parts/notify.tsx'
import type { When } from './composition.ts'
import { composerMessages } from './messages.ts'

/**
 * Shows a notification, then returns to the page before, such as the calendar. The post's own page
 * opens where there is none, after a copy, and for a post that is being published. `staysOpen` stays
 * for the next post.
 */
export function useAfterSave(
  returns: boolean,
): (post: Post, when: When, staysOpen: boolean) => void {
  const t = useMessages(composerMessages)
  const { i18n } = useTranslation()
  const navigate = useNavigate()
  const router = useRouter()
  const canGoBack = useCanGoBack()
  return ({ id, scheduled_at: at }, when, staysOpen) => {
    const view = () => void navigate({ to: '/posts/$id', params: { id } } as never)
    const another = (time: string) => {
      const next = toInstant(nextDayLocal(toLocal(time)))
      void navigate({ to: '/posts/new', search: { at: next } } as never)
    }
    const viewAction = { label: t('viewPost'), run: view }
    if (when === 'schedule' && at) {
      const message = t('savedSchedule', { at: formatInstant(at, i18n.language) })
      const anotherAction = { label: t('scheduleAnother'), run: () => another(at) }
      notifySuccess(message, viewAction, ...(staysOpen ? [] : [anotherAction]))
    } else {
      notifySuccess(t(when === 'now' ? 'savedNow' : 'savedDraft'), viewAction)
    }
    if (staysOpen) return
    if (returns && canGoBack && when !== 'now') return router.history.back()
    view()
  }
}
