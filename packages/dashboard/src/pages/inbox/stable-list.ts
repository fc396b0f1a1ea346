/** The displayed items, and new ones above them that wait to be displayed. */
export type StableList<T> = { displayed: readonly T[]; fresh: readonly T[] }

/**
 * Merges a refetched list: displayed items are updated in place, older pages are appended, and new
 * items above wait in `fresh`. The open item stays while it is open, even if it no longer matches
 * the filter; see `withOpenItem`. Neither it nor an item in `restored` waits when it comes back.
 */
export function mergeItems<T extends { id: string }>(
  before: readonly T[],
  items: readonly T[],
  chosen: string | null,
  restored: ReadonlySet<string> = new Set(),
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
  const above = last < 0 ? items : items.slice(0, last + 1)
  const waits = ({ id }: T) => !displayedIds.has(id) && id !== chosen && !restored.has(id)
  const shown = above.filter((item) => !waits(item))
  // The open item has no place in the latest list any more.
  const open = updated.findIndex(({ id }) => !current.has(id))
  if (open >= 0) shown.splice(open, 0, updated[open]!)
  const older = last < 0 ? [] : items.slice(last + 1)
  return { displayed: [...shown, ...older], fresh: above.filter(waits) }
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
