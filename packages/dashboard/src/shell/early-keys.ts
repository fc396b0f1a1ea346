import type { TypeAhead } from '../navigation/type-ahead.ts'

/**
 * Keeps Ctrl K until the shell handles it, and the text typed after it until the palette has the focus.
 * Returns a function that stops. Only `start.ts` loads it: a script that blocks the first paint has no
 * chunk in common with the page.
 */
export function keepEarlyKeys(): () => void {
  const typeAhead: TypeAhead = { text: null, isShellReady: false }
  const keep = (event: KeyboardEvent) => {
    const { key } = event
    const { text, isShellReady } = typeAhead
    if (event.ctrlKey || event.metaKey) {
      if (key !== 'k' || event.altKey || isShellReady || isSignInPage()) return
      typeAhead.text ??= ''
    } else {
      if (text === null || (key.length > 1 && key !== 'Backspace' && key !== 'Enter')) return
      if (key === 'Backspace') typeAhead.text = text.slice(0, -1)
      else if (key !== 'Enter') typeAhead.text = text + key
    }
    event.preventDefault()
    event.stopPropagation()
  }
  globalThis.typeAhead = typeAhead
  addEventListener('keydown', keep, true)
  return () => removeEventListener('keydown', keep, true)
}

export function isSignInPage(): boolean {
  return location.pathname === '/dashboard/sign-in'
}
