import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPage, phone, sharedChromium } from '../browser.ts'
import { type Docs, openDocs } from '../docs-pages.ts'

let docs: Docs

beforeAll(async () => {
  docs = await openDocs()
})
afterAll(() => docs.close())

async function openGuides() {
  const { page, complaints } = await docs.open('/docs/guides')
  const field = page.getByRole('combobox', { name: 'Search the documentation' })
  return { page, complaints, field, list: page.getByRole('listbox', { name: 'Suggestions' }) }
}

test('a query has suggestions while it is typed, which open by keyboard', async () => {
  const { page, complaints, field, list } = await openGuides()
  await field.pressSequentially('verify the sig')
  await list.getByRole('option', { name: 'Webhooks: Verify the signature' }).waitFor()
  await page.keyboard.press('Escape')
  await list.waitFor({ state: 'hidden' })
  await page.keyboard.type('n')
  await list.waitFor()
  await page.keyboard.press('ArrowDown')
  await list.getByRole('option', { selected: true }).waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/docs\/guides\/webhooks#verify-the-signature$/)
  expect(complaints).toEqual([])
})

test('a query without results says so below the field', async () => {
  const { page, complaints, field, list } = await openGuides()
  await field.pressSequentially('xyzzyqwert')
  const message = page.getByRole('status').filter({ hasText: 'No results for “xyzzyqwert”' })
  await message.waitFor()
  expect(await page.getByRole('option').count()).toBe(0)
  await page.keyboard.press('ArrowDown')
  expect(await field.getAttribute('aria-activedescendant')).toBe('')
  await page.keyboard.press('Escape')
  await message.waitFor({ state: 'hidden' })
  await field.fill('signature')
  await list.waitFor()
  expect(await message.count()).toBe(0)
  expect(complaints).toEqual([])
})

test('Enter without a suggestion leads to all results, and a suggestion opens by a click', async () => {
  const { page, field, list } = await openGuides()
  await field.pressSequentially('signature')
  await list.waitFor()
  await field.press('Enter')
  await page.waitForURL(/\/docs\/search\?q=signature$/)
  await field.fill('rotateApiKey')
  await list.getByRole('option', { name: 'Rotate' }).first().click()
  await page.waitForURL(/\/docs\/reference\/api-keys#\/API%20keys\/rotateApiKey/, {
    waitUntil: 'commit',
  })
})

test('suggestions that are not all results end in their number, which leads to them', async () => {
  const { page, complaints, field, list } = await openGuides()
  await field.pressSequentially('pagination')
  await list.getByRole('option', { name: 'Lists and pagination' }).waitFor()
  const all = list.getByRole('option', { name: /^All \d+ results$/ })
  expect(await all.count()).toBe(0)
  await field.fill('webhook')
  await all.waitFor()
  await field.press('ArrowUp')
  await list.getByRole('option', { name: 'All 20 results', selected: true }).waitFor()
  await field.press('Enter')
  await page.waitForURL(/\/docs\/search\?q=webhook$/)
  await page.getByText('20 results for “webhook”').waitFor()
  expect(complaints).toEqual([])
})

test.each([
  ['a keyboard', {}, 'Search  /'],
  ['touch', { viewport: phone, isMobile: true, hasTouch: true }, 'Search'],
] as const)(
  'the field for %s names the key that focuses it if there is one',
  async (_, options, hint) => {
    const { page } = await openPage(await sharedChromium(), options)
    await page.goto(`${docs.testApp.ctx.config.publicUrl}/docs/guides`)
    const field = page.getByRole('combobox', { name: 'Search the documentation' })
    expect(await field.getAttribute('placeholder')).toBe(hint)
  },
)
