import { useLocalStorage } from '@mantine/hooks'
import { useEffect, useRef } from 'react'

export type Key = 'j' | 'k' | 'r' | 'h' | 'u' | 'i' | 'd' | 'e' | 'o' | 'a' | 'x' | '/' | '?'

const arrows: Record<string, Key> = { ArrowDown: 'j', ArrowUp: 'k' }
/** Elements that handle keys themselves. */
const inputs = 'input, textarea, select, [contenteditable="true"], [role="combobox"]'
const overlays = '[role="dialog"], [role="menu"], [role="listbox"]'

/** Whether single-key shortcuts are enabled; they can be turned off (WCAG 2.1.4). */
export function useShortcutsEnabled() {
  return useLocalStorage({ key: 'postern.inbox-keys', defaultValue: true })
}

/** Runs single-key shortcuts, except while typing or while a dialog, menu or list is open. */
export function useShortcuts(isEnabled: boolean, actions: Partial<Record<Key, () => void>>): void {
  const latest = useRef(actions)
  latest.current = actions
  useEffect(() => {
    if (!isEnabled) return
    const listen = (event: KeyboardEvent) => {
      const action = actionOf(event, latest.current)
      if (!action) return
      event.preventDefault()
      action()
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [isEnabled])
}

function actionOf(event: KeyboardEvent, run: Partial<Record<Key, () => void>>) {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return null
  const target = event.target as Element
  if (target.closest(inputs) || isCovered()) return null
  // Arrow keys keep scrolling unless the focus is in the list or nowhere.
  const arrow = arrows[event.key]
  if (arrow && target !== document.body && !target.closest('[data-comments]')) return null
  return run[arrow ?? (event.key as Key)] ?? null
}

function isCovered(): boolean {
  return [...document.querySelectorAll(overlays)].some((each) => each.checkVisibility())
}
