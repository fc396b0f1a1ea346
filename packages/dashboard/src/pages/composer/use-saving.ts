import { type Client, type Post, PosternError } from '@postern/sdk'
import { useState } from 'react'
import { clientFor } from '../../api/client.ts'
import { useAction } from '../../api/use-data.ts'
import { shownInForm } from '../../parts/form-error.tsx'
import type { When } from './composition.ts'
import type { Writing } from './use-composition.ts'
import { type CreateBody, toBody, toChange } from './wire.ts'

export type Saving = {
  save: (options?: { allowDuplicate?: boolean }) => void
  isPending: boolean
  error: Error | null
  /** Whether the result of the last create request is unknown. */
  isOpen: boolean
  /** The post to update. Set for a new post once an unconfirmed create request has succeeded. */
  postId: string | null
}

/**
 * Saves the composition exactly once. Each create request has an idempotency key; one without a
 * response is repeated with that key before any other request is sent. Only one request runs at
 * a time.
 */
export function useSaving(
  writing: Writing,
  givenId: string | null,
  onSaved: (post: Post, when: When) => void,
): Saving {
  const [postId, setPostId] = useState(givenId)
  const { composition } = writing
  const { when } = composition
  const action = useAction(
    async (_client, { allowDuplicate = false }: { allowDuplicate?: boolean }) => {
      const { posts } = clientFor(composition.profileId)
      const extra = allowDuplicate ? { allow_duplicate: true } : {}
      const change = { ...toChange(composition, when), ...extra }
      if (postId) return await posts.update(postId, change)
      const body = JSON.stringify({ ...toBody(composition, when), ...extra })
      const open = writing.sent.current
      if (open && open.body !== body) {
        const made = await settle(posts, writing, open.body)
        if (made) {
          setPostId(made.id)
          return await posts.update(made.id, change)
        }
      }
      return await create(posts, writing, body)
    },
    {
      topics: ['posts'],
      isExclusive: true,
      onSuccess: (post) => {
        writing.finish()
        onSaved(post, when)
      },
      onError: shownInForm,
    },
  )
  return {
    save: (options = {}) => action.mutate(options),
    isPending: action.isPending,
    error: action.error,
    isOpen: !action.isPending && action.error !== null && writing.sent.current !== null,
    postId,
  }
}

/** Repeats the request that had no response; `null` if it is rejected and created nothing. */
async function settle(
  posts: Client['posts'],
  writing: Writing,
  body: string,
): Promise<Post | null> {
  try {
    return await create(posts, writing, body)
  } catch (err) {
    if (writing.sent.current === null) return null
    throw err
  }
}

async function create(posts: Client['posts'], writing: Writing, body: string): Promise<Post> {
  const open = writing.sent.current
  const key = open?.body === body ? open.key : newKey()
  writing.setSent({ key, body })
  try {
    return await posts.create(JSON.parse(body) as CreateBody, { idempotencyKey: key })
  } catch (err) {
    if (madeNothing(err)) writing.setSent(null)
    throw err
  }
}

/** After any other error the request may have succeeded or may still be running. */
function madeNothing(err: unknown): boolean {
  if (!(err instanceof PosternError)) return false
  return err.status < 500 && err.code !== 'idempotency_in_progress'
}

function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return `dashboard-${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`
}
