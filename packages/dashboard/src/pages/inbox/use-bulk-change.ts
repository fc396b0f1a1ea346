import type { Client, Comment } from '@postern/sdk'
import { useAction } from '../../api/use-data.ts'
import { useMessages } from '../../messages/messages.ts'
import { notifyError, notifyRefusal, notifySuccess } from '../../parts/notify.tsx'
import { runAll } from '../../parts/run-all.ts'
import { inboxMessages } from './messages.ts'
import type { CommentChange } from './use-triage.ts'

type Change = { comment: Comment; body: CommentChange }

/**
 * Changes several comments, six at a time, and says which failed; the others can be undone.
 * `onRestore` has the IDs of those that come back.
 */
export function useBulkChange(onDone: () => void, onRestore: (ids: readonly string[]) => void) {
  const t = useMessages(inboxMessages)
  const restore = useAction(updateAll, { topics: ['comments'], isExclusive: true })
  // An option, not a callback of `mutate`: that one is lost when the last comment leaves the list.
  const apply = useAction(updateAll, {
    topics: ['comments'],
    isExclusive: true,
    onSuccess: ({ done, failed }) => {
      onDone()
      const error = failed[0]?.error
      if (error && done.length === 0) return notifyError(error)
      if (error) {
        notifyRefusal(t('bulkFailed', { count: failed.length }))
        notifyError(error)
      }
      const before = done.map(({ item: { comment, body } }) => ({
        comment,
        body: stateOf(comment, body),
      }))
      notifySuccess(t('bulkDone', { count: done.length }), {
        label: t('undo'),
        run: () => {
          onRestore(before.map(({ comment }) => comment.id))
          restore.mutate(before)
        },
      })
    },
  })
  return {
    isPending: apply.isPending || restore.isPending,
    change: (comments: readonly Comment[], body: CommentChange) =>
      apply.mutate(comments.map((comment) => ({ comment, body }))),
  }
}

function updateAll(client: Client, changes: Change[]) {
  return runAll(changes, ({ comment, body }) => client.comments.update(comment.id, body))
}

/** The values that a change replaces. */
function stateOf({ reply_status, assigned_to }: Comment, body: CommentChange): CommentChange {
  return 'assigned_to' in body ? { assigned_to: assigned_to?.id ?? null } : { reply_status }
}
