import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { imageFile } from '../../../server/test/media-files.ts'
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

test('the dialog that converts to JPEG says so and preselects the platforms that refuse the file', async () => {
  await connectAccount(dashboard.testApp, 'tiktok', {}, bakery.profile)
  const page = await compose(dashboard, bakery, 'Loaf', ['Threads', 'Instagram', 'TikTok'])
  const buffer = await imageFile('png', { width: 1_080, height: 1_080 })
  const file = { name: 'loaf.png', mimeType: 'image/png', buffer }
  await page.locator('input[type=file]').setInputFiles(file)
  await page.getByRole('button', { name: 'Convert to JPEG' }).last().click()
  const dialog = page.getByRole('dialog', { name: 'Convert to JPEG' })
  expect(await chosenIn(dialog)).toEqual(['instagram', 'tiktok'])
})

test('the formats and limits of the selected platforms are shown before a file is chosen', async () => {
  const page = await compose(dashboard, bakery, 'Loaf', ['Instagram'])
  await page.getByText('Instagram: up to 10 files · images (JPEG) up to 8 MB').waitFor()
  expect(await page.getByText(/PNG/).count()).toBe(0)
})

/** The platforms that get the cropped image. */
async function chosenIn(dialog: Locator): Promise<string[]> {
  await dialog.getByRole('button', { name: /^(Crop|Convert)$/ }).waitFor()
  const boxes = await dialog.getByRole('checkbox', { checked: true }).all()
  return await Promise.all(boxes.map(async (box) => (await box.getAttribute('value')) ?? ''))
}
