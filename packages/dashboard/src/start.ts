import type { EarlyResponses } from './api/early-responses.ts'

/**
 * Runs before the first paint, while the page's script is loading: applies the color scheme to the
 * skeleton and requests what every page waits for (decision 062).
 */
const isSignIn = location.pathname === '/dashboard/sign-in'
const root = document.documentElement
root.dataset.mantineColorScheme = colorScheme()
if (isSignIn) root.dataset.skeleton = 'none'

const paths = isSignIn ? [] : ['/v1/session', '/v1/platforms?limit=100']
const responses = paths.map((path) => [path, fetch(path).catch(() => null)] as const)
globalThis.earlyResponses = new Map(responses) satisfies EarlyResponses

/** The member's choice, as Mantine stores it, or else the system's. */
function colorScheme(): string {
  const stored = localStorage.getItem('mantine-color-scheme-value')
  if (stored === 'light' || stored === 'dark') return stored
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
}
