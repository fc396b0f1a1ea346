import type { Browser, Page } from 'playwright-core'
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

test.each(variants)(
  'Try it out says where IDs are found, and curl fits, $name',
  async (variant) => {
    const { page, close } = await openPage(browser, variant.options)
    await page.goto(`${testApp.ctx.config.publicUrl}/docs/reference/posts#/Posts/createPost`)
    const operation = page.locator('#operations-Posts-createPost')
    await operation.getByText('1 to 50 items').first().waitFor()
    await operation.getByText('array of strings').first().waitFor()
    await operation.getByText('Defaultempty').first().waitFor()
    expect(await operation.getByText('acc_… with an ID from').count()).toBe(0)
    await operation.getByRole('button', { name: 'Try it out' }).click()
    await operation.getByText('acc_… with an ID from GET /v1/accounts').waitFor()
    await operation.getByRole('button', { name: 'Execute' }).click()
    const curl = operation.getByRole('group', { name: 'Sent request as curl' })
    await curl.waitFor()
    const overflow = await page.evaluate(
      '(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(document.querySelector(".sent-request pre"))',
    )
    expect(overflow).toBe(0)
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(
      variant.options.viewport.width,
    )
    await saveScreenshot(page, `reference-try-${variant.name}`)
    await close()
  },
)

test.each(variants)(
  'Execute and how the request is sent are in view as soon as an operation is tried out, $name',
  async ({ name, options }) => {
    const { page, close } = await openPage(browser, options)
    await page.goto(`${testApp.ctx.config.publicUrl}/docs/reference/posts#/Posts/listPosts`)
    const operation = page.locator('#operations-Posts-listPosts')
    await operation.locator('.responses-wrapper .json-schema-2020-12').first().waitFor()
    await operation.getByRole('button', { name: 'Try it out' }).click()
    for (const element of [
      operation.getByRole('button', { name: 'Execute' }),
      operation.getByText('Not authorized.'),
    ]) {
      const box = (await element.boundingBox())!
      expect(box.y).toBeGreaterThan(0)
      expect(box.y + box.height).toBeLessThanOrEqual(options.viewport.height)
    }
    expect(await accessibilityViolations(page)).toEqual([])
    await saveScreenshot(page, `reference-try-list-${name}`)
    await close()
  },
)

test('on a phone, Cancel and Reset of a changed body do not cover its title', async () => {
  const { page, close } = await openPage(browser, { viewport: phone })
  await page.goto(`${testApp.ctx.config.publicUrl}/docs/reference/posts#/Posts/createPost`)
  const operation = page.locator('#operations-Posts-createPost')
  await operation.getByRole('button', { name: 'Try it out' }).click()
  await operation.getByRole('textbox').first().fill('{}')
  await operation.getByRole('button', { name: 'Reset' }).waitFor()
  const cancel = (await operation.getByRole('button', { name: 'Cancel' }).boundingBox())!
  const title = operation.locator('.opblock-section-request-body .opblock-title')
  const { x, width } = (await title.boundingBox())!
  expect(x + width).toBeLessThanOrEqual(cancel.x)
  await close()
})

test.each(variants)(
  'the examples are folded from a response until Clear, on phones from the start, $name',
  async ({ name, options }) => {
    const { page, close } = await openPage(browser, options)
    await page.goto(`${testApp.ctx.config.publicUrl}/docs/reference/posts#/Posts/listPosts`)
    const operation = page.locator('#operations-Posts-listPosts')
    const example = operation.getByRole('heading', { name: 'Example response 200' })
    const summary = operation.getByText('Examples', { exact: true })
    await operation.locator('.responses-wrapper .json-schema-2020-12').first().waitFor()
    const first = name === 'wide' ? example : summary
    await first.waitFor()
    expect(await example.isVisible()).toBe(name === 'wide')
    await operation.getByRole('button', { name: 'Try it out' }).click()
    await operation.getByRole('button', { name: 'Execute' }).click()
    await operation.locator('.live-responses-table').waitFor()
    await example.waitFor({ state: 'hidden' })
    await summary.click()
    await example.waitFor()
    await summary.click()
    await example.waitFor({ state: 'hidden' })
    await operation.getByRole('button', { name: 'Clear' }).click()
    await example.waitFor({ state: name === 'wide' ? 'visible' : 'hidden' })
    await close()
  },
)

test.each(variants)('Authorize has one labeled field and fits, $name', async (variant) => {
  const { page, close } = await openPage(browser, variant.options)
  await page.goto(`${testApp.ctx.config.publicUrl}/docs/reference/posts`)
  await page.locator('.btn.authorize').first().click()
  const dialog = page.getByRole('dialog', { name: 'Authorize' })
  await dialog.getByLabel('API key', { exact: true }).waitFor()
  expect(await dialog.getByRole('textbox').count()).toBeLessThanOrEqual(1)
  const box = (await dialog.boundingBox())!
  expect(box.x + box.width).toBeLessThanOrEqual(variant.options.viewport.width)
  const problems = await accessibilityViolations(page)
  expect(problems.filter((problem) => problem.includes('authorize'))).toEqual([])
  await saveScreenshot(page, `reference-authorize-${variant.name}`)
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await close()
})

/** Opens an area whose operations are executed with the key of the owner. */
async function openWithKey(hash: string, options: (typeof variants)[number]['options']) {
  const opened = await openPage(browser, options)
  await opened.page.addInitScript(`sessionStorage['postern-api-key'] = '${testApp.ownerKey}'`)
  await opened.page.goto(`${testApp.ctx.config.publicUrl}/docs/reference/${hash}`)
  return opened
}

test.each(variants)(
  'the body of a long response scrolls, so that what follows is in reach, $name',
  async ({ options }) => {
    const { page, close } = await openWithKey('platforms#/Platforms/listPlatforms', options)
    await page.getByRole('button', { name: 'Try it out' }).click()
    await page.getByRole('button', { name: 'Execute' }).click()
    const body = page.getByRole('group', { name: 'Response body' })
    await body.waitFor()
    expect((await body.boundingBox())!.height).toBeLessThanOrEqual(options.viewport.height * 0.6)
    await body.press('End')
    const scrolled = () =>
      body.evaluate((element) => (element as unknown as { scrollTop: number }).scrollTop)
    await expect.poll(scrolled).toBeGreaterThan(1000)
    await close()
  },
)

test.each(variants)(
  'a response scrolls Execute to the top and is below it, also after another operation, $name',
  async ({ options }) => {
    const { page, close } = await openWithKey('posts#/Posts/listPosts', options)
    const createPost = page.locator('#operations-Posts-createPost')
    for (const operation of [page.locator('#operations-Posts-listPosts'), createPost]) {
      if (operation === createPost) await operation.locator('button').first().click()
      await operation.getByRole('button', { name: 'Try it out' }).click()
      await operation.getByRole('button', { name: 'Execute' }).click()
      const response = operation.locator('.sent-response')
      await response.waitFor()
      const top = async () => {
        const execute = await operation.getByRole('button', { name: 'Execute' }).boundingBox()
        return execute!.y
      }
      await expect.poll(top).toBeLessThan(100)
      const bar = (await page.locator('.bar').boundingBox())!
      expect(await top()).toBeGreaterThanOrEqual(bar.y + bar.height)
      expect((await response.boundingBox())!.y).toBeLessThan(options.viewport.height / 3)
    }
    await close()
  },
)

test.each(variants)(
  'a change of a filter after a response does not scroll back to it, $name',
  async ({ options }) => {
    const { page, close } = await openWithKey('posts#/Posts/listPosts', options)
    await page.getByRole('button', { name: 'Try it out' }).click()
    await page.getByRole('button', { name: 'Execute' }).click()
    await page.locator('.sent-response').waitFor()
    const filter = page.getByRole('checkbox', { name: 'scheduled', exact: true })
    await filter.check()
    const before = (await filter.boundingBox())!.y
    await page.getByRole('checkbox', { name: 'failed', exact: true }).check()
    await expect.poll(() => page.getByRole('checkbox', { checked: true }).count()).toBe(2)
    expect((await filter.boundingBox())!.y).toBeCloseTo(before, 0)
    await close()
  },
)

/** The font and colors of a text, as CSS. */
const lookOf = (page: Page, selector: string) =>
  page.evaluate(
    `(({ color, backgroundColor, font }) => [color, backgroundColor, font].join())(getComputedStyle(document.querySelector('${selector}')))`,
  )

test.each(variants)(
  'the status of a response has a color, and its headers are folded, and its body looks as the request does, $name',
  async ({ name, options }) => {
    const { page, close } = await openWithKey('posts#/Posts/listPosts', options)
    const colors = new Set()
    for (const [operationId, code] of [
      ['listPosts', /^2/],
      ['createPost', /^4/],
    ] as const) {
      const operation = page.locator(`#operations-Posts-${operationId}`)
      if (operationId === 'createPost') await operation.locator('button').first().click()
      await operation.getByRole('button', { name: 'Try it out' }).click()
      await operation.getByRole('button', { name: 'Execute' }).click()
      const status = operation.locator('.live-responses-table .response .response-col_status')
      await status.waitFor()
      expect(await status.textContent()).toMatch(code)
      const selector = `#operations-Posts-${operationId} .response .response-col_status`
      colors.add(
        await page.evaluate(`getComputedStyle(document.querySelector('${selector}')).color`),
      )
      const headers = operation.locator('.received-headers')
      const operationPlace = `#operations-Posts-${operationId}`
      const looks = [
        await lookOf(page, `${operationPlace} .live-responses-table .highlight-code pre`),
        await lookOf(page, `${operationPlace} .sent-request pre`),
      ]
      expect(looks[0]).toBe(looks[1])
      const breaking = `getComputedStyle(document.querySelector('${operationPlace} .live-responses-table code')).wordBreak`
      expect(await page.evaluate(breaking)).toBe('normal')
      const line = headers.getByText('content-type: application/json')
      expect(await line.isVisible()).toBe(false)
      await headers.getByText('Response headers').click()
      await line.waitFor()
      expect(await operation.locator('.headerline:visible').count()).toBe(0)
      const problems = await accessibilityViolations(page)
      expect(problems.filter((problem) => /contrast|scrollable/.test(problem))).toEqual([])
      await saveScreenshot(page, `reference-response-${operationId}-${name}`)
    }
    expect(colors.size).toBe(2)
    await close()
  },
)
