import { existsSync } from 'node:fs'
import { mkdir, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { delimiter, join } from 'node:path'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'

declare module 'vitest' {
  export interface ProvidedContext {
    /** `npm run test:full`: every page in every look, and axe at every step of a scenario. */
    isFull: boolean
  }
}

const screenshots = join(import.meta.dirname, '..', '..', '..', 'screenshots')
/** The headless shell renders the same pages for a fifth less time. */
const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome']

/** Where Chromium is on this machine, or a failure that says what to do. */
export function findChromium(): string {
  const folders = ['/usr/bin', ...(process.env.PATH ?? '').split(delimiter)]
  const places = names.flatMap((name) => folders.map((folder) => join(folder, name)))
  const found = [process.env.CHROMIUM ?? '', ...places].find((path) => path && existsSync(path))
  if (found) return found
  throw new Error(
    'The page tests need Chromium. `npm test` installs it; or install it yourself (apt-get install chromium), or set CHROMIUM to its path.',
  )
}

/** `hasBars`: its scrollbars take room, as on most desktops; for tests they are hidden by default. */
export async function launchChromium({ hasBars = false } = {}): Promise<Browser> {
  return await chromium.launch({
    executablePath: findChromium(),
    ...(hasBars ? { ignoreDefaultArgs: ['--hide-scrollbars'] } : {}),
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

/** The one Chromium of this worker. Each page gets a context of its own, which its test closes. */
export async function sharedChromium(): Promise<Browser> {
  shared ??= launchChromium()
  return await shared
}

/** Viewports. */
export const desktop = { width: 1280, height: 800 }
export const phone = { width: 390, height: 844 }

/** A page of a fresh browser; `complaints` are its console's errors, blocked contents included. */
export async function openPage(browser: Browser, options: BrowserContextOptions = {}) {
  const context = await browser.newContext({ viewport: desktop, colorScheme: 'light', ...options })
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  return { page, complaints, close: () => context.close() }
}

/** Keeps a picture of the whole page for a person to look at. */
export async function photograph(page: Page, name: string): Promise<void> {
  await mkdir(screenshots, { recursive: true })
  await page.screenshot({ path: join(screenshots, `${name}.png`), fullPage: true })
}

let axeSource: string | null = null

/** What axe finds wrong with the page: WCAG 2.2 A and AA, and axe's own good practices. */
export async function accessibilityProblems(page: Page): Promise<string[]> {
  axeSource ??= await readFile(
    createRequire(import.meta.url).resolve('axe-core/axe.min.js'),
    'utf8',
  )
  await page.evaluate(axeSource)
  const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
  const script = `axe.run({ runOnly: ${JSON.stringify(rules)} }).then(({ violations }) =>
    violations.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => id + ': ' + html + ' ' + failureSummary)))`
  return (await page.evaluate(script)) as string[]
}

/** Presses Tab until what has the focus carries this name, as a person without a mouse does. */
export async function tabTo(page: Page, name: string): Promise<void> {
  const focused = `(() => { const at = document.activeElement; return at ? (at.labels?.[0] ?? at).innerText ?? '' : '' })()`
  const tabsMax = 60
  for (let tabs = 0; tabs < tabsMax; tabs += 1) {
    await page.keyboard.press('Tab')
    if (String(await page.evaluate(focused)).includes(name)) return
  }
  throw new Error(`${name} cannot be reached with the keyboard on ${page.url()}`)
}
