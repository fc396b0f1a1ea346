import type { Client, Comment } from '@postern/sdk'
import { useAction } from '../../api/use-data.ts'
import { useMessages } from '../../messages/messages.ts'
import { notifyError, notifyRefusal, notifySuccess } from '../../parts/notify.tsx'
import { inboxMessages } from './messages.ts'
import type { CommentChange } from './use-triage.ts'

const requestsAtOnce = 6

type Change = { comment: Comment; body: CommentChange }
type Outcome = { done: Change[]; errors: Error[] }

/** Changes several comments, six at a time, and says which failed; the others can be undone. */
export function useBulkChange(onDone: () => void) {
  const t = useMessages(inboxMessages)
  const run = useAction((client, changes: Change[]) => changeAll(client, changes), {
    topics: ['comments'],
    isExclusive: true,
  })
  const apply = (changes: Change[]) =>
    run.mutate(changes, {
      onSuccess: ({ done, errors }) => {
        onDone()
        const [error] = errors
        if (error && done.length === 0) return notifyError(error)
        if (error) {
          notifyRefusal(t('bulkFailed', { count: errors.length }))
          notifyError(error)
        }
        const undo = done.map(({ comment, body }) => ({ comment, body: stateOf(comment, body) }))
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

async function changeAll(client: Client, changes: readonly Change[]): Promise<Outcome> {
  const outcome: Outcome = { done: [], errors: [] }
  for (let at = 0; at < changes.length; at += requestsAtOnce) {
    const batch = changes.slice(at, at + requestsAtOnce)
    const results = await Promise.allSettled(
      batch.map(({ comment, body }) => client.comments.update(comment.id, body)),
    )
    for (const [index, result] of results.entries()) {
      if (result.status === 'fulfilled') outcome.done.push(batch[index]!)
      else outcome.errors.push(result.reason)
    }
  }
  return outcome
}
