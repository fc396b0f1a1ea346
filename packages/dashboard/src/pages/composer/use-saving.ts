import { type Client, type Post, PosternError } from '@postern/sdk'
import { useState } from 'react'
import { clientFor } from '../../api/client.ts'
import { shownInForm, useAction } from '../../api/use-data.ts'
import { asDraft, type Composition, type When } from '../../post/composition.ts'
import { type CreateBody, toBody, toChange } from '../../post/post-body.ts'
import type { Editor } from './use-composition.ts'

export type Saving = {
  save: (options?: { allowDuplicate?: boolean }) => void
  /** Saves what is written as a draft; resolves to whether it was saved. */
  saveDraft: () => Promise<boolean>
  isPending: boolean
  error: Error | null
  /** Whether the result of the last create request is unknown. */
  isUnconfirmed: boolean
  /** The post to update. Set for a new post once an unconfirmed create request has succeeded. */
  postId: string | null
}

type SaveInput = { composition: Composition; allowDuplicate?: boolean }

/**
 * Saves the composition exactly once. Each create request has an idempotency key; one without a
 * response is repeated with that key before any other request is sent. Only one request runs at
 * a time.
 */
export function useSaving(
  editor: Editor,
  /** What is saved. */
  composition: Composition,
  initialPostId: string | null,
  onSaved: (post: Post, when: When) => void,
): Saving {
  const [postId, setPostId] = useState(initialPostId)
  const action = useAction(
    async (_client, { composition, allowDuplicate = false }: SaveInput) => {
      const { when } = composition
      const { posts } = clientFor(composition.profileId)
      const extra = allowDuplicate ? { allow_duplicate: true } : {}
      const change = { ...toChange(composition, when), ...extra }
      const withWhen = (post: Post) => ({ post, when })
      if (postId) return withWhen(await posts.update(postId, change))
      const body = JSON.stringify({ ...toBody(composition, when), ...extra })
      const pending = editor.pendingRequest.current
      if (pending && pending.body !== body) {
        const created = await repeatRequest(posts, editor, pending.body)
        if (created) {
          setPostId(created.id)
          return withWhen(await posts.update(created.id, change))
        }
      }
      return withWhen(await create(posts, editor, body))
    },
    {
      topics: ['posts'],
      isExclusive: true,
      onSuccess: ({ post, when }) => {
        editor.finish()
        // The next post of this editor is a new one.
        setPostId(initialPostId)
        onSaved(post, when)
      },
      onError: shownInForm,
    },
  )
  return {
    save: (options = {}) => action.mutate({ composition, ...options }),
    saveDraft: () =>
      new Promise((resolve) => {
        action.mutate(
          { composition: asDraft(composition) },
          { onSuccess: () => resolve(true), onError: () => resolve(false) },
        )
      }),
    isPending: action.isPending,
    error: action.error,
    isUnconfirmed:
      !action.isPending && action.error !== null && editor.pendingRequest.current !== null,
    postId,
  }
}

/** Repeats the request that had no response; `null` if it is rejected and created nothing. */
async function repeatRequest(
  posts: Client['posts'],
  editor: Editor,
  body: string,
): Promise<Post | null> {
  try {
    return await create(posts, editor, body)
  } catch (err) {
    if (editor.pendingRequest.current === null) return null
    throw err
  }
}

async function create(posts: Client['posts'], editor: Editor, body: string): Promise<Post> {
  const pending = editor.pendingRequest.current
  const key = pending?.body === body ? pending.key : newKey()
  editor.setPendingRequest({ key, body })
  try {
    return await posts.create(JSON.parse(body) as CreateBody, { idempotencyKey: key })
  } catch (err) {
    if (wasRejected(err)) editor.setPendingRequest(null)
    throw err
  }
}

/** After any other error the request may have succeeded or may still be running. */
function wasRejected(err: unknown): boolean {
  if (!(err instanceof PosternError)) return false
  return err.status < 500 && err.code !== 'idempotency_in_progress'
}

function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return `dashboard-${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`
}
