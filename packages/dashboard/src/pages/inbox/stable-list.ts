/** The displayed items, and new ones above them that wait to be displayed. */
export type StableList<T> = { displayed: readonly T[]; fresh: readonly T[] }

/**
 * Merges a refetched list: displayed items are updated in place, older pages are appended, and new
 * items above wait in `fresh`. The open item stays while it is open, even if it no longer matches
 * the filter; see `withOpenItem`. It does not wait when it comes back.
 */
export function mergeItems<T extends { id: string }>(
  before: readonly T[],
  items: readonly T[],
  chosen: string | null,
): StableList<T> {
  const current = new Map(items.map((item) => [item.id, item]))
  const displayedIds = new Set(before.map(({ id }) => id))
  const last = items.findLastIndex(({ id }) => displayedIds.has(id))
  // No displayed item is left, so nothing can move.
  if (last < 0 && !before.some(({ id }) => id === chosen)) return { displayed: items, fresh: [] }
  const updated = before.flatMap((item) => {
    const latest = current.get(item.id)
    return latest ? [latest] : item.id === chosen ? [item] : []
  })
  if (last < 0) return { displayed: updated, fresh: items }
  const above = items.slice(0, last + 1)
  const fresh = above.filter(({ id }) => !displayedIds.has(id) && id !== chosen)
  // The open item came back above, as after Undo.
  const isBack = above.some(({ id }) => id === chosen && !displayedIds.has(id))
  const shown = isBack ? above.filter(({ id }) => displayedIds.has(id) || id === chosen) : updated
  return { displayed: [...shown, ...items.slice(last + 1)], fresh }
}

/** Takes the open item from its own query if it left the list, where it is no longer refetched. */
export function withOpenItem<T extends { id: string }>(
  displayed: readonly T[],
  items: readonly T[],
  open: T | undefined,
): readonly T[] {
  if (!open || items.some(({ id }) => id === open.id)) return displayed
  return displayed.map((item) => (item.id === open.id ? open : item))
}
