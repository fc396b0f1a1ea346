import type { Browser, Locator } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPage, sharedChromium } from '../browser.ts'
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

async function openOperation(operationId: string) {
  const { page } = await openPage(browser)
  const { publicUrl } = testApp.ctx.config
  await page.goto(`${publicUrl}/docs/reference/posts#/Posts/${operationId}`)
  const operation = page.locator(`#operations-Posts-${operationId}`)
  await operation.locator('.responses-wrapper .json-schema-2020-12').first().waitFor()
  return { page, operation }
}

test('the fields of a body and its response say what they take, and become inputs to try out', async () => {
  const { page, operation } = await openOperation('createPost')
  const body = operation.locator('.opblock-section-request-body')
  for (const text of [
    'One ofdraftnowschedule',
    'account_id',
    'string | null',
    '1 to 50 items',
    'array of strings',
    'Defaultempty',
  ]) {
    await body.getByText(text).first().waitFor()
  }
  const required = '.json-schema-2020-12-property--required'
  expect(await body.locator(required).count()).toBeGreaterThan(0)
  expect(await operation.locator(`.responses-wrapper ${required}`).count()).toBe(0)

  const response = operation.locator('.response[data-code="201"]')
  const folded = response.getByText('next_attempt_at')
  expect(await folded.count()).toBe(0)
  await response
    .getByRole('button', { name: /Show \d+ fields/ })
    .last()
    .click()
  await folded.waitFor()
  await response.getByRole('button', { name: 'Hide fields' }).click()
  await folded.waitFor({ state: 'detached' })

  const header = operation.locator('[data-param-name="Idempotency-Key"]')
  const topOf = async (element: Locator) => (await element.boundingBox())!.y
  expect(await topOf(body)).toBeLessThan(await topOf(header))
  expect(await header.getByRole('textbox').count()).toBe(0)
  expect(await operation.getByText('acc_… with an ID from').count()).toBe(0)
  await operation.getByRole('button', { name: 'Try it out' }).click()
  await operation.getByText('acc_… with an ID from GET /v1/accounts').waitFor()
  await header.getByRole('textbox').fill('winter-menu-1')
  await body.getByRole('textbox').first().fill('{}')
  await operation.getByRole('button', { name: 'Reset' }).waitFor()

  await operation.getByRole('link', { name: 'invalid_json' }).click()
  await page.waitForURL(/\/docs\/errors#invalid_json$/)
  expect(page.context().pages()).toHaveLength(1)
})

test('parameters say what they take, and filters with known values are sent as checked', async () => {
  const { page, operation } = await openOperation('listPosts')
  const parameter = (name: string) => operation.locator(`[data-param-name="${name}"]`)
  await parameter('id').getByText('Only posts with these IDs, separated by commas.').waitFor()
  await parameter('id').getByText('array of strings').waitFor()
  await parameter('limit').getByText('Default: 50', { exact: true }).waitFor()
  await parameter('order').getByText('One of: asc, desc').waitFor()
  await parameter('status').getByText('separated by commas').waitFor()
  const listed = operation.locator('.response[data-code="200"]')
  await listed.getByText('next_cursor', { exact: true }).waitFor()
  await listed.getByText('profile_id', { exact: true }).waitFor()

  await operation.getByRole('button', { name: 'Try it out' }).click()
  const choices = parameter('order').locator('option')
  expect(await choices.allTextContents()).toEqual(['Not set', 'asc', 'desc'])
  expect(await parameter('status').getByText('separated by commas').count()).toBe(0)
  expect(await parameter('status').locator('select').count()).toBe(0)
  const statuses = operation.getByRole('group', { name: 'status' })
  expect(await statuses.getByRole('checkbox').count()).toBe(7)
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
})
