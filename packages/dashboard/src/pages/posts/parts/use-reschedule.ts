import { type Post, PosternError } from '@postern/sdk'
import { useTranslation } from 'react-i18next'
import { useAction } from '../../../api/use-data.ts'
import { needsReconnecting, useReconnect } from '../../../connect/reconnect.tsx'
import { reconnectMessages } from '../../../connect/reconnect-messages.ts'
import { errorMessage } from '../../../messages/api-error-message.ts'
import { useMessages } from '../../../messages/messages.ts'
import { formatInstant } from '../../../parts/dates.ts'
import { notifyError, notifyRefusal, notifySuccess } from '../../../parts/notify.tsx'
import { platformName } from '../../../parts/platform-mark.tsx'
import { accountHandle } from '../../../parts/visible-name.ts'
import { useAccountOf } from '../../../session/use-accounts.ts'
import { useMay } from '../../../session/use-session.ts'
import { detailMessages } from './detail-messages.ts'
import { rescheduleBody } from './reschedule.ts'

type Move = { post: Post; at: string }

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
    async (client, { post, at }: Move) => ({
      before: post,
      after: await client.posts.update(post.id, rescheduleBody(post, at)),
    }),
    {
      topics,
      onSuccess: ({ before, after }) => {
        const at = after.scheduled_at ? formatInstant(after.scheduled_at, i18n.language) : ''
        const wasUnscheduled = before.scheduled_at === null
        notifySuccess(t(wasUnscheduled ? 'scheduledAt' : 'moved', { at }), {
          label: t('undo'),
          run: () => undo.mutate({ before, after }),
        })
      },
      onError: onError ?? ((error, { post }) => explain(error, post)),
    },
  )
}

/** Names the account that has to be reconnected first; shows other errors as they are. */
function useRescheduleError(): (error: Error, post: Post) => void {
  const t = useMessages(reconnectMessages)
  const accountOf = useAccountOf()
  const reconnect = useReconnect()
  const mayConnect = useMay('connect:write')
  return (error, { targets }) => {
    const accounts = targets.flatMap(({ account_id }) => accountOf(account_id) ?? [])
    const account = accounts.find(needsReconnecting)
    if (!account || !isAccountError(error)) return notifyError(error)
    const message = `${platformName(account.platform)} · ${accountHandle(account)}: ${errorMessage(error)}`
    const action = { label: t('reconnect'), run: () => reconnect(account) }
    notifyRefusal(message, ...(mayConnect ? [action] : []))
  }
}

const accountErrorCodes = ['account_not_connected', 'permission_missing']

function isAccountError(error: Error): error is PosternError {
  return error instanceof PosternError && accountErrorCodes.includes(error.code)
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
          : rescheduleBody(after, before.scheduled_at),
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
