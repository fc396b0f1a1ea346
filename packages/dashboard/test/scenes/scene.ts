import type { Page } from 'playwright-core'
import type { Dashboard } from '../dashboard.ts'

/** IDs and URLs used in an area's screenshots. */
export type Places = Record<string, string>

/**
 * One picture, taken wide and narrow, light and dark. `empty`: a new installation; `full`: after the
 * area's `fill`; `failing`: full, but everything except the session answers 500.
 */
export type Scene = {
  name: string
  state: 'empty' | 'full' | 'failing'
  path: string | ((places: Places) => string)
  /** Actions before the screenshot, such as opening a dialog. */
  act?: (page: Page) => Promise<void>
}

export type Area = {
  name: string
  /** Fills the test app, hostile texts included. */
  fill: (dashboard: Dashboard) => Promise<Places>
  scenes: readonly Scene[]
}
