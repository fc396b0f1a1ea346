import { useRef, useState } from 'react'
import { mergeItems, type StableList } from './stable-list.ts'

type State<T> = StableList<T> & { name: string; data: unknown }

/**
 * A list whose displayed items keep their positions when it is refetched; see `mergeItems`. `name`
 * identifies the query, `data` its latest response. `showFresh` displays the new items, and `restore`
 * the items with these IDs as soon as they are back.
 */
export function useStableList<T extends { id: string }>(
  name: string,
  data: unknown,
  items: readonly T[],
  chosen: string | null,
): StableList<T> & { showFresh: () => void; restore: (ids: readonly string[]) => void } {
  const restored = useRef(new Set<string>())
  const [state, setState] = useState<State<T> | null>(null)
  let current = state
  if (!current || current.name !== name) {
    current = { name, data, displayed: items, fresh: [] }
  } else if (current.data !== data) {
    current = { name, data, ...mergeItems(current.displayed, items, chosen, restored.current) }
  }
  if (current !== state) setState(current)
  return {
    displayed: current.displayed,
    fresh: current.fresh,
    restore: (ids) => {
      for (const id of ids) restored.current.add(id)
    },
    showFresh: () => setState({ name, data, displayed: items, fresh: [] }),
  }
}
