import { Button } from '@mantine/core'
import type { Post } from '@postern/sdk'
import { Link } from '@tanstack/react-router'
import { Ban, CalendarClock, PenLine, RotateCw } from 'lucide-react'
import { useState } from 'react'
import { useMessages } from '../../../messages/messages.ts'
import { DuplicateButton } from '../../../post/duplicate-button.tsx'
import { postMessages } from '../../../post/messages.ts'
import {
  isCancelable,
  isEditable,
  isReschedulable,
  isRetryable,
  isSchedulable,
} from '../../../post/post-state.ts'
import { TimeDialog } from '../../../post/time/time-dialog.tsx'
import { usePostActions } from '../../../post/use-post-actions.ts'
import { useMay } from '../../../session/use-session.ts'

/** The actions for the post's status; the one that ends it is last. */
export function PostActions({ post }: { post: Post }) {
  const t = useMessages(postMessages)
  const actions = usePostActions()
  const [isRescheduling, setIsRescheduling] = useState(false)
  const canPublish = useMay('posts:write')
  const isAllowed = canPublish || post.status === 'draft'
  const canSchedule = canPublish && isSchedulable(post)
  const canEdit = isAllowed && isEditable(post)
  // A single one is retried on its card; those with status `unknown` after the user has checked them.
  const failed = post.targets.filter(isRetryable)
  const canRetryAll = canPublish && failed.length > 1
  return (
    <>
      {canRetryAll && (
        <Button
          variant="default"
          leftSection={<RotateCw size={16} aria-hidden />}
          loading={actions.isBusy}
          onClick={() => void actions.retry(post, null)}
        >
          {t('retryAll')}
        </Button>
      )}
      {canPublish && post.status !== 'draft' && isReschedulable(post) && (
        <Button
          variant="default"
          leftSection={<CalendarClock size={16} aria-hidden />}
          onClick={() => setIsRescheduling(true)}
        >
          {t('reschedule')}
        </Button>
      )}
      {canEdit && (
        <Button
          variant={canSchedule ? 'default' : 'filled'}
          component={Link}
          to={'/posts/$id/edit' as never}
          params={{ id: post.id } as never}
          leftSection={<PenLine size={16} aria-hidden />}
        >
          {t('edit')}
        </Button>
      )}
      {canSchedule && (
        <Button
          leftSection={<CalendarClock size={16} aria-hidden />}
          onClick={() => setIsRescheduling(true)}
        >
          {t('schedule')}
        </Button>
      )}
      <DuplicateButton post={post} />
      {isAllowed && isCancelable(post) && (
        <Button
          variant="subtle"
          color="red"
          leftSection={<Ban size={16} aria-hidden />}
          loading={actions.isBusy}
          onClick={() => void actions.cancel(post)}
        >
          {t(post.status === 'draft' ? 'discard' : 'cancel')}
        </Button>
      )}
      {isRescheduling && <TimeDialog post={post} onClose={() => setIsRescheduling(false)} />}
    </>
  )
}
