import type { Appearance } from './opened-dashboard.ts'

/** A look in which scenes are opened. */
export type Look = Required<Omit<Appearance, 'touch'>> & {
  name: string
  /** Only scenes with actions, which find elements by English names, or only those without. */
  scenes?: 'with actions' | 'without actions'
}

/** All rules apply here, then again in dark and on a phone, without opening the scene again. */
const wide: Look = { name: 'wide', viewport: 'wide', scheme: 'light', language: 'en' }

/** Loaded on a phone; German has longer words. */
const phones: readonly Look[] = [
  {
    name: 'phone, German',
    viewport: 'phone',
    scheme: 'dark',
    language: 'de',
    scenes: 'without actions',
  },
  { name: 'phone', viewport: 'phone', scheme: 'dark', language: 'en', scenes: 'with actions' },
]

/** Each scene is opened twice. */
export const looks: readonly Look[] = [wide, ...phones]
