import { useLocalStorage } from '@mantine/hooks'
import { useEffect, useRef } from 'react'

type Letter = 'j' | 'k' | 'r' | 'h' | 'u' | 'i' | 'd' | 'e' | 'o' | 'a' | 'x' | 'c' | '/' | '?'
/** A single key, a key pressed after `g`, or Ctrl K (⌘ K), which also works while typing. */
export type Key = Letter | `g ${string}` | 'mod k'
type Actions = Partial<Record<Key, () => void>>

const arrows: Record<string, Key> = { ArrowDown: 'j', ArrowUp: 'k' }
/** Elements that handle keys themselves; a checkbox handles only Space, which is no shortcut. */
const inputs =
  'input:not([type="checkbox"]), textarea, select, [contenteditable="true"], [role="combobox"]'
const overlays = '[role="dialog"], [role="menu"], [role="listbox"]'
/** The time between `g` and the key after it. */
const sequenceMs = 1_500

/** All registered actions have one listener, so that the `i` of `g i` runs nothing else. */
const registered = new Set<{ current: Actions }>()
/** When `g` was pressed, by the clock of events. */
let prefixAt = Number.NEGATIVE_INFINITY

/** Whether single-key shortcuts are enabled; they can be turned off (WCAG 2.1.4). */
export function useShortcutsEnabled() {
  return useLocalStorage({ key: 'postern.inbox-keys', defaultValue: true })
}

/** Runs single-key shortcuts, except while typing or while a dialog, menu or list is open. */
export function useShortcuts(isEnabled: boolean, actions: Actions): void {
  const latest = useRef(actions)
  latest.current = actions
  useEffect(() => {
    if (!isEnabled) return
    registered.add(latest)
    document.addEventListener('keydown', listen)
    return () => {
      registered.delete(latest)
      if (registered.size === 0) document.removeEventListener('keydown', listen)
    }
  }, [isEnabled])
}

/** Whether a dialog, menu or list of choices is open. */
export function isCovered(): boolean {
  return [...document.querySelectorAll(overlays)].some((each) => each.checkVisibility())
}

function listen(event: KeyboardEvent): void {
  const key = keyOf(event)
  const actions = key && [...registered].find(({ current }) => current[key])?.current
  if (!actions) return
  event.preventDefault()
  actions[key]?.()
}

/** The shortcut that the event is or completes; `null` while typing and after the first key of two. */
function keyOf(event: KeyboardEvent): Key | null {
  if (event.defaultPrevented || event.altKey) return null
  if (event.ctrlKey || event.metaKey) return event.key === 'k' ? 'mod k' : null
  const target = event.target as Element
  if (target.closest(inputs) || isCovered()) return null
  const isSecond = event.timeStamp - prefixAt < sequenceMs
  prefixAt = Number.NEGATIVE_INFINITY
  if (isSecond) return `g ${event.key}`
  if (event.key === 'g') {
    prefixAt = event.timeStamp
    return null
  }
  // Arrow keys keep scrolling unless the focus is in the list or nowhere.
  const arrow = arrows[event.key]
  if (arrow && target !== document.body && !target.closest('[data-comments]')) return null
  return arrow ?? (event.key as Key)
}
