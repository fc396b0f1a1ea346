import type { Browser, BrowserContext, Page } from 'playwright-core'
import { expect, inject } from 'vitest'
import {
  accessibilityViolations,
  launchChromium,
  sharedChromium,
} from '../../server/test/browser.ts'
import { openTestApp, type TestApp, type TestAppOptions } from '../../server/test/test-app.ts'

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

export type Dashboard = {
  testApp: TestApp
  /** Opens a page as the owner in a new browser context; `path` follows /dashboard. */
  open(path: string, appearance?: Appearance): Promise<Page>
  /** Opens a page without a session, for example as a client. */
  openSignedOut(url: string, appearance?: Appearance): Promise<Page>
  /**
   * The same page with the clock of the test app moved on: the browser's time and the server's are one.
   */
  advance(ms: number): void
  /** Checks axe, horizontal overflow and console errors. */
  checkAccessible(page: Page, name: string): Promise<void>
  /** As `checkAccessible`, but runs axe, the slow part, only in `npm run test:full`. */
  check(page: Page, name: string): Promise<void>
  /** As `checkAccessible`, without axe. */
  checkWidth(page: Page, name: string): Promise<void>
  close(): Promise<void>
}

export const owner = {
  name: 'Ada Lovelace',
  email: 'ada@example.com',
  password: 'a sentence that is easy to keep',
}

/** Starts the server, the sandbox as platforms, and Chromium with a signed-in owner. */
export async function openDashboard(
  options: TestAppOptions = {},
  appearance: { hasScrollbars?: boolean } = {},
): Promise<Dashboard> {
  const testApp = await openTestApp({ listening: true, poolMax: 5, ...options })
  const browser = appearance.hasScrollbars
    ? await launchChromium(appearance)
    : await sharedChromium()
  const cookie = await signInOnce(testApp)
  const consoleErrors = new WeakMap<Page, string[]>()
  const contexts = new Set<BrowserContext>()

  const openPage = async (url: string, appearance: Appearance, isOwner: boolean) => {
    const context = await newContext(browser, appearance)
    contexts.add(context)
    if (isOwner) await context.addCookies([{ ...cookie, url: testApp.ctx.config.publicUrl }])
    await context.clock.install({ time: testApp.clock.now() })
    const page = await context.newPage()
    listen(page, consoleErrors)
    await page.goto(new URL(url, testApp.ctx.config.publicUrl).href)
    return page
  }

  const checkWidth = async (page: Page, name: string) => {
    await settled(page)
    expect(await overflow(page), `${name}: wider than the screen`).toEqual([])
    expect(consoleErrors.get(page) ?? [], `${name}: the console`).toEqual([])
  }

  const checkAccessible = async (page: Page, name: string) => {
    await settled(page)
    expect(await problems(page), `${name}: accessibility`).toEqual([])
    await checkWidth(page, name)
  }

  return {
    testApp,
    open: (path, appearance = {}) => openPage(`/dashboard${path}`, appearance, true),
    openSignedOut: (url, appearance = {}) => openPage(url, appearance, false),
    advance: (ms) => testApp.clock.advance(ms),
    checkAccessible,
    check: inject('isFull') ? checkAccessible : checkWidth,
    checkWidth,
    close: async () => {
      for (const context of contexts) await context.close()
      if (appearance.hasScrollbars) await browser.close()
      await testApp.close()
    },
  }
}

/**
 * Open menus and lists of choices stand at the end of the document, outside of every landmark: no
 * fault by WCAG, and how the ARIA practices show them.
 */
async function problems(page: Page): Promise<string[]> {
  const found = await accessibilityViolations(page)
  return found.filter((each) => !each.startsWith('region: '))
}

/** Waits until loading and animations have finished. */
export async function settled(page: Page): Promise<void> {
  await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' })
  await page.evaluate(
    `Promise.allSettled(document.getAnimations()
      .filter((each) => each.effect?.getComputedTiming().endTime !== Infinity)
      .map((each) => each.finished))`,
  )
}

async function newContext(browser: Browser, appearance: Appearance): Promise<BrowserContext> {
  const { viewport = 'wide', scheme = 'light', language = 'en', touch = false } = appearance
  return await browser.newContext({
    viewport: viewports[viewport],
    colorScheme: scheme,
    locale: language === 'de' ? 'de-DE' : 'en-GB',
    timezoneId: 'Europe/Berlin',
    reducedMotion: 'reduce',
    acceptDownloads: true,
    hasTouch: touch,
    isMobile: touch,
  })
}

/** Collects console errors, except failed requests, which the page itself shows. */
function listen(page: Page, complaints: WeakMap<Page, string[]>): void {
  const heard: string[] = []
  complaints.set(page, heard)
  page.on('pageerror', (err) => heard.push(String(err)))
  page.on('console', (message) => {
    if (message.type() !== 'error' || /Failed to load resource/.test(message.text())) return
    heard.push(message.text())
  })
}

async function signInOnce(testApp: TestApp): Promise<{ name: string; value: string }> {
  const token = new URLSearchParams(new URL(testApp.signInUrl).hash.slice(1)).get('token')
  const { email, name, password } = owner
  const answer = await testApp.call(
    'POST',
    '/v1/session/redeem',
    { token, password, email, name },
    { key: null, headers: { 'sec-fetch-site': 'same-origin' } },
  )
  const [pair] = (answer.headers.getSetCookie()[0] ?? '').split(';')
  const [cookie, value] = pair!.split('=')
  if (!cookie || !value) throw new Error(`not signed in: ${JSON.stringify(answer.body)}`)
  return { name: cookie, value }
}

/** Elements beyond the right edge, except in scroll containers. */
async function overflow(page: Page): Promise<string[]> {
  return (await page.evaluate(`(() => {
    const width = document.documentElement.clientWidth
    if (document.documentElement.scrollWidth <= width) return []
    return [...document.querySelectorAll('body *')]
      .filter((each) => each.getBoundingClientRect().right > width + 1)
      .slice(0, 5)
      .map((each) => each.outerHTML.slice(0, 200))
  })()`)) as string[]
}
