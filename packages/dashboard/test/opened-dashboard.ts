import type { Page } from 'playwright-core'
import type { TestApp } from '../../server/test/test-app.ts'

export const viewports = {
  wide: { width: 1360, height: 860 },
  phone: { width: 360, height: 780 },
} as const

export type Appearance = {
  viewport?: keyof typeof viewports
  scheme?: 'light' | 'dark'
  language?: 'en' | 'de'
  /** Touch instead of a mouse. */
  touch?: boolean
}

/** A dashboard with a signed-in owner, in Chromium (dashboard.ts) or without a browser (ui/dashboard.ts). */
export type OpenedDashboard = {
  testApp: TestApp
  /** Opens a page as the owner in a new browser context; `path` follows /dashboard. */
  open(path: string, appearance?: Appearance): Promise<Page>
  /** Opens a page without a session, for example as a client. */
  openSignedOut(url: string, appearance?: Appearance): Promise<Page>
  /** Moves the clock of the test app on: the time of the page and of the server are one. */
  advance(ms: number): void
  close(): Promise<void>
}
