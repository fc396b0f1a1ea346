import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { describeApi, routes } from '../../src/app.ts'
import { areasOf, type OperationDocument } from '../../src/pages/docs/areas.ts'
import { guides } from '../../src/pages/docs/guide-list.ts'
import { eventTypes } from '../../src/schemas/event.ts'
import {
  accessibilityViolations,
  desktop,
  openPage,
  phone,
  saveScreenshot,
  sharedChromium,
} from '../browser.ts'
import { buildWebhook } from '../build-webhook.ts'
import { signInOwner } from '../dashboard.ts'
import { openReceiver } from '../receiver.ts'
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
const areas = areasOf(describeApi() as OperationDocument)
const paths = [
  '/docs',
  '/docs/search?q=webhook',
  '/docs/search?q=xyzzyqwert',
  '/docs/errors',
  '/docs/events',
  ...eventTypes.map((type) => `/docs/events/${type}`),
  '/docs/guides',
  ...guides.map(({ name }) => `/docs/guides/${name}`),
]

describe.each(variants)('each documentation page, $name', ({ name, options }) => {
  test.each(paths)('%s is accessible, fits the viewport and uses no other host', async (path) => {
    const { page, complaints, close } = await openPage(browser, options)
    const requested: string[] = []
    page.on('request', (request) => requested.push(request.url()))
    await page.goto(addressOf(path))
    expect(await accessibilityViolations(page)).toEqual([])
    if (inject('isFull')) await saveScreenshot(page, `docs${path.replaceAll(/\W/g, '-')}-${name}`)
    for (const width of [options.viewport.width, 320]) {
      await page.setViewportSize({ width, height: 800 })
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width)
    }
    const own = requested.filter((url) => url.startsWith(addressOf('/')) || url.startsWith('data:'))
    expect(own).toEqual(requested)
    // An event's page asks for the endpoints of a signed-in member.
    expect(complaints.filter((text) => !text.includes('401'))).toEqual([])
    await close()
  })
})

describe.each(variants)('each page of the reference, $name', ({ options }) => {
  test.each(areas)('$name with an open operation is accessible', async ({ operations }) => {
    const { page, complaints, close } = await openPage(browser, options)
    await page.goto(addressOf(operations[0]!.address))
    await page.locator('.opblock-body .responses-wrapper').waitFor()
    for (const viewport of [desktop, phone]) {
      await page.setViewportSize(viewport)
      expect(await accessibilityViolations(page)).toEqual([])
    }
    expect(complaints).toEqual([])
    await close()
  })
})

test('a signed-in owner sends the sample of an event to an endpoint', async () => {
  const receiver = await openReceiver()
  const webhook = await buildWebhook(testApp, { url: receiver.url })
  const owner = await signInOwner(testApp)
  const { page, complaints, close } = await openPage(browser)
  const [name, value] = owner.cookie()!.split('=')
  await page.context().addCookies([{ name: name!, value: value!, url: addressOf('/') }])
  await page.goto(addressOf('/docs/events/post.published'))
  await page.getByLabel('Endpoint').selectOption({ label: receiver.url })
  expect(await accessibilityViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByText('Your endpoint answered 200').waitFor()
  const href = await page.getByRole('link', { name: 'View delivery' }).getAttribute('href')
  expect(href).toContain(`/dashboard${webhook.path.replace('/v1', '')}/deliveries/`)
  expect(receiver.received.map(({ json }) => [json.type, json.test])).toEqual([
    ['post.published', true],
  ])
  expect(complaints).toEqual([])
  await saveScreenshot(page, 'docs-event-sent')
  await close()
  await receiver.close()
})

test('the / key searches, and a result opens by keyboard', async () => {
  const { page, complaints, close } = await openPage(browser)
  await page.goto(addressOf('/docs/errors'))
  await page.keyboard.press('/')
  await page.keyboard.type('verify the signature')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/docs\/search\?q=verify\+the\+signature$/)
  const result = page.getByRole('link', { name: 'Webhooks: Verify the signature' })
  await result.focus()
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/docs\/guides\/webhooks#verify-the-signature$/)
  expect(complaints).toEqual([])
  await close()
})

test('a found operation opens in the reference', async () => {
  const { page, complaints, close } = await openPage(browser)
  await page.goto(addressOf('/docs/search?q=rotateApiKey'))
  await page.getByRole('link', { name: 'Rotate' }).first().click()
  const operation = page.locator('#operations-API_keys-rotateApiKey .opblock-body')
  await operation.waitFor()
  await page.keyboard.press('/')
  await page.locator('.find input:focus').waitFor()
  expect(complaints).toEqual([])
  await close()
})

test('a former link to an operation leads to the page of its area', async () => {
  const { page, complaints, close } = await openPage(browser)
  await page.goto(addressOf('/docs#/API%20keys/rotateApiKey'))
  await page.waitForURL(/\/docs\/reference\/api-keys#\/API%20keys\/rotateApiKey$/)
  await page.locator('#operations-API_keys-rotateApiKey .opblock-body').waitFor()
  expect(complaints).toEqual([])
  await close()
})

test('the introduction and every operation are shown without scripts', async () => {
  const { page, close } = await openPage(browser, { javaScriptEnabled: false })
  await page.goto(addressOf('/docs'))
  await page.getByText(testApp.ctx.config.publicUrl, { exact: true }).waitFor()
  expect(await page.locator('.operations a').count()).toBe(routes.length)
  await close()
})

test('the first request of /docs is shown in the language that was chosen last', async () => {
  const { page, complaints, close } = await openPage(browser)
  await page.goto(addressOf('/docs'))
  await page.getByText(`curl "${addressOf('/v1/me')}"`).waitFor()
  await page.getByText('The TypeScript and Python clients are not on npm yet').waitFor()
  await page.getByText('Python', { exact: true }).click()
  await page.getByText('result = client.get_me()').waitFor()
  expect(await page.getByText(`curl "${addressOf('/v1/me')}"`).isVisible()).toBe(false)
  await page.reload()
  await page.getByText('result = client.get_me()').waitFor()
  expect(complaints).toEqual([])
  await close()
})

test('no ID is twice on /docs', async () => {
  const text = await (await testApp.app.request('/docs')).text()
  const ids = [...text.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id!)
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
})

test('the error codes are filtered by words of their code and meaning', async () => {
  const { page, complaints, close } = await openPage(browser)
  await page.goto(addressOf('/docs/errors'))
  await page.getByLabel('Filter codes').fill('key revoked')
  await page.getByText(/^\d+ of \d+ codes$/).waitFor()
  expect(await page.locator('#api_key_revoked').isVisible()).toBe(true)
  expect(await page.locator('#post_not_found').isVisible()).toBe(false)
  expect(await page.locator('#status-409').isVisible()).toBe(false)
  expect(await page.getByRole('link', { name: '409', exact: true }).count()).toBe(0)
  expect(await page.getByRole('link', { name: 'post_not_found' }).count()).toBe(0)
  expect(await accessibilityViolations(page)).toEqual([])
  await page.getByLabel('Filter codes').fill('')
  expect(await page.locator('#post_not_found').isVisible()).toBe(true)
  expect(complaints).toEqual([])
  await close()
})

test('on a phone, the filter of the error codes is above the sample and as wide as it', async () => {
  const { page, close } = await openPage(browser, { viewport: phone })
  await page.goto(addressOf('/docs/errors'))
  const filter = page.getByLabel('Filter codes')
  const [field, sample] = [await filter.boundingBox(), await page.locator('pre').boundingBox()]
  expect(field!.y + field!.height).toBeLessThan(sample!.y)
  expect(field!.width).toBeCloseTo(sample!.width, 0)
  await filter.fill('xyzzyqwert')
  await page.getByRole('status').getByText('No code matches.').waitFor()
  expect(await page.locator('pre').isVisible()).toBe(false)
  await close()
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
