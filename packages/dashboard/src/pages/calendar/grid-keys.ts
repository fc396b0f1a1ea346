import type { KeyboardEvent } from 'react'

const steps: Record<string, readonly [number, number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
}

/**
 * The arrows go from button to button of a table, as in a grid; the Tab key reaches one of them.
 * A button says where it stands with `data-row` and `data-column`.
 */
export function walkGrid(event: KeyboardEvent<HTMLElement>): void {
  const { target, currentTarget, key } = event
  const step = steps[key]
  if (!step || !(target instanceof HTMLElement) || target.dataset.row === undefined) return
  const row = Number(target.dataset.row) + step[0]
  const column = Number(target.dataset.column) + step[1]
  const next = currentTarget.querySelector<HTMLElement>(
    `[data-row="${row}"][data-column="${column}"]`,
  )
  if (!next) return
  event.preventDefault()
  target.tabIndex = -1
  next.tabIndex = 0
  next.focus()
}
