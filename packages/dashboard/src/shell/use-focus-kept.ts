import { useEffect } from 'react'

/** An element that had the focus, and its place in each of what lies around it. */
type Place = { element: HTMLElement; around: { parent: Element; index: number }[] }

const rememberedMax = 100
/** Dialogs and menus give the focus back by themselves; this waits until they have. */
const waitMs = 60
const reachable =
  'a[href], button:not(:disabled), [tabindex="0"], input:not(:disabled), select:not(:disabled)'

/**
 * The focus is never lost. When what had it vanishes, it goes on to what took its place, such as
 * the next row, or back to what had it before, such as the button of a menu that led to a dialog. While
 * a dialog is open it stays in there.
 * What cannot be pressed while it works gets it again afterwards.
 */
export function useFocusKept(): void {
  useEffect(() => {
    const places: Place[] = []
    /** What should have the focus; `null` when it was given up by a click beside everything. */
    let held: HTMLElement | null = null
    let timer: ReturnType<typeof setTimeout> | undefined
    const remember = ({ target }: FocusEvent) => {
      if (!(target instanceof HTMLElement) || target === document.body) return
      held = target
      const before = places.findIndex(({ element }) => element === target)
      if (before >= 0) places.splice(before, 1)
      places.push({ element: target, around: aroundOf(target) })
      if (places.length > rememberedMax) places.shift()
    }
    const giveUp = ({ target }: FocusEvent) => {
      // Browsers differ in whether what vanishes says so before it is gone.
      queueMicrotask(() => {
        if (held === target && isUsable(held as HTMLElement)) held = null
      })
    }
    const check = () => {
      if (!held || !isLost() || isWorking(held)) return
      clearTimeout(timer)
      timer = setTimeout(() => {
        if (held && isLost() && !isWorking(held)) restore(places)
      }, waitMs)
    }
    const observer = new MutationObserver(check)
    const attributeFilter = ['disabled']
    observer.observe(document.body, { childList: true, subtree: true, attributeFilter })
    document.addEventListener('focusin', remember)
    document.addEventListener('focusout', giveUp)
    return () => {
      observer.disconnect()
      document.removeEventListener('focusin', remember)
      document.removeEventListener('focusout', giveUp)
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

function aroundOf(element: Element): Place['around'] {
  const around = []
  for (let at = element; at.parentElement; at = at.parentElement) {
    around.push({ parent: at.parentElement, index: [...at.parentElement.children].indexOf(at) })
  }
  return around
}

function restore(places: readonly Place[]): void {
  const dialogs = document.querySelectorAll<HTMLElement>('[role="dialog"][aria-modal="true"]')
  const room = [...dialogs].at(-1) ?? document.getElementById('content')
  const next = room && nextOf(places, room)
  next?.focus({ preventScroll: true })
}

/**
 * Where the focus goes on within the open dialog, or else the page; `null` while that is at work, which
 * ends with another change.
 */
function nextOf(places: readonly Place[], room: HTMLElement): HTMLElement | null {
  const isDialog = room.matches('[role="dialog"]')
  for (const { element, around } of places.toReversed()) {
    if (isWorking(element)) return null
    if (isUsable(element) && (!isDialog || room.contains(element))) return element
    const place = around.find(({ parent }) => parent.isConnected)
    // What lay above the page is gone with all of it.
    if (place && room.contains(place.parent)) return inPlaceOf(place, room)
  }
  return room
}

/** What stands where it stood, in the innermost of what lay around it and is still there. */
function inPlaceOf({ parent, index }: Place['around'][number], room: HTMLElement): HTMLElement {
  if (parent === room) return room
  const next = parent.children[Math.min(index, parent.children.length - 1)]
  const all = next ? [next, ...next.querySelectorAll(reachable)] : []
  const found = all.find((each) => each.matches(reachable) && isUsable(each as HTMLElement))
  return (found as HTMLElement | undefined) ?? room
}
