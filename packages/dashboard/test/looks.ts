import { inject } from 'vitest'
import type { Look } from './dashboard.ts'

/** Every size and scheme, and the longer words of German. */
const every: readonly Look[] = [
  { viewport: 'wide', scheme: 'light', language: 'en' },
  { viewport: 'wide', scheme: 'dark', language: 'en' },
  { viewport: 'phone', scheme: 'light', language: 'en' },
  { viewport: 'phone', scheme: 'dark', language: 'de' },
]

/** `npm test` checks each page in the first, `npm run test:full` in every one. */
export const looks = inject('isFull') ? every : every.slice(0, 1)

export function nameOf({ viewport, scheme, language = 'en' }: Look): string {
  return `${viewport}, ${scheme}, ${language}`
}
