import type { Post, Slot } from '@postern/sdk'
import { type ListResult, useAllItems, useList } from '../../api/use-data.ts'

const dayMs = 86_400_000
const slotsShown = 25

/** The coming slots of the account, in pages. */
export function useSlots(accountId: string): ListResult<Slot> {
  return useList(
    'posts',
    ['slots', accountId],
    (client, page) => client.accounts.slots(accountId, page),
    { scope: 'all', limit: slotsShown },
  )
}

/** Those with a post, in the order of publishing. */
export function queuedOf(slots: readonly Slot[]): (Slot & { post_id: string })[] {
  return slots.flatMap((slot) => (slot.post_id ? [{ ...slot, post_id: slot.post_id }] : []))
}

/** Looks up the post in a slot; `undefined` until loaded. At most 1,000 posts are read. */
export function usePostsInSlots(
  accountId: string,
  slots: readonly Slot[],
): (id: string) => Post | undefined {
  const queued = queuedOf(slots)
  const [first, last] = [queued[0], queued.at(-1)]
  const range = {
    from: dayOf(first?.slot_at),
    // A post is published up to an hour after its slot.
    to: dayOf(last && new Date(Date.parse(last.slot_at) + dayMs).toISOString()),
  }
  const { data } = useAllItems(
    'posts',
    ['in slots', accountId, range],
    (client) => client.posts.list({ account_id: accountId, ...range, order: 'asc', limit: 100 }),
    { scope: 'all', enabled: queued.length > 0 },
  )
  return (id) => data?.find((post) => post.id === id)
}

function dayOf(at = ''): string {
  return at.slice(0, 10)
}
