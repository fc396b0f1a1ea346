import type { Client, Post } from '@postern/sdk'
import { useNavigate } from '@tanstack/react-router'
import { useMessages } from '../../../messages/messages.ts'
import { useConfirm } from '../../../parts/confirm.tsx'
import { contentOf, rescheduleBody } from '../../../post/time/reschedule.ts'
import { bulkMessages } from './messages.ts'
import type { Move } from './new-times.ts'
import { type Changed, useBulkRun } from './use-bulk-run.ts'

export type TagChange = { add: readonly string[]; remove: readonly string[] }

/** Reschedules, tags, duplicates and cancels several posts; a change of time or tags can be undone. */
export function useBulkActions(onDone: () => void) {
  const t = useMessages(bulkMessages)
  const ask = useConfirm()
  const navigate = useNavigate()
  const { run, undo: runUndo, ...state } = useBulkRun(onDone)
  /** Gives the posts back what `change` reads from their state before. */
  const undo = (changed: Changed[], change: (client: Client, each: Changed) => Promise<Post>) => ({
    label: t('undo'),
    run: () =>
      runUndo({
        posts: changed.map(({ after }) => after),
        change: (client, post) =>
          change(client, changed.find(({ after }) => after.id === post.id)!),
        success: ({ length }) => ({ message: t('undone', { count: length }) }),
      }),
  })
  return {
    ...state,
    reschedule: (moves: readonly Move[]) => {
      const times = new Map(moves.map(({ post, at }) => [post.id, at]))
      run({
        posts: moves.map(({ post }) => post),
        change: (client, post) =>
          client.posts.update(post.id, rescheduleBody(post, times.get(post.id)!)),
        success: (changed) => ({
          message: t('rescheduled', { count: changed.length }),
          action: undo(changed, (client, { before, after }) =>
            client.posts.update(after.id, rescheduleBody(after, before.scheduled_at!)),
          ),
        }),
      })
    },
    tag: (posts: readonly Post[], change: TagChange) =>
      run({
        posts,
        change: (client, post) => client.posts.update(post.id, { tags: changedTags(post, change) }),
        success: (changed) => ({
          message: t('tagged', { count: changed.length }),
          action: undo(changed, (client, { before }) =>
            client.posts.update(before.id, { tags: before.tags }),
          ),
        }),
      }),
    duplicate: (posts: readonly Post[]) =>
      run({
        posts,
        change: (client, post) =>
          client.withProfile(post.profile_id).posts.create(draftCopyOf(post)),
        success: ({ length }) => ({
          message: t('duplicated', { count: length }),
          action: {
            label: t('viewDrafts'),
            run: () => void navigate({ to: '/posts', search: { status: 'draft' } as never }),
          },
        }),
      }),
    cancel: async (posts: readonly Post[]) => {
      const isSure = await ask({
        title: t('cancelTitle', { count: posts.length }),
        text: t('cancelText'),
        action: t('cancelPosts', { count: posts.length }),
        dismiss: t('keep'),
      })
      if (!isSure) return
      run({
        posts,
        change: (client, post) => client.posts.cancel(post.id),
        success: ({ length }) => ({ message: t('canceled', { count: length }) }),
      })
    },
  }
}

function changedTags({ tags }: Post, { add, remove }: TagChange): string[] {
  return [...new Set([...tags, ...add])].filter((tag) => !remove.includes(tag))
}

/** A draft with the same content, without times. */
function draftCopyOf(post: Post): Parameters<Client['posts']['create']>[0] {
  const { text, media, thread, thread_fallback, tags, metadata, targets } = post
  return {
    mode: 'draft',
    text,
    media,
    thread,
    thread_fallback,
    tags,
    metadata,
    ...(targets.length > 0 ? { targets: targets.map((target) => contentOf(post, target)) } : {}),
  }
}
