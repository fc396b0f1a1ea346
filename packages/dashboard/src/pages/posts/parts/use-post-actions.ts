import type { Post, Target } from '@postern/sdk'
import { useTranslation } from 'react-i18next'
import { useAction } from '../../../api/use-data.ts'
import { useMessages } from '../../../messages/messages.ts'
import { useConfirm } from '../../../parts/confirm.tsx'
import { formatInstant } from '../../../parts/dates.ts'
import { platformName } from '../../../parts/platform-mark.tsx'
import { detailMessages } from './detail-messages.ts'
import { postMessages } from './messages.ts'
import { rescheduleBody } from './reschedule.ts'
import { useTargetAccount } from './use-target-account.ts'

const topics = ['posts'] as const

/** Cancels, retries and deletes posts, each after confirmation. */
export function usePostActions() {
  const t = useMessages(detailMessages)
  const tp = useMessages(postMessages)
  const ask = useConfirm()
  const accountOf = useTargetAccount()
  const cancel = useAction((client, id: string) => client.posts.cancel(id), {
    topics,
    successMessage: t('cancelDone'),
  })
  const retry = useAction(
    (client, { id, targetId }: { id: string; targetId: string | null }) =>
      targetId ? client.posts.retryTarget(id, targetId) : client.posts.retry(id),
    { topics, successMessage: t('retryDone') },
  )
  const remove = useAction(
    (client, { id, target }: { id: string; target: Target }) =>
      client.posts.deletePublication(id, target.id),
    { topics, successMessage: t('deleteDone') },
  )
  return {
    isBusy: cancel.isPending || retry.isPending || remove.isPending,
    cancel: async (post: Post) => {
      const isDraft = post.status === 'draft'
      const isSure = await ask({
        title: t(isDraft ? 'discardTitle' : 'cancelTitle'),
        text: t(isDraft ? 'discardText' : 'cancelText'),
        action: tp(isDraft ? 'discard' : 'cancel'),
        dismiss: t('keep'),
      })
      if (isSure) cancel.mutate(post.id)
    },
    /** Deletes a published target from its platform. */
    remove: async (post: Post, target: Target) => {
      const platform = platformName(target.platform)
      const { username } = accountOf(target)
      const isSure = await ask({
        title: t('deleteTitle', { platform }),
        text: t('deleteText', { platform, username }),
        action: t('deleteAction'),
        dismiss: t('keep'),
      })
      if (isSure) remove.mutate({ id: post.id, target })
    },
    /** `null` retries all targets that failed or are unknown. */
    retry: async (post: Post, targetId: string | null) => {
      const selected = post.targets.filter(({ id }) => targetId === null || id === targetId)
      const isUnknown = selected.some(({ status }) => status === 'unknown')
      const isSure = await ask({
        title: t('retryTitle'),
        text: t(isUnknown ? 'retryUnknownText' : 'retryText'),
        action: tp('retry'),
        color: isUnknown ? 'red' : 'ink',
      })
      if (isSure) retry.mutate({ id: post.id, targetId })
    },
  }
}

/** Reschedules a post. Targets with their own time keep their offset. */
export function useReschedule(onError?: (error: Error) => void) {
  const t = useMessages(detailMessages)
  const { i18n } = useTranslation()
  return useAction(
    (client, { post, at }: { post: Post; at: string }) =>
      client.posts.update(post.id, rescheduleBody(post, at)),
    {
      topics,
      successMessage: ({ scheduled_at }) =>
        t('moved', { at: scheduled_at ? formatInstant(scheduled_at, i18n.language) : '' }),
      ...(onError ? { onError } : {}),
    },
  )
}
