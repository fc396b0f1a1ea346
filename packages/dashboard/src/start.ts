import type { EarlyResponses } from './api/early-responses.ts'
import type { TypeAhead } from './shell/type-ahead.ts'

/**
 * Runs before the first paint, while the page's script is loading: applies the color scheme to the
 * skeleton, requests what every page waits for (decision 062), and keeps the keys pressed for the command
 * palette.
 */
const isSignIn = isSignInPage()
const root = document.documentElement
root.dataset.mantineColorScheme = colorScheme()
if (isSignIn) root.dataset.skeleton = 'none'

const paths = isSignIn ? [] : ['/v1/session', '/v1/platforms?limit=100']
const responses = paths.map((path) => [path, fetch(path).catch(() => null)] as const)
globalThis.earlyResponses = new Map(responses) satisfies EarlyResponses

const typeAhead: TypeAhead = { text: null, isShellReady: false }
globalThis.typeAhead = typeAhead
addEventListener('keydown', typeForPalette, true)

/** Ctrl K, until the shell handles it, and after it the text, until the palette has the focus. */
function typeForPalette(event: KeyboardEvent): void {
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

function isSignInPage(): boolean {
  return location.pathname === '/dashboard/sign-in'
}

/** The member's choice, as Mantine stores it, or else the system's. */
function colorScheme(): string {
  const stored = localStorage.getItem('mantine-color-scheme-value')
  if (stored === 'light' || stored === 'dark') return stored
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
}
