import type { Post, Target } from '@postern/sdk'
import { useAction } from '../api/use-data.ts'
import { useMessages } from '../messages/messages.ts'
import { useConfirm } from '../parts/confirm.tsx'
import { platformName } from '../parts/platform-mark.tsx'
import { detailMessages } from './detail-messages.ts'
import { postMessages } from './messages.ts'
import { isEditable } from './post-state.ts'
import { useRescheduleError } from './time/use-reschedule-error.ts'
import { useTargetAccount } from './use-target-account.ts'

const topics = ['posts'] as const

/** Publishes, cancels, retries and deletes posts; asks before what cannot be taken back. */
export function usePostActions() {
  const t = useMessages(detailMessages)
  const tp = useMessages(postMessages)
  const ask = useConfirm()
  const accountOf = useTargetAccount()
  const explain = useRescheduleError()
  const cancel = useAction((client, id: string) => client.posts.cancel(id), {
    topics,
    successMessage: t('cancelDone'),
  })
  const retry = useAction(
    (client, { id, targetId }: { id: string; targetId: string | null }) =>
      targetId ? client.posts.retryTarget(id, targetId) : client.posts.retry(id),
    { topics, successMessage: t('retryDone') },
  )
  const publish = useAction((client, { id }: Post) => client.posts.update(id, { mode: 'now' }), {
    topics,
    successMessage: t('publishDone'),
    onError: explain,
  })
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
        text: t(cancelTextOf(post)),
        action: tp(isDraft ? 'discard' : 'cancel'),
        dismiss: t('keep'),
      })
      if (isSure) cancel.mutate(post.id)
    },
    /** Publishes a draft or scheduled post immediately. */
    publishNow: async (post: Post) => {
      const isSure = await ask({
        title: t('publishTitle'),
        text: t('publishText', { count: post.targets.length }),
        action: tp('publishNow'),
        color: 'ink',
      })
      if (isSure) publish.mutate(post)
    },
    /** Deletes a published target from its platform. */
    remove: async (post: Post, target: Target) => {
      const platform = platformName(target.platform)
      const { username } = accountOf(target)
      const isSure = await ask({
        title: t('deleteTitle', { platform }),
        text: t(deleteTextOf(target), { platform, username }),
        action: t('deleteAction'),
        dismiss: t('keep'),
      })
      if (isSure) remove.mutate({ id: post.id, target })
    },
    /** Writes the first comment of a published target again. */
    retryComment: async (post: Post, target: Target) => {
      const isSure =
        target.first_comment_status === 'failed' ||
        (await ask({
          title: t('retryComment'),
          text: t('retryCommentText'),
          action: tp('retry'),
          color: 'red',
        }))
      if (isSure) retry.mutate({ id: post.id, targetId: target.id })
    },
    /** `null` retries all targets that failed or are unknown. */
    retry: async (post: Post, targetId: string | null) => {
      const selected = post.targets.filter(({ id }) => targetId === null || id === targetId)
      // What failed was never published, so nothing can appear twice.
      const isSure =
        selected.every(({ status }) => status !== 'unknown') ||
        (await ask({
          title: t('retryTitle'),
          text: t('retryUnknownText'),
          action: tp('retry'),
          color: 'red',
        }))
      if (isSure) retry.mutate({ id: post.id, targetId })
    },
  }
}

function deleteTextOf({ parts }: Target) {
  return parts.length > 1 ? 'deleteThreadText' : 'deleteText'
}

function cancelTextOf(post: Post) {
  if (post.status === 'draft') return 'discardText'
  return isEditable(post) ? 'cancelAllText' : 'cancelText'
}
