import type { Client, Comment, CommentReply } from '@postern/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { useAction } from '../../api/use-data.ts'
import { useMessages } from '../../messages/messages.ts'
import { notifySuccess } from '../../parts/notify.tsx'
import type { ReplyStatus } from './filters.tsx'
import { inboxMessages } from './messages.ts'
import { isWaiting, nextWaiting } from './next-waiting.ts'

export type CommentChange = { reply_status?: ReplyStatus; assigned_to?: string | null }
export type Triage = ReturnType<typeof useTriage>

type Open = (id: string, focus: 'row' | 'reply') => void

/**
 * The actions on the open comment. What finishes a comment opens the next one of the list that waits for
 * an answer; with none left the comment stays open.
 */
export function useTriage(comments: readonly Comment[], open: Open) {
  const t = useMessages(inboxMessages)
  const show = useShowChange()
  const change = useAction(
    (client, [id, body]: [string, CommentChange]) => client.comments.update(id, body),
    { topics: ['comments'], onSuccess: show },
  )
  const hide = useAction(
    (client, [comment, hidden]: [Comment, boolean]) => setHidden(client, comment, hidden),
    { topics: ['comments'], onSuccess: show },
  )
  const advance = (from: Comment, focus: 'row' | 'reply') => {
    const next = nextWaiting(comments, from.id)
    open((next ?? from).id, next ? focus : 'row')
    return next !== undefined
  }
  const restore = (before: Comment) => {
    change.mutate([before.id, { reply_status: before.reply_status }])
    open(before.id, 'row')
  }
  return {
    changing: change.isPending ? change.variables : null,
    isHiding: hide.isPending,
    setStatus: (comment: Comment, status: ReplyStatus) =>
      change.mutate([comment.id, { reply_status: status }], {
        onSuccess: () => {
          if (status !== 'no_reply_needed' && status !== 'replied') return
          notifySuccess(t('marked', { status: t(status) }), {
            label: t('undo'),
            run: () => restore(comment),
          })
          advance(comment, 'row')
        },
      }),
    assign: (comment: Comment, assigned_to: string | null) =>
      change.mutate([comment.id, { assigned_to }]),
    toggleHidden: (comment: Comment) =>
      hide.mutate([comment, !comment.hidden], {
        onSuccess: ({ hidden }) => {
          if (!hidden) return notifySuccess(t('unhideDone'))
          const run = () => {
            hide.mutate([comment, false], { onSuccess: () => restore(comment) })
          }
          notifySuccess(t('hideDone'), { label: t('undo'), run })
          if (isWaiting(comment)) advance(comment, 'row')
        },
      }),
    replied: (comment: Comment, reply: CommentReply) => {
      show({ ...comment, reply_status: 'replied', replies: [...comment.replies, reply] })
      const hasLeft = advance(comment, 'reply')
      const view = { label: t('view'), run: () => open(comment.id, 'row') }
      notifySuccess(t('sent'), ...(hasLeft ? [view] : []))
    },
  }
}

/** A hidden comment waits for no answer any more. */
async function setHidden(client: Client, comment: Comment, hidden: boolean): Promise<Comment> {
  const changed = await client.comments.hide(comment.id, { hidden })
  if (!hidden || !isWaiting(comment)) return changed
  return await client.comments.update(comment.id, { reply_status: 'no_reply_needed' })
}

/** Shows a changed comment in every list and thread at once, before they are read again. */
export function useShowChange(): (changed: Comment) => void {
  const queries = useQueryClient()
  return (changed) => {
    const replace = (comment: Comment) => (comment.id === changed.id ? changed : comment)
    queries.setQueriesData({ queryKey: ['comments'] }, (data: unknown) => {
      if (isPaged(data)) {
        return {
          ...data,
          pages: data.pages.map((page) => ({ ...page, data: page.data.map(replace) })),
        }
      }
      return (data as Comment | undefined)?.id === changed.id ? changed : data
    })
  }
}

type Paged = { pages: { data: Comment[] }[] }

function isPaged(data: unknown): data is Paged {
  return typeof data === 'object' && data !== null && 'pages' in data
}
