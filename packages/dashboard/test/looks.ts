import type { Look } from './dashboard.ts'

/** How a page is looked at: every size and scheme, and the longer words of German. */
export const looks: readonly Look[] = [
  { viewport: 'wide', scheme: 'light', language: 'en' },
  { viewport: 'wide', scheme: 'dark', language: 'en' },
  { viewport: 'phone', scheme: 'light', language: 'en' },
  { viewport: 'phone', scheme: 'dark', language: 'de' },
]

export function nameOf({ viewport, scheme, language = 'en' }: Look): string {
  return `${viewport}, ${scheme}, ${language}`
}
