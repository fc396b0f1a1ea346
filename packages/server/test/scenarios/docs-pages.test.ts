import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { guides } from '../../src/pages/docs/guide-list.ts'
import {
  accessibilityViolations,
  desktop,
  openPage,
  phone,
  saveScreenshot,
  sharedChromium,
} from '../browser.ts'
import { openTestApp, type TestApp } from '../test-app.ts'

let testApp: TestApp
let browser: Browser

beforeAll(async () => {
  testApp = await openTestApp({ listening: true })
  browser = await sharedChromium()
})
afterAll(async () => {
  await testApp?.close()
})

const addressOf = (path: string) => `${testApp.ctx.config.publicUrl}${path}`

const allVariants = [
  { name: 'desktop-light', options: { viewport: desktop, colorScheme: 'light' } },
  { name: 'phone-dark', options: { viewport: phone, colorScheme: 'dark' } },
] as const
const variants = inject('isFull') ? allVariants : allVariants.slice(0, 1)
const paths = ['/docs/errors', '/docs/guides', ...guides.map(({ name }) => `/docs/guides/${name}`)]

describe.each(variants)('each documentation page, $name', ({ name, options }) => {
  test.each(paths)('%s is accessible, fits the viewport and uses no other host', async (path) => {
    const { page, complaints, close } = await openPage(browser, options)
    const requested: string[] = []
    page.on('request', (request) => requested.push(request.url()))
    await page.goto(addressOf(path))
    expect(await accessibilityViolations(page)).toEqual([])
    if (inject('isFull')) await saveScreenshot(page, `docs${path.replaceAll('/', '-')}-${name}`)
    for (const width of [options.viewport.width, 320]) {
      await page.setViewportSize({ width, height: 800 })
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width)
    }
    const own = requested.filter((url) => url.startsWith(addressOf('/')) || url === 'data:,')
    expect(own).toEqual(requested)
    expect(complaints).toEqual([])
    await close()
  })
})

test('a code block of a guide can be copied', async () => {
  const { page, complaints, close } = await openPage(browser)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(addressOf('/docs/guides/quick-start'))
  await page.getByRole('button', { name: 'Copy' }).first().click()
  await page.getByRole('button', { name: 'Copied' }).waitFor()
  expect(await page.evaluate('navigator.clipboard.readText()')).toContain('curl -s $API/me')
  expect(complaints).toEqual([])
  await close()
})
