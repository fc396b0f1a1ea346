import { useState } from 'react'

/** The most items that are changed at once. */
export const selectedMax = 100

/** Selected items of a list. With `range`, all between the last selected one and this. */
export function useSelection<T extends { id: string }>(items: readonly T[]) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const [anchor, setAnchor] = useState<string | null>(null)
  const selected = items.filter(({ id }) => ids.has(id)).slice(0, selectedMax)
  const toggle = (id: string, range = false) => {
    const [from, to] = [anchor, id].map((each) => items.findIndex((item) => item.id === each))
    const next = new Set(selected.map((item) => item.id))
    const isOn = !next.has(id)
    const changed =
      range && from! >= 0 ? items.slice(Math.min(from!, to!), Math.max(from!, to!) + 1) : [{ id }]
    for (const item of changed) isOn ? next.add(item.id) : next.delete(item.id)
    setIds(next)
    setAnchor(id)
  }
  return {
    selected,
    has: (id: string) => ids.has(id),
    toggle,
    toggleAll: () =>
      setIds(new Set(selected.length > 0 ? [] : items.slice(0, selectedMax).map(({ id }) => id))),
    clear: () => setIds(new Set()),
  }
}
