import type { Browser, Locator } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { desktop, openPage, phone, sharedChromium } from '../browser.ts'
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

async function openOperation(
  operationId: string,
  options: Parameters<typeof openPage>[1] = { viewport: desktop },
) {
  const opened = await openPage(browser, options)
  const { publicUrl } = testApp.ctx.config
  await opened.page.goto(`${publicUrl}/docs/reference/posts#/Posts/${operationId}`)
  const operation = opened.page.locator(`#operations-Posts-${operationId}`)
  await operation.locator('.responses-wrapper .json-schema-2020-12').first().waitFor()
  return { ...opened, operation }
}

const topOf = async (element: Locator) => (await element.boundingBox())!.y

test('a wide screen shows the response example below the sample, with a copy button', async () => {
  const { page, operation, close } = await openOperation('createPost', {
    viewport: { width: 1440, height: 900 },
  })
  const heading = operation.getByRole('heading', { name: 'Example response 201' })
  const response = operation.getByRole('group', { name: 'Example response 201' })
  const sample = operation.getByRole('tabpanel', { name: 'curl' })
  expect(JSON.parse((await response.textContent())!)).toMatchObject({ object: 'post', hint: null })
  const sampleBox = (await sample.boundingBox())!
  expect(await topOf(heading)).toBeGreaterThan(sampleBox.y + sampleBox.height)
  expect((await response.boundingBox())!.x).toBe(sampleBox.x)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await operation.getByRole('button', { name: 'Copy example response 201' }).click()
  await operation.getByRole('button', { name: 'Copied' }).waitFor()
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(await response.textContent())
  await page.setViewportSize(phone)
  await operation.getByText('Examples', { exact: true }).click()
  const phoneSample = (await sample.boundingBox())!
  expect(await topOf(heading)).toBeGreaterThan(phoneSample.y + phoneSample.height)
  expect((await response.boundingBox())!.width).toBe(phoneSample.width)
  await close()
})

test('a phone stacks the code, description and fields of a response, and folds objects', async () => {
  const { operation, close } = await openOperation('createPost', { viewport: phone })
  const created = operation.locator('.response[data-code="201"]')
  const code = (await created.locator('.response-col_status').boundingBox())!
  const content = (await created.locator('.response-col_description').boundingBox())!
  expect(content.y).toBeGreaterThanOrEqual(code.y + code.height)
  expect(content.x).toBe(code.x)
  expect((await operation.boundingBox())!.height).toBeLessThan(9000)
  expect(await created.getByText('next_attempt_at').count()).toBe(0)
  await created
    .getByRole('button', { name: /Show \d+ fields/ })
    .last()
    .click()
  const field = created.getByText('next_attempt_at')
  await field.waitFor()
  expect((await field.boundingBox())!.x - content.x).toBeLessThan(40)
  await created.getByRole('button', { name: 'Hide fields' }).click()
  await field.waitFor({ state: 'detached' })
  await close()
})

test('parameters write types, defaults and values as the fields of bodies', async () => {
  const { operation, close } = await openOperation('listPosts')
  const parameter = (name: string) => operation.locator(`[data-param-name="${name}"]`)
  await parameter('id').getByText('Only posts with these IDs, separated by commas.').waitFor()
  await parameter('id').getByText('array of strings').waitFor()
  await parameter('limit').getByText('Default: 50', { exact: true }).waitFor()
  await parameter('order').getByText('One of: asc, desc').waitFor()
  await operation.getByRole('button', { name: 'Try it out' }).click()
  const choices = parameter('order').locator('option')
  expect(await choices.allTextContents()).toEqual(['Not set', 'asc', 'desc'])
  await close()
})

test('a filter with known values is chosen by checkboxes, one of IDs is a field with commas', async () => {
  const { page, operation, close } = await openOperation('listPosts')
  await operation.locator('[data-param-name="status"]').getByText('separated by commas').waitFor()
  await operation.getByRole('button', { name: 'Try it out' }).click()
  const statuses = operation.getByRole('group', { name: 'status' })
  const row = operation.locator('[data-param-name="status"]')
  expect(await row.getByText('separated by commas').count()).toBe(0)
  expect(await statuses.getByRole('checkbox').count()).toBe(7)
  expect(await operation.locator('[data-param-name="status"] select').count()).toBe(0)
  await statuses.getByLabel('failed').check()
  await statuses.getByLabel('draft').check()
  await operation.getByRole('textbox', { name: 'id', exact: true }).fill('post_1,post_2')
  const execute = async () => {
    const isSent = page.waitForRequest((request) => request.url().includes('/v1/posts?'))
    await operation.getByRole('button', { name: 'Execute' }).click()
    return new URL((await isSent).url()).searchParams
  }
  const sent = await execute()
  expect([sent.get('status'), sent.get('id')]).toEqual(['draft,failed', 'post_1,post_2'])
  await statuses.getByLabel('failed').uncheck()
  await statuses.getByLabel('draft').uncheck()
  expect((await execute()).has('status')).toBe(false)
  await close()
})

test('on a phone, one line divides a parameter from the next', async () => {
  const { page, close } = await openOperation('listPosts', { viewport: phone })
  const lines = await page.evaluate(`[...document.querySelectorAll('[data-param-name]')]
    .map((row) => [row, ...row.children].map((each) => getComputedStyle(each))
      .reduce((sum, style) => sum + parseInt(style.borderTopWidth) + parseInt(style.borderBottomWidth), 0))`)
  expect(new Set(lines as number[])).toEqual(new Set([1]))
  await close()
})

test('a list shows the fields of its items', async () => {
  const { operation, close } = await openOperation('listPosts')
  const listed = operation.locator('.response[data-code="200"]')
  await listed.getByText('next_cursor', { exact: true }).waitFor()
  await listed.getByText('profile_id', { exact: true }).waitFor()
  await close()
})

test('the body is before the headers, and inputs appear when an operation is tried out', async () => {
  const { operation, close } = await openOperation('createPost')
  const header = operation.locator('[data-param-name="Idempotency-Key"]')
  const body = operation.locator('.opblock-section-request-body')
  expect(await topOf(header)).toBeGreaterThan(await topOf(body))
  expect(await body.count()).toBe(1)
  expect(await header.getByRole('textbox').count()).toBe(0)
  await operation.getByRole('button', { name: 'Try it out' }).click()
  await header.getByRole('textbox').fill('winter-menu-1')
  await close()
})

test('fields of requests say that they are required, those of responses do not', async () => {
  const { operation, close } = await openOperation('createPost')
  const marks = (place: string) =>
    operation.locator(`${place} .json-schema-2020-12-property--required`).count()
  expect(await marks('.opblock-section-request-body')).toBeGreaterThan(0)
  expect(await marks('.responses-wrapper')).toBe(0)
  await close()
})

test('a link to an error code opens in the same tab', async () => {
  const { page, operation, close } = await openOperation('createPost')
  await operation.getByRole('link', { name: 'invalid_json' }).click()
  await page.waitForURL(/\/docs\/errors#invalid_json$/)
  expect(page.context().pages()).toHaveLength(1)
  await close()
})
