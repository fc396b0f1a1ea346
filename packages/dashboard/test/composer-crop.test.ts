import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { imageFile } from '../../server/test/media-files.ts'
import { connectAccount } from '../../server/test/publishing.ts'
import { type Dashboard, openDashboard } from './dashboard.ts'
import { addFiles, type Bakery, compose, openBakery, photo, postShown } from './publishing-seed.ts'

let dashboard: Dashboard
let bakery: Bakery

beforeAll(async () => {
  dashboard = await openDashboard()
  bakery = await openBakery(dashboard.testApp)
})
afterAll(async () => await dashboard.close())

test('a tall image is cropped in two clicks for Instagram only; Threads keeps the original', async () => {
  const page = await compose(dashboard, bakery, 'Loaf', ['Threads', 'Instagram'])
  await addFiles(page, [{ name: 'loaf.jpg', buffer: await photo(600, 1_200) }])
  await page.getByRole('button', { name: 'Crop', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Crop image' })
  await dialog.getByText('Instagram: 4:5 to 1.91:1').waitFor()
  await dashboard.check(page, 'the crop dialog')
  expect(await chosenIn(dialog)).toEqual(['instagram'])
  await dialog.getByRole('button', { name: 'Crop', exact: true }).click()
  await page.getByText('Ready for all platforms').waitFor()
  await page.getByRole('button', { name: 'Publish now' }).click()
  const { media, targets } = await readPost(await postShown(page))
  const [threads, instagram] = targets
  expect(threads.media).toBeNull()
  expect(await sizeOf(media[0].id)).toEqual([600, 1_200])
  expect(await sizeOf(instagram.media[0].id)).toEqual([600, 750])
})

test('the dialog that converts to JPEG says so and preselects the platforms that refuse the file', async () => {
  await connectAccount(dashboard.testApp, 'tiktok', {}, bakery.profile)
  const page = await compose(dashboard, bakery, 'Loaf', ['Threads', 'Instagram', 'TikTok'])
  const buffer = await imageFile('png', { width: 1_080, height: 1_080 })
  const file = { name: 'loaf.png', mimeType: 'image/png', buffer }
  await page.locator('input[type=file]').setInputFiles(file)
  await page.getByRole('button', { name: 'Convert to JPEG' }).last().click()
  const dialog = page.getByRole('dialog', { name: 'Convert to JPEG' })
  expect(await chosenIn(dialog)).toEqual(['instagram', 'tiktok'])
  await dialog.getByRole('checkbox', { name: 'Instagram' }).uncheck()
  await dialog.getByRole('checkbox', { name: 'TikTok' }).uncheck()
  expect(await dialog.getByRole('button', { name: 'Convert' }).isDisabled()).toBe(true)
  await dialog.getByRole('checkbox', { name: 'Instagram' }).check()
  await dialog.getByRole('checkbox', { name: 'TikTok' }).check()
  await dialog.getByText('1.91:1', { exact: true }).click()
  await dialog.getByRole('button', { name: 'Crop and convert' }).waitFor()
  await dialog.getByText('Original', { exact: true }).click()
  await dialog.getByRole('button', { name: 'Convert', exact: true }).click()
  const offers = page.getByRole('button', { name: 'Convert to JPEG' })
  await expect.poll(() => offers.count(), { timeout: 20_000 }).toBe(0)
})

test('a crop for all accounts keeps the alt text, and its original can be restored', async () => {
  const page = await compose(dashboard, bakery, 'Loaf', ['Threads'])
  await addFiles(page, [{ name: 'loaf.jpg', buffer: await photo(800, 400) }])
  await page.getByRole('textbox', { name: 'Alt text for loaf.jpg' }).fill('A loaf')
  await page.getByText('6 / 1,000').waitFor()
  await crop(page, '1:1')
  await page.getByRole('button', { name: 'Restore the original of loaf.jpg' }).waitFor()
  const image = page.getByRole('article', { name: /Preview: Threads/ }).getByRole('img', {
    name: 'A loaf',
  })
  const ratio = () =>
    image.evaluate((each: { naturalWidth: number; naturalHeight: number }) => {
      return each.naturalWidth / each.naturalHeight
    })
  await expect.poll(ratio).toBe(1)
  await page.getByRole('button', { name: 'Restore the original of loaf.jpg' }).click()
  await expect.poll(ratio).toBe(2)
  expect(await page.getByRole('button', { name: /Restore/ }).count()).toBe(0)
})

test('the crop area moves by arrow keys, and Escape leaves the image as it was', async () => {
  const page = await compose(dashboard, bakery, 'Loaf', ['Threads'])
  await addFiles(page, [{ name: 'loaf.jpg', buffer: await photo(800, 400) }])
  await page.getByRole('button', { name: 'Crop loaf.jpg' }).click()
  const dialog = page.getByRole('dialog', { name: 'Crop image' })
  await dialog.getByText('1:1', { exact: true }).click()
  const area = dialog.getByRole('group', { name: /arrow keys to move the crop area/ })
  const left = () =>
    area.evaluate((each) => Number.parseFloat((each as never as Styled).style.left))
  await expect.poll(left).toBeGreaterThan(20)
  const before = await left()
  await area.focus()
  await page.keyboard.press('ArrowRight')
  await expect.poll(left).toBeGreaterThan(before)
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  expect(await page.getByRole('button', { name: /Restore/ }).count()).toBe(0)
})

test('the formats and limits of the selected platforms are shown before a file is chosen', async () => {
  const page = await compose(dashboard, bakery, 'Loaf', ['Instagram'])
  await page
    .getByText('Instagram: up to 10 files · images (JPEG) up to 8 MB, 4:5 to 1.91:1', {
      exact: false,
    })
    .waitFor()
  expect(await page.getByText(/PNG/).count()).toBe(0)
  await dashboard.check(page, 'the limits')
})

/** The platforms that get the cropped image. */
async function chosenIn(dialog: Locator): Promise<string[]> {
  await dialog.getByRole('button', { name: /^(Crop|Convert)$/ }).waitFor()
  const boxes = await dialog.getByRole('checkbox', { checked: true }).all()
  return await Promise.all(boxes.map(async (box) => (await box.getAttribute('value')) ?? ''))
}

type Styled = { style: { left: string } }

async function crop(page: Page, ratio: string) {
  await page.getByRole('button', { name: 'Crop loaf.jpg' }).click()
  const dialog = page.getByRole('dialog', { name: 'Crop image' })
  await dialog.getByText(ratio, { exact: true }).click()
  await dialog.getByRole('button', { name: 'Crop', exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
}

async function readPost(id: string) {
  return (await dashboard.testApp.call('GET', `/v1/posts/${id}`)).body
}

async function sizeOf(mediaId: string): Promise<number[]> {
  const { body } = await dashboard.testApp.call('GET', `/v1/media/${mediaId}`)
  return [body.width, body.height]
}
