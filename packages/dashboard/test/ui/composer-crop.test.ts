import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { imageFile, portraitHeic } from '../../../server/test/media-files.ts'
import { connectAccount } from '../../../server/test/publishing.ts'
import { type Bakery, compose, openBakery } from '../publishing-seed.ts'
import { type Dashboard, openDashboard } from './dashboard.ts'

let dashboard: Dashboard
let bakery: Bakery

beforeAll(async () => {
  dashboard = await openDashboard()
  bakery = await openBakery(dashboard.testApp)
})
afterAll(async () => await dashboard.close())

test('the dialog preselects the platforms that refuse the ratio of the file', async () => {
  await connectAccount(dashboard.testApp, 'tiktok', {}, bakery.profile)
  const page = await compose(dashboard, bakery, 'Loaf', ['Threads', 'Instagram', 'TikTok'])
  const buffer = await imageFile('png', { width: 600, height: 1_080 })
  const file = { name: 'loaf.png', mimeType: 'image/png', buffer }
  await page.locator('input[type=file]').setInputFiles(file)
  await page.getByRole('button', { name: 'Crop', exact: true }).last().click()
  const dialog = page.getByRole('dialog', { name: 'Crop image' })
  expect(await chosenIn(dialog)).toEqual(['instagram'])
})

test('a PNG is ready for platforms that take only JPEG, and a warning says that they get a copy', async () => {
  const page = await compose(dashboard, bakery, 'Loaf', ['Threads', 'Instagram'])
  const buffer = await imageFile('png', { width: 1_080, height: 1_080 })
  const file = { name: 'loaf.png', mimeType: 'image/png', buffer }
  await page.locator('input[type=file]').setInputFiles(file)
  // The collapsed panel of the account has it, too, and may be rendered.
  const warning = page.getByRole('listitem').filter({ hasText: 'A JPEG copy is published here' })
  await warning.waitFor()
  await page.getByText('Ready for all platforms').waitFor()
})

test('a HEIC photo that a platform refuses is cropped from its JPEG copy, because browsers show no HEIC', async () => {
  const page = await compose(dashboard, bakery, 'Loaf', ['Instagram'])
  const file = { name: 'IMG_1.HEIC', mimeType: 'image/heic', buffer: portraitHeic() }
  await page.locator('input[type=file]').setInputFiles(file)
  await page
    .getByText(/A JPEG copy is published here/)
    .first()
    .waitFor()
  await page.locator('img[src$="/thumbnail.webp"]').first().waitFor()
  expect(await page.locator('img[src$=".heic"]').count()).toBe(0)
  await page.getByRole('button', { name: 'Crop', exact: true }).last().click()
  const dialog = page.getByRole('dialog', { name: 'Crop image' })
  await dialog.locator('img[src^="/media/"][src$=".jpg"]').waitFor()
})

test('the formats and limits of the selected platforms are shown before a file is chosen', async () => {
  const page = await compose(dashboard, bakery, 'Loaf', ['Instagram'])
  await page
    .getByText('Instagram: up to 10 files · images (JPEG up to 8 MB; others are converted)')
    .waitFor()
  expect(await page.getByText(/PNG/).count()).toBe(0)
})

/** The platforms that get the cropped image. */
async function chosenIn(dialog: Locator): Promise<string[]> {
  await dialog.getByRole('button', { name: 'Crop', exact: true }).waitFor()
  const boxes = await dialog.getByRole('checkbox', { checked: true }).all()
  return await Promise.all(boxes.map(async (box) => (await box.getAttribute('value')) ?? ''))
}
