import { type Post, PosternError } from '@postern/sdk'
import { useTranslation } from 'react-i18next'
import { useAction } from '../../api/use-data.ts'
import { useMessages } from '../../messages/messages.ts'
import { formatInstant } from '../../parts/dates.ts'
import { notifyError, notifyRefusal, notifySuccess } from '../../parts/notify.tsx'
import { detailMessages } from '../detail-messages.ts'
import { rescheduleBody } from './reschedule.ts'
import { useRescheduleError } from './use-reschedule-error.ts'

/** `schedules` schedules a draft with a planned time, which otherwise stays a draft. */
type Move = { post: Post; at: string; schedules?: boolean }

const topics = ['posts'] as const

/**
 * Reschedules a post, or schedules a draft that has no time, and offers to undo it. Targets with
 * their own time keep their offset.
 */
export function useReschedule(onError?: (error: Error) => void) {
  const t = useMessages(detailMessages)
  const { i18n } = useTranslation()
  const undo = useUndo()
  const explain = useRescheduleError()
  return useAction(
    async (client, { post, at, schedules = false }: Move) => {
      const mode = schedules ? { mode: 'schedule' as const } : {}
      const body = { ...rescheduleBody(post, at), ...mode }
      return { before: post, after: await client.posts.update(post.id, body) }
    },
    {
      topics,
      onSuccess: ({ before, after }) => {
        const at = after.scheduled_at ? formatInstant(after.scheduled_at, i18n.language) : ''
        const wasDraft = before.mode === 'draft'
        const isDraft = after.mode === 'draft'
        notifySuccess(t(isDraft ? 'planMoved' : wasDraft ? 'scheduledAt' : 'moved', { at }), {
          label: t('undo'),
          run: () => undo.mutate({ before, after }),
        })
      },
      onError: onError ?? ((error, { post }) => explain(error, post)),
    },
  )
}

/** Gives a post back its time, or none. A post that is being published keeps its new time. */
function useUndo() {
  const t = useMessages(detailMessages)
  const onError = useUndoError()
  return useAction(
    (client, { before, after }: { before: Post; after: Post }) =>
      client.posts.update(
        after.id,
        before.scheduled_at === null
          ? { scheduled_at: null }
          : rescheduleBody({ ...after, mode: before.mode }, before.scheduled_at),
      ),
    {
      topics,
      successMessage: t('undone'),
      onError,
    },
  )
}

/** Says that a post is already being published; shows other errors as they are. */
export function useUndoError(): (error: Error) => void {
  const t = useMessages(detailMessages)
  return (error) => {
    const isTooLate = error instanceof PosternError && error.code === 'post_not_editable'
    if (isTooLate) notifyRefusal(t('undoTooLate'))
    else notifyError(error)
  }
}
