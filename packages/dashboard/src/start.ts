import type { EarlyResponses } from './api/early-responses.ts'
import { isSignInPage, keepEarlyKeys } from './shell/early-keys.ts'

/**
 * Runs before the first paint, while the page's script is loading: applies the color scheme to the
 * skeleton, requests what every page and the overview wait for (decision 062), and keeps the keys pressed for the command
 * palette.
 */
const isSignIn = isSignInPage()
const root = document.documentElement
root.dataset.mantineColorScheme = colorScheme()
if (isSignIn) root.dataset.skeleton = 'none'

const isOverview = location.pathname === '/dashboard/' && !location.search.includes('profile=')
const paths = [
  ...(isSignIn ? [] : ['/v1/session', '/v1/platforms?limit=100']),
  ...(isOverview ? ['/v1/overview'] : []),
]
const responses = paths.map((path) => [path, fetch(path).catch(() => null)] as const)
globalThis.earlyResponses = new Map(responses) satisfies EarlyResponses

keepEarlyKeys()

/** The member's choice, as Mantine stores it, or else the system's. */
function colorScheme(): string {
  const stored = localStorage.getItem('mantine-color-scheme-value')
  if (stored === 'light' || stored === 'dark') return stored
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
}
