import { mkdir, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { inject, onTestFinished } from 'vitest'
import { browserAdvice, findBrowser } from '../../../scripts/browsers.mjs'

declare module 'vitest' {
  export interface ProvidedContext {
    /** `npm run test:full`: every page also with axe, in dark, in German and loaded on a phone. */
    isFull: boolean
  }
}

const screenshots = join(import.meta.dirname, '..', '..', '..', 'screenshots')
/** The path of an installed Chromium, Chrome or Edge; throws with instructions if there is none. */
export function requireBrowser(): string {
  const path = findBrowser()
  if (path === null) throw new Error(`The tests of pages need a browser. ${browserAdvice}`)
  return path
}

/** `hasScrollbars`: scrollbars take up width, as on most desktops; Playwright hides them by default. */
export async function launchChromium({ hasScrollbars = false } = {}): Promise<Browser> {
  return await chromium.launch({
    executablePath: requireBrowser(),
    ...(hasScrollbars ? { ignoreDefaultArgs: ['--hide-scrollbars'] } : {}),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })
}

let shared: Promise<Browser> | null = null

/** The Chromium shared by all files of this worker. Each test opens and closes its own context. */
export async function sharedChromium(): Promise<Browser> {
  shared ??= launchChromium()
  return await shared
}

export const desktop = { width: 1280, height: 800 }
export const phone = { width: 390, height: 844 }

/**
 * Opens a page in a new context, which is closed at the end of the test. `complaints` collects console errors, also
 * those of blocked content.
 */
export async function openPage(browser: Browser, options: BrowserContextOptions = {}) {
  const context = await browser.newContext({ viewport: desktop, colorScheme: 'light', ...options })
  onTestFinished(() => context.close())
  const page = await context.newPage()
  const consoleErrors: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') consoleErrors.push(message.text())
  })
  return { page, complaints: consoleErrors, close: () => context.close() }
}

/** In `npm run test:full`, saves a screenshot of the whole page in `screenshots/` for manual review. */
export async function saveScreenshot(page: Page, name: string): Promise<void> {
  if (!inject('isFull')) return
  await mkdir(screenshots, { recursive: true })
  await page.screenshot({ path: join(screenshots, `${name}.png`), fullPage: true })
}

let axeSource: string | null = null

/** The violations axe finds on the page: WCAG 2.2 A and AA, and axe's best practices; or only of some rules. */
export async function accessibilityViolations(
  page: Page,
  rules?: readonly string[],
): Promise<string[]> {
  axeSource ??= await readFile(
    createRequire(import.meta.url).resolve('axe-core/axe.min.js'),
    'utf8',
  )
  await page.evaluate(axeSource)
  const groups = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
  const script = `axe.run({ runOnly: ${JSON.stringify(rules ?? groups)} }).then(({ violations }) =>
    violations.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => id + ': ' + html + ' ' + failureSummary)))`
  return (await page.evaluate(script)) as string[]
}

/** Presses Tab until the focused element has this label; throws after 60 presses. */
export async function tabTo(page: Page, name: string): Promise<void> {
  const focused = `(() => { const at = document.activeElement; return at ? (at.labels?.[0] ?? at).innerText ?? '' : '' })()`
  const tabsMax = 60
  for (let tabs = 0; tabs < tabsMax; tabs += 1) {
    await page.keyboard.press('Tab')
    if (String(await page.evaluate(focused)).includes(name)) return
  }
  throw new Error(`${name} cannot be reached with the keyboard on ${page.url()}`)
}
