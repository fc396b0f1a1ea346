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

async function open(path: string, options: Parameters<typeof openPage>[1] = {}) {
  const opened = await openPage(browser, options)
  await opened.page.goto(`${testApp.ctx.config.publicUrl}${path}`)
  return opened
}

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
  const { page, complaints } = await open('/docs/reference/profiles#/Profiles/createProfile')
  const operation = page.locator('#operations-Profiles-createProfile')
  await operation.getByRole('tab', { name: 'curl', selected: true }).press('ArrowRight')
  await operation.getByRole('tab', { name: 'TypeScript', selected: true }).waitFor()
  const sample = operation.getByRole('tabpanel', { name: 'TypeScript' })
  expect(await sample.textContent()).toContain('client.profiles.create(')

  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
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
  const { page, complaints } = await open('/docs/search?q=listPosts')
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
  const { page, complaints } = await open('/docs/reference/accounts#/Accounts/moveAccount', {
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
  const { page, complaints } = await open(
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
