import { inject } from 'vitest'
import type { Appearance } from './opened-dashboard.ts'

/** Screen sizes and color schemes, and German for its longer words. */
const allAppearances: readonly Appearance[] = [
  { viewport: 'wide', scheme: 'light', language: 'en' },
  { viewport: 'wide', scheme: 'dark', language: 'en' },
  { viewport: 'phone', scheme: 'light', language: 'en' },
  { viewport: 'phone', scheme: 'dark', language: 'de' },
]

/** `npm test` uses only the first appearance, `npm run test:full` all of them. */
export const appearances = inject('isFull') ? allAppearances : allAppearances.slice(0, 1)

export function nameOf({ viewport, scheme, language = 'en' }: Appearance): string {
  return `${viewport}, ${scheme}, ${language}`
}
