import type { Post } from '@postern/sdk'
import { useNavigate } from '@tanstack/react-router'
import { client } from '../../api/client.ts'
import { useAction } from '../../api/use-data.ts'
import { useMessages } from '../../messages/messages.ts'
import { notifySuccess } from '../../parts/notify.tsx'
import { detailMessages } from '../detail-messages.ts'
import { postMessages } from '../messages.ts'
import { rescheduleBody } from './reschedule.ts'
import { useUndoError } from './use-reschedule.ts'

/** Makes a scheduled post a draft again, which keeps its content and times, and offers to edit it. */
export function useUnschedule(): (post: Post) => void {
  const t = useMessages(detailMessages)
  const tp = useMessages(postMessages)
  const navigate = useNavigate()
  const onError = useUndoError()
  const action = useAction(
    (_client, { post, at }: { post: Post; at: string }) =>
      client.posts.update(post.id, rescheduleBody({ ...post, mode: 'draft' }, at)),
    {
      topics: ['posts'],
      onSuccess: ({ id }) => {
        const edit = () => void navigate({ to: '/posts/$id/edit', params: { id } } as never)
        notifySuccess(t('draftAgain'), { label: tp('edit'), run: edit })
      },
      onError,
    },
  )
  return (post) => {
    if (post.scheduled_at !== null) action.mutate({ post, at: post.scheduled_at })
  }
}
