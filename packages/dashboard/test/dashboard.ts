import type { Browser, BrowserContext, Locator, Page } from 'playwright-core'
import {
  accessibilityViolations,
  launchChromium,
  sharedChromium,
} from '../../server/test/browser.ts'
import { openTestApp, type TestAppOptions } from '../../server/test/test-app.ts'
import { type Appearance, type OpenedDashboard, viewports } from './opened-dashboard.ts'
import { countRequests, pendingRequests } from './own-requests.ts'
import { signInOnce } from './sign-in.ts'

export type Dashboard = OpenedDashboard & {}

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
  const contexts = new Set<BrowserContext>()

  const openPage = async (url: string, appearance: Appearance, isOwner: boolean) => {
    const context = await newContext(browser, appearance)
    contexts.add(context)
    if (isOwner) await context.addCookies([{ ...cookie, url: testApp.ctx.config.publicUrl }])
    await context.clock.install({ time: testApp.clock.now() })
    const page = await context.newPage()
    listen(page)
    countRequests(page, new URL(testApp.ctx.config.publicUrl).origin)
    await page.goto(new URL(url, testApp.ctx.config.publicUrl).href)
    await settled(page)
    return page
  }

  return {
    testApp,
    open: (path, appearance = {}) => openPage(`/dashboard${path}`, appearance, true),
    openSignedOut: (url, appearance = {}) => openPage(url, appearance, false),
    advance: (ms) => testApp.clock.advance(ms),
    close: async () => {
      for (const context of contexts) await context.close()
      if (appearance.hasScrollbars) await browser.close()
      await testApp.close()
    },
  }
}

/**
 * Parts of the library that axe counts as faults, with the reason why they are none.
 * `region`: open lists stand at the end of the document, as the ARIA practices show them;
 * `scrollable-region-focusable`: the arrow keys of the field scroll its list;
 * `aria-required-children`: an open menu holds the focus until an arrow key moves it to an item.
 */
const libraryParts =
  /^(region: |scrollable-region-focusable: .*data-offset-scrollbars="y"|aria-required-children: .*data-menu-dropdown)/

/** What axe finds on the page, of all its rules or of these. */
export async function problems(page: Page, rules?: readonly string[]): Promise<string[]> {
  return (await accessibilityViolations(page, rules)).filter((each) => !libraryParts.test(each))
}

const settledMs = 30_000

/** Waits until the page has no pending request, image, font, loading indicator or animation. */
export async function settled(page: Page): Promise<void> {
  const deadline = Date.now() + settledMs
  for (let unfinished = ['the page']; unfinished.length > 0; ) {
    if (Date.now() > deadline) throw new Error(`${page.url()} waits for ${unfinished.join(', ')}`)
    // A page that is being replaced by another one is not settled.
    const loading = (await page.evaluate(unfinishedWork).catch(() => ['a new page'])) as string[]
    if (page.isClosed()) throw new Error('The page is closed.')
    unfinished = [...loading, ...pendingRequests(page)]
  }
}

/** What is still loading after two frames. */
const unfinishedWork = `(async () => {
  await document.fonts.ready
  const animations = () => document.getAnimations()
    .filter((each) => each.effect?.getComputedTiming().endTime !== Infinity)
  await Promise.allSettled(animations().map((each) => each.finished))
  for (let frames = 0; frames < 2; frames += 1) await new Promise(requestAnimationFrame)
  const isOwn = (each) => new URL(each.currentSrc || each.src, location).origin === location.origin
  const isLoading = (each) => !each.complete && each.loading !== 'lazy' && isOwn(each)
  return [
    ...[...document.images].filter(isLoading).map((each) => each.src),
    ...[...document.querySelectorAll('[aria-busy="true"]')].map((each) => each.outerHTML.slice(0, 100)),
    // A change in these frames can have started them.
    ...animations().filter((each) => each.playState === 'running').map((each) => 'an animation'),
  ]
})()`

/** The box of an element that no longer moves: two equal readings, a frame apart. */
export async function boxOf(element: Locator): Promise<Box> {
  return await steady(element.page(), async () => {
    const box = await element.boundingBox()
    if (!box) throw new Error(`${element} is not visible`)
    return box
  })
}

type Box = { x: number; y: number; width: number; height: number }

/** The result of a measurement once two in a row, a frame apart, are equal. */
export async function steady<T>(page: Page, measure: () => Promise<T>): Promise<T> {
  let before = await measure()
  for (;;) {
    await page.evaluate('new Promise(requestAnimationFrame)')
    const now = await measure()
    if (JSON.stringify(now) === JSON.stringify(before)) return now
    before = now
  }
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

const heardErrors = new WeakMap<Page, string[]>()

/** Errors in the console so far, except failed requests, which the page itself shows. */
export function consoleErrors(page: Page): string[] {
  return heardErrors.get(page) ?? []
}

function listen(page: Page): void {
  const heard: string[] = []
  heardErrors.set(page, heard)
  page.on('pageerror', (err) => heard.push(String(err)))
  page.on('console', (message) => {
    if (message.type() !== 'error' || /Failed to load resource/.test(message.text())) return
    heard.push(message.text())
  })
}

/** Elements beyond the right edge, except in scroll containers. */
export async function overflow(page: Page): Promise<string[]> {
  return (await page.evaluate(`(() => {
    const width = document.documentElement.clientWidth
    if (document.documentElement.scrollWidth <= width) return []
    return [...document.querySelectorAll('body *')]
      .filter((each) => each.getBoundingClientRect().right > width + 1)
      .slice(0, 5)
      .map((each) => each.outerHTML.slice(0, 200))
  })()`)) as string[]
}
