import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPage, phone, sharedChromium } from '../browser.ts'
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

const addressOf = (hash: string) => `${testApp.ctx.config.publicUrl}/docs/reference/${hash}`

/** Opens an area whose operations are executed with the key of the owner. */
async function openWithKey(hash: string, options: Parameters<typeof openPage>[1] = {}) {
  const opened = await openPage(browser, options)
  await opened.page.addInitScript(`sessionStorage['postern-api-key'] = '${testApp.ownerKey}'`)
  await opened.page.goto(addressOf(hash))
  return opened
}

const tryOut = (operation: Locator) => operation.getByRole('button', { name: 'Try it out' }).click()
const execute = (operation: Locator) => operation.getByRole('button', { name: 'Execute' }).click()

async function isInView(page: Page, element: Locator): Promise<boolean> {
  const box = await element.boundingBox()
  return box !== null && box.y >= 0 && box.y + box.height <= page.viewportSize()!.height
}

/** Whether *Execute* is right below the bar at the top, with the start of the response in view. */
async function isResponseShown(page: Page, operation: Locator): Promise<boolean> {
  const bar = await page.locator('.bar').boundingBox()
  const button = await operation.getByRole('button', { name: 'Execute' }).boundingBox()
  const response = await operation.locator('.sent-response').boundingBox()
  const top = bar!.y + bar!.height
  const middle = page.viewportSize()!.height / 2
  return button!.y >= top && response!.y > button!.y && response!.y < middle
}

test('on a phone, Execute and the response scroll into view, and a changed filter does not scroll', async () => {
  const { page } = await openWithKey('posts#/Posts/listPosts', { viewport: phone })
  const listPosts = page.locator('#operations-Posts-listPosts')
  await listPosts.locator('.responses-wrapper .json-schema-2020-12').first().waitFor()
  await tryOut(listPosts)
  const button = listPosts.getByRole('button', { name: 'Execute' })
  await expect.poll(() => isInView(page, button)).toBe(true)
  expect(await isInView(page, listPosts.getByText('Sent with the key'))).toBe(true)
  await execute(listPosts)
  await expect.poll(() => isResponseShown(page, listPosts)).toBe(true)

  const status = (code: string) => page.locator('.live-responses-table').getByText(code)
  await status('200').first().waitFor()
  const line = listPosts.locator('.received-headers').getByText('content-type: application/json')
  expect(await line.isVisible()).toBe(false)
  await listPosts.locator('.received-headers summary').click()
  await line.waitFor()

  const filter = listPosts.getByRole('checkbox', { name: 'scheduled', exact: true })
  await filter.check()
  const before = (await filter.boundingBox())!.y
  await listPosts.getByRole('checkbox', { name: 'failed', exact: true }).check()
  await expect.poll(() => listPosts.getByRole('checkbox', { checked: true }).count()).toBe(2)
  expect((await filter.boundingBox())!.y).toBeCloseTo(before, 0)

  const createPost = page.locator('#operations-Posts-createPost')
  await createPost.locator('button').first().click()
  await tryOut(createPost)
  await execute(createPost)
  await expect.poll(() => isResponseShown(page, createPost)).toBe(true)
})

test('the examples are folded from a response until Clear', async () => {
  const { page } = await openWithKey('platforms#/Platforms/listPlatforms')
  const operation = page.locator('#operations-Platforms-listPlatforms')
  const example = operation.getByRole('heading', { name: 'Example response 200' })
  const summary = operation.getByText('Examples', { exact: true })
  await example.waitFor()
  await tryOut(operation)
  await execute(operation)
  await example.waitFor({ state: 'hidden' })
  await summary.click()
  await example.waitFor()
  await summary.click()
  await example.waitFor({ state: 'hidden' })
  await operation.getByRole('button', { name: 'Clear' }).click()
  await example.waitFor()
})

test('the body of a long response scrolls by keyboard within the screen', async () => {
  const { page } = await openWithKey('platforms#/Platforms/listPlatforms')
  await tryOut(page.locator('#operations-Platforms-listPlatforms'))
  await execute(page.locator('#operations-Platforms-listPlatforms'))
  const body = page.getByRole('group', { name: 'Response body' })
  await body.press('End')
  const scrolled = () =>
    body.evaluate((element) => (element as unknown as { scrollTop: number }).scrollTop)
  await expect.poll(scrolled).toBeGreaterThan(1000)
  expect((await body.boundingBox())!.height).toBeLessThan(page.viewportSize()!.height)
})

test('a key entered in one area is used in the others until it is removed', async () => {
  const { page, complaints } = await openPage(browser)
  await page.goto(addressOf('api-keys'))
  const authorize = page.locator('.btn.authorize').first()
  const dialog = page.getByRole('dialog', { name: 'Authorize' })
  await authorize.click()
  await dialog.getByLabel('API key', { exact: true }).fill(testApp.ownerKey)
  await dialog.getByRole('button', { name: 'Use this key' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.goto(addressOf('profiles#/Profiles/listProfiles'))
  const operation = page.locator('#operations-Profiles-listProfiles')
  await tryOut(operation)
  await execute(operation)
  await operation.locator('.live-responses-table').getByText('"is_default"').first().waitFor()

  await authorize.click()
  await dialog.getByRole('button', { name: 'Remove the key' }).click()
  await dialog.getByLabel('API key', { exact: true }).waitFor()
  expect(await page.evaluate('sessionStorage.length')).toBe(0)
  expect(await page.evaluate('Object.values(localStorage)')).not.toContain(testApp.ownerKey)
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  expect(complaints.filter((text) => !text.includes('401'))).toEqual([])
})
