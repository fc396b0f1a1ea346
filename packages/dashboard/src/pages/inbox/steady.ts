/** What a list shows, and what came in above it since. */
export type Steady<T> = { shown: readonly T[]; fresh: readonly T[] }

/**
 * The list after it was read again, without moving what somebody reads: what is known stays where
 * it is with its new content, older pages are added below, and what came in above waits in `fresh`.
 * The chosen item stays although it left the list, until another one is chosen; see `withOpen`.
 */
export function settle<T extends { id: string }>(
  before: readonly T[],
  items: readonly T[],
  chosen: string | null,
): Steady<T> {
  const current = new Map(items.map((item) => [item.id, item]))
  const known = new Set(before.map(({ id }) => id))
  const last = items.findLastIndex(({ id }) => known.has(id))
  // Nothing of it is left: there is nothing to move.
  if (last < 0 && !before.some(({ id }) => id === chosen)) return { shown: items, fresh: [] }
  const kept = before.flatMap((item) => {
    const now = current.get(item.id)
    return now ? [now] : item.id === chosen ? [item] : []
  })
  if (last < 0) return { shown: kept, fresh: items }
  const fresh = items.slice(0, last + 1).filter(({ id }) => !known.has(id))
  return { shown: [...kept, ...items.slice(last + 1)], fresh }
}

/**
 * The shown list with the open item as its own page has it: what left the list is not read again with
 * it, so that its status in the list would stay the old one.
 */
export function withOpen<T extends { id: string }>(
  shown: readonly T[],
  items: readonly T[],
  open: T | undefined,
): readonly T[] {
  if (!open || items.some(({ id }) => id === open.id)) return shown
  return shown.map((item) => (item.id === open.id ? open : item))
}
