import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { phone } from '../browser.ts'
import { type Docs, openDocs } from '../docs-pages.ts'

let docs: Docs

beforeAll(async () => {
  docs = await openDocs()
})
afterAll(() => docs.close())

/** Whether an element begins below the bar at the top, in the upper half of the screen. */
async function isAtTop(page: Page, element: Locator): Promise<boolean> {
  const [bar, box] = [await page.locator('.bar').boundingBox(), await element.boundingBox()]
  const screen = page.viewportSize()!
  return box !== null && box.y >= bar!.y + bar!.height && box.y < screen.height / 2
}

async function isInView(page: Page, element: Locator): Promise<boolean> {
  const box = await element.boundingBox()
  return box !== null && box.y >= 0 && box.y + box.height <= page.viewportSize()!.height
}

test('examples are shown in the language that was chosen last, can be copied, and are folded on phones', async () => {
  const { page, complaints } = await docs.open('/docs/reference/profiles#/Profiles/createProfile')
  const operation = page.locator('#operations-Profiles-createProfile')
  await operation.getByRole('tab', { name: 'curl', selected: true }).press('ArrowRight')
  await operation.getByRole('tab', { name: 'TypeScript', selected: true }).waitFor()
  const sample = operation.getByRole('tabpanel', { name: 'TypeScript' })
  expect(await sample.textContent()).toContain('client.profiles.create(')

  await docs.allowClipboard()
  const copied = () => page.evaluate('navigator.clipboard.readText()')
  await operation.getByRole('button', { name: 'Copy example request' }).click()
  await operation.getByRole('button', { name: 'Copied' }).waitFor()
  expect(await copied()).toBe(await sample.textContent())
  const response = operation.getByRole('group', { name: 'Example response 201' })
  await operation.getByRole('button', { name: 'Copy example response 201' }).click()
  await expect.poll(copied).toBe(await response.textContent())
  expect(JSON.parse((await response.textContent())!)).toMatchObject({ object: 'profile' })

  await page.setViewportSize(phone)
  await page.reload()
  await operation.getByText('Examples', { exact: true }).click()
  await operation.getByRole('tab', { name: 'TypeScript', selected: true }).waitFor()
  await operation.getByText('Examples', { exact: true }).click()
  await sample.waitFor({ state: 'hidden' })
  expect(complaints).toEqual([])
})

test('an operation is opened by the search, its button and the side navigation, and Back returns', async () => {
  const { page, complaints } = await docs.open('/docs/search?q=listPosts')
  await page.getByRole('link', { name: 'List posts', exact: true }).click()
  const listPosts = page.locator('#operations-Posts-listPosts')
  await listPosts.locator('.examples').waitFor()
  await page.keyboard.press('/')
  await page.locator('.find input:focus').waitFor()

  await page.locator('#operations-Posts-createPost button').first().click()
  await page.waitForURL(/\/docs\/reference\/posts#\/Posts\/createPost$/)
  await page.locator('#operations-Posts-createPost .examples').waitFor()
  const link = page.getByRole('link', { name: 'List posts' })
  await link.click()
  await expect.poll(() => isAtTop(page, listPosts)).toBe(true)
  expect(await isInView(page, page.getByRole('banner'))).toBe(true)
  expect(await isInView(page, link)).toBe(true)
  const current = page
    .getByRole('navigation', { name: 'API reference' })
    .locator('[aria-current=true]')
  expect(await current.allTextContents()).toEqual(['List posts'])

  await page.goBack()
  await page.waitForURL(/#\/Posts\/createPost$/)
  await page.goBack()
  await page.waitForURL(/\/docs\/search\?q=listPosts$/)
  expect(complaints).toEqual([])
})

test('on a phone, the menu and the search stay in view, and a link closes the menu', async () => {
  const { page, complaints } = await docs.open('/docs/reference/accounts#/Accounts/moveAccount', {
    viewport: phone,
  })
  await page.locator('#operations-Accounts-moveAccount .examples').waitFor()
  await page.evaluate('scrollTo(0, document.body.scrollHeight)')
  const menu = page.getByRole('button', { name: 'Operations', exact: true })
  await expect.poll(() => isInView(page, menu)).toBe(true)
  expect(await isInView(page, page.getByRole('combobox'))).toBe(true)
  const link = page.getByRole('link', { name: 'List accounts' })
  expect(await link.isVisible()).toBe(false)
  await menu.click()
  await link.waitFor()
  await page.getByRole('button', { name: 'Close' }).click()
  await link.waitFor({ state: 'hidden' })
  await menu.click()
  await link.click()
  await link.waitFor({ state: 'hidden' })
  const operation = page.locator('#operations-Accounts-listAccounts')
  await operation.locator('.examples').waitFor()
  await expect.poll(() => isAtTop(page, operation)).toBe(true)
  expect(complaints).toEqual([])
})

test('a link to a field opens what hides it, marks the field and scrolls to it', async () => {
  const { page, complaints } = await docs.open(
    '/docs/reference/posts#/Posts/getPost/response/next_attempt_at',
  )
  const found = page.locator('[data-found]')
  const isFound = async (place: string) => {
    const field = page.locator(`${place}[data-found], ${place} [data-found]`)
    return (await field.count()) === 1 && (await found.count()) === 1 && isInView(page, field)
  }
  await found.getByText('next_attempt_at', { exact: true }).waitFor()
  expect(await isFound('#operations-Posts-getPost .responses-wrapper')).toBe(true)
  for (const [hash, place] of [
    ['listPosts/request/status', '#operations-Posts-listPosts [data-param-name=status]'],
    [
      'createPost/request/first_comment',
      '#operations-Posts-createPost .opblock-section-request-body',
    ],
  ] as const) {
    await page.evaluate(`location.hash = '#/Posts/${hash}'`)
    await expect.poll(() => isFound(place)).toBe(true)
    expect(new URL(page.url()).hash).toBe(`#/Posts/${hash}`)
  }
  expect(complaints).toEqual([])
})

async function openOperation(operationId: string) {
  const { page } = await docs.open(`/docs/reference/posts#/Posts/${operationId}`)
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
