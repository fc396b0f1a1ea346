import type { Comment } from '@postern/sdk'
import { useAction } from '../../api/use-data.ts'
import { useMessages } from '../../messages/messages.ts'
import { notifyError, notifyRefusal, notifySuccess } from '../../parts/notify.tsx'
import { runAll } from '../../parts/run-all.ts'
import { inboxMessages } from './messages.ts'
import type { CommentChange } from './use-triage.ts'

type Change = { comment: Comment; body: CommentChange }

/** Changes several comments, six at a time, and says which failed; the others can be undone. */
export function useBulkChange(onDone: () => void) {
  const t = useMessages(inboxMessages)
  const run = useAction(
    (client, changes: Change[]) =>
      runAll(changes, ({ comment, body }) => client.comments.update(comment.id, body)),
    {
      topics: ['comments'],
      isExclusive: true,
    },
  )
  const apply = (changes: Change[]) =>
    run.mutate(changes, {
      onSuccess: ({ done, failed }) => {
        onDone()
        const error = failed[0]?.error
        if (error && done.length === 0) return notifyError(error)
        if (error) {
          notifyRefusal(t('bulkFailed', { count: failed.length }))
          notifyError(error)
        }
        const undo = done.map(({ item: { comment, body } }) => ({
          comment,
          body: stateOf(comment, body),
        }))
        notifySuccess(t('bulkDone', { count: done.length }), {
          label: t('undo'),
          run: () => run.mutate(undo),
        })
      },
    })
  return {
    isPending: run.isPending,
    change: (comments: readonly Comment[], body: CommentChange) =>
      apply(comments.map((comment) => ({ comment, body }))),
  }
}

/** The values that a change replaces. */
function stateOf({ reply_status, assigned_to }: Comment, body: CommentChange): CommentChange {
  return 'assigned_to' in body ? { assigned_to: assigned_to?.id ?? null } : { reply_status }
}
