import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { fillClients } from '../clients-seed.ts'
import { type Dashboard, openDashboard } from '../dashboard.ts'
import type { Appearance } from '../opened-dashboard.ts'

/** Google counts up to 0.1 as good. */
const layoutShiftMax = 0.02
/** The typeface is one of them, and the first steps are one; most members have hidden or completed them. */
const requestsMax = 13

let dashboard: Dashboard
const opened: Page[] = []

beforeAll(async () => {
  dashboard = await openDashboard()
  await fillClients(dashboard.testApp)
})
afterEach(async () => {
  for (const page of opened.splice(0)) await page.context().close()
})
afterAll(async () => await dashboard.close())

async function open(path: string, appearance: Appearance = {}): Promise<Page> {
  const page = await dashboard.open(path, appearance)
  opened.push(page)
  return page
}

test('a slow response shows the skeleton of the page until the page is there', async () => {
  const page = await open('/sign-in')
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/v1/session', async (route) => {
    await held
    await route.continue()
  })
  await page.goto(new URL('/dashboard/', page.url()).href, { waitUntil: 'commit' })
  const skeleton = page.locator('#skeleton')
  await skeleton.waitFor()
  expect(await skeleton.boundingBox()).toMatchObject({ x: 0, y: 0 })
  release()
  await page.getByRole('heading', { name: 'Needs attention' }).waitFor()
  expect(await skeleton.isVisible()).toBe(false)
})

test('the skeleton is painted before the stylesheet is loaded, the page after it', async () => {
  const page = await open('/sign-in')
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/assets/index-*.css', async (route) => {
    await held
    await route.continue()
  })
  await page.goto(new URL('/dashboard/', page.url()).href, { waitUntil: 'commit' })
  await page.evaluate(`new Promise((resolve) => {
    new PerformanceObserver(() => resolve()).observe({ type: 'paint', buffered: true })
  })`)
  const background = `getComputedStyle(document.querySelector('#skeleton')).backgroundColor`
  expect(await page.evaluate(background)).toBe('rgb(246, 247, 249)')
  // The page's script has added it and has nothing left to do.
  await page.locator('link[rel="stylesheet"]').waitFor({ state: 'attached' })
  await page.evaluate('new Promise(requestIdleCallback)')
  expect(await page.locator('#root > *').count()).toBe(0)
  release()
  await page.getByRole('heading', { name: 'Needs attention' }).waitFor()
})

test('the sign-in page has no skeleton and requests nothing early', async () => {
  const page = await dashboard.openSignedOut('/dashboard/sign-in')
  opened.push(page)
  expect(await page.locator('#skeleton').isVisible()).toBe(false)
  expect(await page.evaluate('globalThis.earlyResponses.size')).toBe(0)
})

test('a member who chose dark gets a dark skeleton', async () => {
  const page = await open('/sign-in')
  await page.evaluate(`localStorage.setItem('mantine-color-scheme-value', 'dark')`)
  await page.route('**/assets/index-*.js', (route) => route.abort())
  await page.reload()
  await page.goto(new URL('/dashboard/', page.url()).href)
  const background = `getComputedStyle(document.querySelector('#skeleton')).backgroundColor`
  expect(await page.evaluate(background)).toBe('rgb(16, 19, 24)')
})

test.each(['wide', 'phone'] as const)(
  'the overview loads with few requests and without layout shift (%s)',
  async (viewport) => {
    const page = await open('/sign-in', { viewport })
    const { origin } = new URL(page.url())
    await page.goto('about:blank')
    const requests: string[] = []
    page.on('request', (request) => {
      if (request.resourceType() !== 'image') requests.push(request.url())
    })
    await page.addInitScript(`
      globalThis.shift = 0
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) if (!entry.hadRecentInput) shift += entry.value
      }).observe({ type: 'layout-shift', buffered: true })`)
    await page.goto(`${origin}/dashboard/`)
    await page.getByRole('heading', { name: 'Clients' }).waitFor()
    await page.getByRole('table', { name: 'Clients' }).waitFor()
    await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' })
    expect(await page.evaluate('shift')).toBeLessThan(layoutShiftMax)
    expect(requests.filter((url) => url.includes('/assets/dialogs-'))).toEqual([])
    expect(requests.filter((url) => url.endsWith('/v1/overview'))).toHaveLength(1)
    expect(requests.length, requests.join('\n')).toBeLessThanOrEqual(requestsMax)
  },
)
