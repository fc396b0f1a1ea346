import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  accessibilityViolations,
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

const variants = [
  { name: 'wide', options: { viewport: { width: 1440, height: 900 }, colorScheme: 'light' } },
  { name: 'phone', options: { viewport: phone, colorScheme: 'dark' } },
] as const

async function open(path: string, options: Parameters<typeof openPage>[1] = {}) {
  const opened = await openPage(browser, options)
  await opened.page.goto(`${testApp.ctx.config.publicUrl}${path}`)
  return opened
}

test.each(variants)(
  'a query has suggestions while it is typed, which open by keyboard, $name',
  async ({ options }) => {
    const { page, complaints, close } = await open('/docs/errors', options)
    const field = page.getByRole('combobox', { name: 'Search the documentation' })
    const list = page.getByRole('listbox', { name: 'Suggestions' })
    await field.pressSequentially('verify the sig')
    await list.getByRole('option', { name: 'Webhooks: Verify the signature' }).waitFor()
    const box = (await list.boundingBox())!
    expect(box.x).toBeGreaterThanOrEqual(0)
    expect(box.x + box.width).toBeLessThanOrEqual(options.viewport.width)
    expect(await accessibilityViolations(page)).toEqual([])
    await page.keyboard.press('Escape')
    await list.waitFor({ state: 'hidden' })
    await page.keyboard.type('n')
    await list.waitFor()
    await page.keyboard.press('ArrowDown')
    await list.getByRole('option', { selected: true }).waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/docs\/guides\/webhooks#verify-the-signature$/)
    expect(complaints).toEqual([])
    await close()
  },
)

test.each(variants)(
  'a query without results says so below the field, $name',
  async ({ name, options }) => {
    const { page, complaints, close } = await open('/docs', options)
    const field = page.getByRole('combobox')
    await field.pressSequentially('xyzzyqwert')
    const message = page.getByRole('status').filter({ hasText: 'No results for “xyzzyqwert”' })
    await message.waitFor()
    expect(await page.getByRole('option').count()).toBe(0)
    await page.keyboard.press('ArrowDown')
    expect(await field.getAttribute('aria-activedescendant')).toBe('')
    expect(await accessibilityViolations(page)).toEqual([])
    await saveScreenshot(page, `docs-search-none-${name}`)
    await page.keyboard.press('Escape')
    await message.waitFor({ state: 'hidden' })
    await field.fill('signature')
    await page.getByRole('listbox').waitFor()
    expect(await message.count()).toBe(0)
    expect(complaints).toEqual([])
    await close()
  },
)

test('a suggestion opens by a click, and Enter without one leads to all results', async () => {
  const { page, close } = await open('/docs')
  const field = page.getByRole('combobox')
  await field.pressSequentially('rotateApiKey')
  await page.getByRole('option').first().click()
  await page.locator('#operations-API_keys-rotateApiKey .opblock-body').waitFor()
  await field.pressSequentially('signature')
  await page.getByRole('listbox').waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/docs\/search\?q=signature$/)
  await close()
})

test.each(variants)(
  'suggestions end in the number of all results, which leads to them, $name',
  async ({ name, options }) => {
    const { page, complaints, close } = await open('/docs', options)
    const field = page.getByRole('combobox')
    await field.pressSequentially('webhook')
    const last = page.getByRole('option').last()
    await page.getByRole('option', { name: 'All 20 results' }).waitFor()
    expect(await last.textContent()).toBe('All 20 results')
    const box = (await last.boundingBox())!
    expect(box.y + box.height).toBeLessThanOrEqual(options.viewport.height)
    await saveScreenshot(page, `docs-search-all-${name}`)
    await field.press('ArrowUp')
    await field.press('Enter')
    await page.waitForURL(/\/docs\/search\?q=webhook$/)
    await page.getByText('20 results for “webhook”').waitFor()
    expect(complaints).toEqual([])
    await close()
  },
)

test('on a phone, a long path wraps in suggestions and results', async () => {
  const { page, close } = await open('/docs/search?q=resend', { viewport: phone })
  await page.getByRole('combobox').press('End')
  await page.getByRole('combobox').pressSequentially(' ')
  const list = page.getByRole('listbox', { name: 'Suggestions' })
  await list.waitFor()
  for (const place of [list, page.locator('.results')]) {
    const path = place.locator('code').filter({ hasText: /^POST .*deliveryId.*resend$/ })
    const [inner, outer] = [await path.boundingBox(), await place.boundingBox()]
    expect(inner!.x + inner!.width).toBeLessThanOrEqual(outer!.x + outer!.width)
  }
  await close()
})

test('suggestions that are all results have no row that leads to all', async () => {
  const { page, close } = await open('/docs')
  await page.getByRole('combobox').pressSequentially('pagination')
  await page.getByRole('option', { name: 'Lists and pagination' }).waitFor()
  expect(await page.getByRole('option').filter({ hasText: 'All' }).count()).toBe(0)
  await close()
})

test.each(variants)(
  'a result that is a field leads to the field, which is in view and marked, $name',
  async ({ options }) => {
    const { page, complaints, close } = await open('/docs/search?q=first_comment', options)
    await page.getByRole('link', { name: 'Create a post' }).click()
    const found = page.locator('[data-found]')
    await found.getByText('first_comment', { exact: true }).waitFor()
    const isInView = async () => {
      const box = (await found.boundingBox())!
      return box.y > 0 && box.y + box.height < options.viewport.height
    }
    await expect.poll(isInView).toBe(true)
    const operation = page.locator('#operations-Posts-createPost .opblock-section-request-body')
    expect(await operation.locator('[data-found]').count()).toBe(1)
    expect(new URL(page.url()).hash).toBe('#/Posts/createPost/request/first_comment')
    expect(await accessibilityViolations(page)).toEqual([])
    expect(complaints).toEqual([])
    await close()
  },
)

test('a field of a folded object in a response is unfolded', async () => {
  const { page, close } = await open('/docs/search?q=next_attempt_at')
  await page.getByRole('link', { name: 'Retrieve a post' }).click()
  const response = page.locator('#operations-Posts-getPost .responses-wrapper')
  await response.locator('[data-found]').getByText('next_attempt_at', { exact: true }).waitFor()
  await close()
})

test('a value of a filter leads to the filter', async () => {
  const { page, close } = await open('/docs/search?q=partially_published')
  await page.getByRole('link', { name: 'List posts' }).click()
  await page.locator('#operations-Posts-listPosts [data-param-name=status][data-found]').waitFor()
  await close()
})

test('the hint of the key that focuses the search is shown where there is a keyboard', async () => {
  for (const [options, placeholder] of [
    [{}, 'Search  /'],
    [{ viewport: phone, isMobile: true, hasTouch: true }, 'Search'],
  ] as const) {
    const { page, close } = await open('/docs', options)
    expect(await page.getByRole('combobox').getAttribute('placeholder')).toBe(placeholder)
    await close()
  }
})
