import { useEffect } from 'react'

/** An element that had focus, and its index in each ancestor. */
type FocusPosition = { element: HTMLElement; ancestors: { parent: Element; index: number }[] }

const rememberedMax = 100
/** Dialogs and menus restore focus themselves; wait for them first. */
const waitMs = 60
const focusable =
  'a[href], button:not(:disabled), [tabindex="0"], input:not(:disabled), select:not(:disabled)'

/**
 * Restores focus when the focused element is removed: to the element that took its place (the next
 * row), or to the one focused before (the button that opened a dialog). Focus stays in an open
 * dialog. A button that is disabled while loading gets focus back afterwards (decision 013).
 */
export function useFocusRestore(): void {
  useEffect(() => {
    const places: FocusPosition[] = []
    /** The element that should have focus; `null` after a click on nothing focusable. */
    let focused: HTMLElement | null = null
    let timer: ReturnType<typeof setTimeout> | undefined
    const remember = ({ target }: FocusEvent) => {
      if (!(target instanceof HTMLElement) || target === document.body) return
      focused = target
      const before = places.findIndex(({ element }) => element === target)
      if (before >= 0) places.splice(before, 1)
      places.push({ element: target, ancestors: ancestorsOf(target) })
      if (places.length > rememberedMax) places.shift()
    }
    const handleFocusOut = ({ target }: FocusEvent) => {
      // Some browsers fire focusout before a removed element is disconnected, others after.
      queueMicrotask(() => {
        if (focused === target && isUsable(focused as HTMLElement)) focused = null
      })
    }
    const check = () => {
      if (!focused || !isLost() || isWorking(focused)) return
      clearTimeout(timer)
      timer = setTimeout(() => {
        if (focused && isLost() && !isWorking(focused)) restore(places)
      }, waitMs)
    }
    const observer = new MutationObserver(check)
    const attributeFilter = ['disabled']
    observer.observe(document.body, { childList: true, subtree: true, attributeFilter })
    document.addEventListener('focusin', remember)
    document.addEventListener('focusout', handleFocusOut)
    return () => {
      observer.disconnect()
      document.removeEventListener('focusin', remember)
      document.removeEventListener('focusout', handleFocusOut)
      clearTimeout(timer)
    }
  }, [])
}

function isLost(): boolean {
  return document.activeElement === null || document.activeElement === document.body
}

function isWorking(element: HTMLElement): boolean {
  return element.isConnected && element.matches('[data-loading]:disabled')
}

function isUsable(element: HTMLElement): boolean {
  return element.isConnected && element.checkVisibility() && !element.matches(':disabled')
}

function ancestorsOf(element: Element): FocusPosition['ancestors'] {
  const around = []
  for (let at = element; at.parentElement; at = at.parentElement) {
    around.push({ parent: at.parentElement, index: [...at.parentElement.children].indexOf(at) })
  }
  return around
}

function restore(places: readonly FocusPosition[]): void {
  const dialogs = document.querySelectorAll<HTMLElement>('[role="dialog"][aria-modal="true"]')
  const container = [...dialogs].at(-1) ?? document.getElementById('content')
  const next = container && findNext(places, container)
  next?.focus({ preventScroll: true })
}

/** The next element to focus in the open dialog or the page; `null` while a button is loading. */
function findNext(places: readonly FocusPosition[], room: HTMLElement): HTMLElement | null {
  const isDialog = room.matches('[role="dialog"]')
  for (const { element, ancestors: around } of places.toReversed()) {
    if (isWorking(element)) return null
    if (isUsable(element) && (!isDialog || room.contains(element))) return element
    const place = around.find(({ parent }) => parent.isConnected)
    // A closed dialog is gone with its content.
    if (place && room.contains(place.parent)) return replacementAt(place, room)
  }
  return room
}

/** The element now at its index, in the innermost ancestor that still exists. */
function replacementAt(
  { parent, index }: FocusPosition['ancestors'][number],
  room: HTMLElement,
): HTMLElement {
  if (parent === room) return room
  const next = parent.children[Math.min(index, parent.children.length - 1)]
  const all = next ? [next, ...next.querySelectorAll(focusable)] : []
  const found = all.find((each) => each.matches(focusable) && isUsable(each as HTMLElement))
  return (found as HTMLElement | undefined) ?? room
}
