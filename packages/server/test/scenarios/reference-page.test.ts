import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { describeApi } from '../../src/app.ts'
import { areasOf, type OperationDocument } from '../../src/pages/docs/areas.ts'
import {
  accessibilityViolations,
  desktop,
  openPage,
  phone,
  saveScreenshot,
  sharedChromium,
} from '../browser.ts'
import { openTestApp, type TestApp } from '../test-app.ts'

/** Violations in the markup of the library: a link in a button, a heading level. */
const knownProblems = /^(nested-interactive: <button aria-expanded|heading-order: <h4)/

const areas = areasOf(describeApi() as OperationDocument)

let testApp: TestApp
let browser: Browser

beforeAll(async () => {
  testApp = await openTestApp({ listening: true })
  browser = await sharedChromium()
})
afterAll(async () => {
  await testApp?.close()
})

/** Opens an area of the reference and records the URLs it requests. */
async function openArea(
  name: string,
  options: Parameters<typeof openPage>[1] = {},
  operationId?: string,
) {
  const area = areas.find((each) => each.name === name)!
  const opened = await openPage(browser, options)
  const requested: string[] = []
  opened.page.on('request', (request) => requested.push(request.url()))
  const operation = area.operations.find((each) => each.operationId === operationId)
  await opened.page.goto(`${testApp.ctx.config.publicUrl}${operation?.address ?? area.address}`)
  await opened.page
    .locator('.opblock')
    .nth(area.operations.length - 1)
    .waitFor()
  return { ...opened, requested }
}

const allVariants = [
  { name: 'desktop-light', options: { viewport: desktop, colorScheme: 'light' } },
  { name: 'phone-dark', options: { viewport: phone, colorScheme: 'dark' } },
] as const
const variants = inject('isFull') ? allVariants : allVariants.slice(0, 1)
const testedAreas = inject('isFull') ? areas : areas.filter(({ name }) => name === 'posts')

describe.each(variants)('the reference, $name', ({ name, options }) => {
  test.each(testedAreas)('$tag shows every operation and uses no other host', async (area) => {
    const { page, requested, complaints, close } = await openArea(area.name, options)
    expect(await page.locator('.opblock').count()).toBe(area.operations.length)
    if (inject('isFull')) await saveScreenshot(page, `reference-${area.name}-${name}`)
    const problems = await accessibilityViolations(page)
    expect(problems.filter((problem) => !knownProblems.test(problem))).toEqual([])
    for (const width of [options.viewport.width, 320]) {
      await page.setViewportSize({ width, height: 800 })
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width)
    }
    const foreign = requested.filter((url) => !url.startsWith(`${testApp.ctx.config.publicUrl}/`))
    expect(foreign.filter((url) => !url.startsWith('data:'))).toEqual([])
    expect(complaints).toEqual([])
    await close()
  })

  test('an open operation is accessible and fits the viewport', async () => {
    const { page, close } = await openArea('posts', options, 'createPost')
    await page.locator('.json-schema-2020-12').first().waitFor()
    const body = page.locator('.opblock-section-request-body')
    await body.getByText('One ofdraftnowschedule').waitFor()
    await body.getByText('account_id').waitFor()
    await body.getByText('string | null').first().waitFor()
    const problems = await accessibilityViolations(page)
    expect(problems.filter((problem) => !knownProblems.test(problem))).toEqual([])
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(
      options.viewport.width,
    )
    await saveScreenshot(page, `reference-createPost-${name}`)
    await close()
  })
})

test('an endpoint opens by keyboard, shows its error codes and can be tried out', async () => {
  const { page, requested, complaints, close } = await openArea('api-keys')
  const operation = page.locator('#operations-API_keys-getMe')
  await operation.locator('button').first().focus()
  await page.keyboard.press('Enter')
  await operation.getByRole('link', { name: 'api_key_revoked' }).waitFor()
  await operation.getByRole('button', { name: 'Try it out' }).click()
  await operation.getByRole('button', { name: 'Execute' }).click()
  await operation.getByText('"api_key_missing"').first().waitFor()
  expect(requested.at(-1)).toBe(`${testApp.ctx.config.publicUrl}/v1/me`)
  expect(complaints.filter((text) => !text.includes('401'))).toEqual([])
  await close()
})

test('a key entered in one area is used in the others until its logout', async () => {
  const { page, complaints, close } = await openArea('api-keys')
  const authorize = page.locator('.btn.authorize').first()
  const dialog = page.getByRole('dialog', { name: 'Authorize' })
  await authorize.click()
  await dialog.getByLabel('API key', { exact: true }).fill(testApp.ownerKey)
  await dialog.getByRole('button', { name: 'Use this key' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.goto(`${testApp.ctx.config.publicUrl}/docs/reference/profiles`)
  const operation = page.locator('#operations-Profiles-listProfiles')
  await operation.locator('button').first().click()
  await operation.getByRole('button', { name: 'Try it out' }).click()
  await operation.getByRole('button', { name: 'Execute' }).click()
  await operation.locator('.live-responses-table').getByText('"is_default"').first().waitFor()

  await authorize.click()
  await dialog.getByRole('button', { name: 'Remove the key' }).click()
  await dialog.getByLabel('API key', { exact: true }).waitFor()
  expect(await page.evaluate('sessionStorage.length')).toBe(0)
  expect(await page.evaluate('Object.values(localStorage)')).not.toContain(testApp.ownerKey)
  expect(complaints.filter((text) => !text.includes('401'))).toEqual([])
  await close()
})

test('an endpoint shows samples in tabs that work by keyboard and remember the language', async () => {
  const { page, complaints, close } = await openArea('posts', {}, 'createPost')
  const samples = page.locator('#operations-Posts-createPost .samples')
  await samples.getByRole('tab', { name: 'curl', selected: true }).press('ArrowRight')
  await samples.getByRole('tab', { name: 'TypeScript', selected: true }).waitFor()
  expect(await samples.getByRole('tabpanel').textContent()).toContain('client.posts.create({')
  const problems = await accessibilityViolations(page)
  expect(problems.filter((problem) => !knownProblems.test(problem))).toEqual([])
  await saveScreenshot(page, 'reference-samples')

  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await samples.getByRole('button', { name: 'Copy example request' }).click()
  await samples.getByRole('button', { name: 'Copied' }).waitFor()
  expect(await page.evaluate('navigator.clipboard.readText()')).toContain('client.posts.create({')

  await page.reload()
  await samples.getByRole('tab', { name: 'TypeScript', selected: true }).waitFor()
  expect(complaints).toEqual([])
  await close()
})

test('a link to an endpoint opens it', async () => {
  const { page, close } = await openArea('accounts', {}, 'moveAccount')
  await page.locator('#operations-Accounts-moveAccount .opblock-body').waitFor()
  await page.getByRole('link', { name: 'List accounts' }).click()
  await page.locator('#operations-Accounts-listAccounts .opblock-body').waitFor()
  await close()
})

test('a link at the side scrolls to its operation and is marked, also if another is open', async () => {
  const { page, close } = await openArea('posts', { viewport: desktop }, 'createPost')
  await page.locator('#operations-Posts-createPost .examples').waitFor()
  const link = page.getByRole('link', { name: 'List posts' })
  await link.click()
  const operation = page.locator('#operations-Posts-listPosts')
  await operation.locator('.examples').waitFor()
  await expect.poll(async () => (await operation.boundingBox())!.y).toBeLessThan(100)
  expect((await operation.boundingBox())!.y).toBeGreaterThanOrEqual(0)
  expect(await link.getAttribute('aria-current')).toBe('true')
  const current = page.getByRole('navigation', { name: 'API reference' })
  expect(await current.locator('[aria-current=true]').count()).toBe(1)
  await close()
})

test('Back leads from an operation to the search that led there', async () => {
  const { publicUrl } = testApp.ctx.config
  const { page, close } = await openPage(browser)
  await page.goto(`${publicUrl}/docs/search?q=listPosts`)
  await page.getByRole('link', { name: 'List posts', exact: true }).click()
  await page.locator('#operations-Posts-listPosts .examples').waitFor()
  await page.locator('#operations-Posts-createPost button').first().click()
  await page.waitForURL(`${publicUrl}/docs/reference/posts#/Posts/createPost`)
  await page.goBack()
  await page.waitForURL(`${publicUrl}/docs/search?q=listPosts`)
  await close()
})

test('examples are beside the fields on wide screens, and folded above them on phones, where each is short', async () => {
  const { page, close } = await openArea('posts', { viewport: desktop }, 'createPost')
  const samples = page.locator('.opblock-body > .examples')
  const fields = page.locator('.opblock-body > .inputs')
  await samples.waitFor()
  await page.setViewportSize({ width: 1440, height: 900 })
  const [wideSamples, wideFields] = [await samples.boundingBox(), await fields.boundingBox()]
  expect(wideSamples!.x).toBeGreaterThanOrEqual(wideFields!.x + wideFields!.width)
  expect(wideSamples!.y).toBeLessThan(wideFields!.y)
  await page.setViewportSize(phone)
  const summary = samples.getByText('Examples', { exact: true })
  await summary.waitFor()
  expect(await samples.getByRole('tabpanel').isVisible()).toBe(false)
  await summary.click()
  await samples.getByRole('tabpanel').waitFor()
  const [narrowSamples, narrowFields] = [await samples.boundingBox(), await fields.boundingBox()]
  expect(narrowSamples!.y + narrowSamples!.height).toBeLessThanOrEqual(narrowFields!.y)
  const examples = await samples.locator('pre').all()
  expect(examples).toHaveLength(2)
  for (const example of examples) {
    const { height } = (await example.boundingBox())!
    expect(height).toBeGreaterThan(100)
    expect(height).toBeLessThanOrEqual(phone.height * 0.3 + 1)
  }
  await close()
})

test('at 1440 × 900 the sample of a new post is whole, and the end of its response is in view', async () => {
  const viewport = { width: 1440, height: 900 }
  const { page, close } = await openArea('posts', { viewport }, 'createPost')
  const samples = page.locator('#operations-Posts-createPost .examples')
  await samples.waitFor()
  await page.locator('.responses-wrapper .json-schema-2020-12').first().waitFor()
  const hiddenHeight = await page.evaluate(
    '(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)(document.querySelector(".samples pre"))',
  )
  expect(hiddenHeight).toBe(0)
  const response = (await samples.locator('.response-example pre').boundingBox())!
  expect(response.height).toBeGreaterThan(150)
  expect(response.y + response.height).toBeLessThanOrEqual(viewport.height)
  await close()
})

test('on a phone, Operations and the search stay at the top, and a link closes the menu', async () => {
  const { page, complaints, close } = await openArea('posts', { viewport: phone }, 'createPost')
  await page.locator('#operations-Posts-createPost .examples').waitFor()
  await page.evaluate('scrollTo(0, 3000)')
  const menu = page.getByRole('button', { name: 'Operations', exact: true })
  expect((await menu.boundingBox())!.y).toBeLessThan(20)
  expect((await page.getByRole('combobox').boundingBox())!.y).toBeLessThan(20)
  const link = page.getByRole('link', { name: 'List posts' })
  expect(await link.isVisible()).toBe(false)
  await menu.click()
  await link.waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Close' }).click()
  await link.waitFor({ state: 'hidden' })
  await menu.click()
  await link.click()
  await link.waitFor({ state: 'hidden' })
  const operation = page.locator('#operations-Posts-listPosts')
  await operation.locator('.examples').waitFor()
  const below = (await menu.boundingBox())!
  await expect
    .poll(async () => (await operation.boundingBox())!.y - below.y - below.height)
    .toBeLessThan(60)
  expect((await operation.boundingBox())!.y).toBeGreaterThanOrEqual(below.y + below.height)
  expect(complaints).toEqual([])
  await close()
})

test('on wide screens, the search and the side navigation stay at the top, and targets are below them', async () => {
  const { page, close } = await openArea('posts', { viewport: desktop }, 'createPost')
  await page.locator('#operations-Posts-createPost .examples').waitFor()
  const top = page.getByRole('banner')
  const bottomOfTop = async () => {
    const box = (await top.boundingBox())!
    return box.y + box.height
  }
  const operation = page.locator('#operations-Posts-createPost')
  const distance = async () => (await operation.boundingBox())!.y - (await bottomOfTop())
  await expect.poll(distance).toBeGreaterThan(0)
  expect(await distance()).toBeLessThan(60)
  await page.evaluate('scrollTo(0, 3000)')
  expect((await top.boundingBox())!.y).toBe(0)
  expect(await bottomOfTop()).toBeLessThanOrEqual(3.5 * 16)
  for (const below of [
    page.getByRole('navigation', { name: 'API reference' }),
    operation.getByRole('heading', { name: 'Example request' }),
  ]) {
    expect((await below.boundingBox())!.y).toBeGreaterThanOrEqual(await bottomOfTop())
  }
  await page.getByRole('combobox').fill('webhook')
  await page.getByRole('listbox').waitFor()
  await close()
})

test('its files are compressed and cached', async () => {
  const page = await (await testApp.app.request('/docs/reference/posts')).text()
  const names = [...page.matchAll(/"(\/docs\/assets\/[^"]+)"/g)].map(([, path]) => path!)
  expect(names).toHaveLength(4)
  for (const name of names) {
    const { status, headers } = await testApp.app.request(name, {
      headers: { 'accept-encoding': 'br' },
    })
    expect([status, headers.get('content-encoding')]).toEqual([200, 'br'])
    expect(headers.get('cache-control')).toContain('immutable')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
  }
  expect((await testApp.app.request('/docs/assets/other.js')).status).toBe(404)
})
