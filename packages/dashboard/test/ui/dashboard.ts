import { notifications } from '@mantine/notifications'
import { userEvent } from '@testing-library/user-event'
import type { Page } from 'playwright-core'
import { expect, vi } from 'vitest'
import { firstInstant } from '../../../server/test/template.ts'
import { openTestApp, type TestAppOptions } from '../../../server/test/test-app.ts'
import { keepEarlyKeys } from '../../src/shell/early-keys.ts'
import { type Appearance, type OpenedDashboard, viewports } from '../opened-dashboard.ts'
import { signInOnce } from '../sign-in.ts'
import { createPageNetwork, type PageNetwork } from './network.ts'
import { createPage, type UiPage } from './page.ts'
import { requestsOver } from './uploads.ts'
import { resetWindow, sharedWindow } from './window.ts'

export type Dashboard = OpenedDashboard

/**
 * Opens the dashboard without a browser: happy-dom, and the real app with its database in this process.
 * A page has the part of Playwright's that needs no layout; opening one closes the one before it. `close`
 * fails if a page wrote an error to the console.
 */
export async function openDashboard(options: TestAppOptions = {}): Promise<Dashboard> {
  const { mountApp } = await importApp()
  // Before the first ID is created, because lists of the same instant are ordered by it.
  vi.useFakeTimers({ toFake: ['Date'], now: options.now ?? firstInstant })
  const testApp = await openTestApp({ poolMax: 5, ...options })
  const session = await signInOnce(testApp)
  const { publicUrl } = testApp.ctx.config
  const realFetch = globalThis.fetch
  const consoleErrors: unknown[][] = []
  let page: UiPage | null = null

  const load =
    (network: PageNetwork, { viewport = 'wide' }: Appearance) =>
    (url: string) => {
      globalThis.fetch = pageFetch(network, realFetch)
      globalThis.XMLHttpRequest = requestsOver(network) as never
      const element = resetWindow(url, viewports[viewport])
      const stopKeepingKeys = keepEarlyKeys()
      const app = mountApp(element)
      const user = userEvent.setup({
        document,
        pointerEventsCheck: 0,
        delay: null,
        applyAccept: false,
      })
      const unload = () => {
        stopKeepingKeys()
        app.unmount()
        notifications.clean()
      }
      return { user, unload }
    }
  const openPage = async (url: string, appearance: Appearance, isOwner: boolean) => {
    await page?.close()
    vi.setSystemTime(testApp.clock.now())
    localStorage.clear()
    sessionStorage.clear()
    speak(appearance.language === 'de' ? 'de-DE' : 'en-GB')
    const network = createPageNetwork(testApp.app, publicUrl)
    if (isOwner) network.cookies.set(session.name, session.value)
    const href = new URL(url, publicUrl).href
    page = createPage(href, { network, load: load(network, appearance) })
    return page as unknown as Page
  }
  const error = vi.spyOn(console, 'error').mockImplementation((...words) => {
    consoleErrors.push(words)
  })

  return {
    testApp,
    open: (path, appearance = {}) => openPage(`/dashboard${path}`, appearance, true),
    openSignedOut: (url, appearance = {}) => openPage(url, appearance, false),
    advance: (ms) => {
      testApp.clock.advance(ms)
      vi.setSystemTime(testApp.clock.now())
    },
    close: async () => {
      await page?.close()
      vi.useRealTimers()
      globalThis.fetch = realFetch
      error.mockRestore()
      await testApp.close()
      expect(consoleErrors, 'errors in the console').toEqual([])
    },
  }
}

function speak(locale: string): void {
  Object.defineProperties(navigator, {
    language: { value: locale, configurable: true },
    languages: { value: [locale], configurable: true },
  })
}

/** Loads the dashboard, once per worker, when the globals of its window are there. */
async function importApp() {
  sharedWindow()
  return await import('../../src/app.tsx')
}

function pageFetch(network: PageNetwork, realFetch: typeof fetch): typeof fetch {
  return (async (input: string | URL, init: RequestInit = {}) => {
    const url = new URL(input, location.href)
    const isOwn = url.origin === new URL(network.publicUrl).origin
    return isOwn ? await network.request(url, init) : await realFetch(input, init)
  }) as typeof fetch
}
