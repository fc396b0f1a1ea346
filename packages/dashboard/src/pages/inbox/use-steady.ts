import { useState } from 'react'
import { type Steady, settle } from './steady.ts'

type Kept<T> = Steady<T> & { name: string; data: unknown }

/**
 * A list whose displayed items keep their positions when it is refetched; see `mergeItems`. `name`
 * identifies the query, `data` its latest response. `showFresh` displays the new items.
 */
export function useSteady<T extends { id: string }>(
  name: string,
  data: unknown,
  items: readonly T[],
  chosen: string | null,
): Steady<T> & { take: () => void } {
  const [kept, setKept] = useState<Kept<T> | null>(null)
  let current = kept
  if (!current || current.name !== name) {
    current = { name, data, shown: items, fresh: [] }
  } else if (current.data !== data) {
    current = { name, data, ...settle(current.shown, items, chosen) }
  }
  if (current !== kept) setKept(current)
  return {
    shown: current.shown,
    fresh: current.fresh,
    take: () => setKept({ name, data, shown: items, fresh: [] }),
  }
}
