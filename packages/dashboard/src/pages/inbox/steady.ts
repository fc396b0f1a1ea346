/** The displayed items, and new ones above them that wait to be shown. */
export type Steady<T> = { shown: readonly T[]; fresh: readonly T[] }

/**
 * Merges a refetched list: displayed items are updated in place, older pages are appended, and new
 * items above wait in `fresh`. The open item stays while it is open, even if it no longer matches
 * the filter; see `withOpenItem`.
 */
export function settle<T extends { id: string }>(
  before: readonly T[],
  items: readonly T[],
  chosen: string | null,
): Steady<T> {
  const current = new Map(items.map((item) => [item.id, item]))
  const known = new Set(before.map(({ id }) => id))
  const last = items.findLastIndex(({ id }) => known.has(id))
  // No displayed item is left, so nothing can move.
  if (last < 0 && !before.some(({ id }) => id === chosen)) return { shown: items, fresh: [] }
  const kept = before.flatMap((item) => {
    const now = current.get(item.id)
    return now ? [now] : item.id === chosen ? [item] : []
  })
  if (last < 0) return { shown: kept, fresh: items }
  const fresh = items.slice(0, last + 1).filter(({ id }) => !known.has(id))
  return { shown: [...kept, ...items.slice(last + 1)], fresh }
}

/** Takes the open item from its own query if it left the list, where it is no longer refetched. */
export function withOpen<T extends { id: string }>(
  shown: readonly T[],
  items: readonly T[],
  open: T | undefined,
): readonly T[] {
  if (!open || items.some(({ id }) => id === open.id)) return shown
  return shown.map((item) => (item.id === open.id ? open : item))
}
