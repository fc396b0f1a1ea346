import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { appearances } from './appearances.ts'
import { type Dashboard, openDashboard } from './dashboard.ts'
import { addFiles, fillPublishing, photo } from './publishing-seed.ts'
import type { Places } from './scenes/scene.ts'

let dashboard: Dashboard
let places: Places

beforeAll(async () => {
  dashboard = await openDashboard()
  places = await fillPublishing(dashboard.testApp)
})
afterAll(async () => await dashboard.close())

test.each(appearances)('lists of posts pass axe: %o', { timeout: 180_000 }, async (appearance) => {
  const { published, failed, unknown, draft } = places
  const page = await dashboard.open('/posts', appearance)
  await shows(page, 'main a[href*="/posts/post_"]')
  await dashboard.checkAccessible(page, 'the posts')
  for (const id of [published, failed, unknown, draft]) {
    await walk(page, `/posts/${id}`)
    await shows(page, 'main h1')
    await shows(page, 'main ul > li')
    await dashboard.checkAccessible(page, `the post ${id}`)
  }
  await page.getByRole('button', { name: /For developers|Für Entwickler/ }).click()
  await dashboard.checkAccessible(page, 'the JSON of a post')
  expect(await page.title()).not.toContain('owned')
})

test.each(appearances)('the calendar passes axe: %o', { timeout: 180_000 }, async (appearance) => {
  const page = await dashboard.open('/calendar?view=month', appearance)
  for (const view of ['month', 'week', 'agenda']) {
    await walk(page, `/calendar?view=${view}`)
    await shows(page, 'main a[href*="/posts/post_"]')
    await dashboard.checkAccessible(page, `the ${view}`)
  }
  await walk(page, '/calendar?view=month')
  // A phone shows the posts of a day below the month, a wide screen has some behind a button.
  if (appearance.viewport === 'phone') {
    await page
      .getByRole('button', { name: /, \d+ (posts|Beiträge)$/ })
      .last()
      .click()
    await shows(page, 'main a[href*="/posts/post_"]')
    return await dashboard.checkAccessible(page, 'the posts of one day')
  }
  const more = page.getByRole('button', { name: /\d (more|weitere)/ }).first()
  await more.click()
  await page.getByRole('dialog').waitFor()
  await dashboard.checkAccessible(page, 'the posts of one day')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
})

test.each(appearances)('the composer passes axe: %o', { timeout: 180_000 }, async (appearance) => {
  const page = await dashboard.open('/posts/new', appearance)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await dashboard.checkAccessible(page, 'the choice of a profile')
  await walk(page, `/posts/new?profile=${places.profile}`)
  for (const name of [/^Threads/, /^Instagram/, /^Facebook/]) {
    await page.getByRole('checkbox', { name }).click()
  }
  await page.locator('textarea').first().fill('See https://example.com #bakery\n'.repeat(30))
  const isGerman = appearance.language === 'de'
  await addFiles(page, [{ name: 'loaf.jpg', buffer: await photo() }])
  await page
    .getByText(isGerman ? /Zu lang/ : /Too long/)
    .first()
    .waitFor()
  await dashboard.checkAccessible(page, 'a text that is refused')
  await page.getByRole('button', { name: /^Instagram.*bergmann/ }).click()
  await page.getByRole('button', { name: isGerman ? 'Person hinzufügen' : 'Add a person' }).click()
  await page
    .getByText(isGerman ? 'Planen' : 'Schedule', { exact: true })
    .first()
    .click()
  await page
    .getByRole('button', { name: isGerman ? 'Weitere Optionen' : 'More options', exact: true })
    .click()
  // To where no field is half behind the buttons at the bottom.
  await page.evaluate('scrollTo(0, document.body.scrollHeight)')
  await dashboard.checkAccessible(page, 'everything opened')
})

async function walk(page: Page, path: string): Promise<void> {
  page.removeAllListeners('dialog')
  page.on('dialog', (dialog) => void dialog.accept())
  await page.goto(new URL(`/dashboard${path}`, dashboard.testApp.ctx.config.publicUrl).href)
}

async function shows(page: Page, selector: string): Promise<void> {
  await page.locator(selector).first().waitFor()
}
