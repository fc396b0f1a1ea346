import { useLocalStorage } from '@mantine/hooks'
import { useEffect, useRef } from 'react'

export type Key = 'j' | 'k' | 'r' | 'h' | 'u' | 'i' | 'd' | 'e' | 'o' | '?'

const arrows: Record<string, Key> = { ArrowDown: 'j', ArrowUp: 'k' }
/** Where keys mean something of their own. */
const typing = 'input, textarea, select, [contenteditable="true"], [role="combobox"]'
const above = '[role="dialog"], [role="menu"], [role="listbox"]'

/** Whether single keys are used; a person may switch them off (WCAG 2.1.4). */
export function useKeysWanted() {
  return useLocalStorage({ key: 'postern.inbox-keys', defaultValue: true })
}

/** Runs what belongs to a key, never while somebody types or something lies above the page. */
export function useInboxKeys(wanted: boolean, run: Partial<Record<Key, () => void>>): void {
  const latest = useRef(run)
  latest.current = run
  useEffect(() => {
    if (!wanted) return
    const listen = (event: KeyboardEvent) => {
      const action = actionOf(event, latest.current)
      if (!action) return
      event.preventDefault()
      action()
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [wanted])
}

function actionOf(event: KeyboardEvent, run: Partial<Record<Key, () => void>>) {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return null
  const target = event.target as Element
  if (target.closest(typing) || isCovered()) return null
  // Arrows scroll what has the focus, unless that is the list.
  const arrow = arrows[event.key]
  if (arrow && target !== document.body && !target.closest('[data-comments]')) return null
  return run[arrow ?? (event.key as Key)] ?? null
}

function isCovered(): boolean {
  return [...document.querySelectorAll(above)].some((each) => each.checkVisibility())
}
