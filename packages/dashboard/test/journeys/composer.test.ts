import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { advanceUntilIdle } from '../../../server/test/publishing.ts'
import { type Dashboard, openDashboard } from '../dashboard.ts'
import { message } from '../messages.ts'
import { type Bakery, compose, openBakery, photo, postShown, text } from '../publishing-seed.ts'

const megabyte = 1_048_576

let dashboard: Dashboard
let bakery: Bakery
let folder: string

beforeAll(async () => {
  dashboard = await openDashboard()
  bakery = await openBakery(dashboard.testApp)
  folder = mkdtempSync(join(tmpdir(), 'postern-files-'))
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await dashboard.close()
})

test('files are uploaded, dropped, pasted and cropped, and the post is published on two accounts', async () => {
  const { testApp } = dashboard
  const page = await compose(dashboard, bakery, 'Fresh bread', ['Threads'])
  await cancelSlowUpload(page)
  await dropFile(page, 'loaf.jpg', await photo(800, 400))
  await cropAndRestore(page)
  await page.getByRole('button', { name: 'Remove loaf.jpg' }).click()

  // Instagram accepts no image that is so tall.
  await page.getByRole('checkbox', { name: /^Instagram/ }).check()
  await pasteScreenshot(page)
  await page.getByRole('textbox', { name: 'Alt text for image.png' }).waitFor()
  expect(await text(page).inputValue()).toBe('Fresh bread')
  await page.getByRole('button', { name: 'Crop', exact: true }).last().click()
  const dialog = page.getByRole('dialog', { name: 'Crop image' })
  await dialog.getByRole('checkbox', { name: 'Instagram', checked: true }).waitFor()
  await dialog.getByRole('checkbox', { name: 'Threads', checked: false }).waitFor()
  await dialog.getByRole('button', { name: 'Crop', exact: true }).click()
  await page.getByText('Ready for all platforms').waitFor()

  await addAndUndoEmoji(page)
  await failToSave(page)
  await page.getByRole('button', { name: 'Publish now' }).click()
  const id = await postShown(page)
  await advanceUntilIdle(testApp)
  await page.getByRole('link', { name: 'Open on Threads' }).waitFor()
  await page.getByRole('link', { name: 'Open on Instagram' }).waitFor()
  const { media, targets } = (await testApp.call('GET', `/v1/posts/${id}`)).body
  const [threads, instagram] = targets
  expect(threads.media).toBeNull()
  expect(await sizeOf(media[0].id)).toEqual([600, 1_200])
  expect(await sizeOf(instagram.media[0].id)).toEqual([600, 750])
})

/** Uploads a file that takes minutes, and cancels it when a part of it was sent. */
async function cancelSlowUpload(page: Page): Promise<void> {
  const network = await page.context().newCDPSession(page)
  const setUpload = async (uploadThroughput: number) => {
    const speed = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput }
    await network.send('Network.emulateNetworkConditions', speed)
  }
  await setUpload(megabyte / 8)
  const path = join(folder, 'film.jpg')
  writeFileSync(path, Buffer.concat([await photo(), randomBytes(30 * megabyte)]))
  await page.locator('input[type=file]').setInputFiles(path)
  const progress = page.getByRole('progressbar', { name: /^film\.jpg: \d+% uploaded$/ })
  const percent = async () => Number(await progress.getAttribute('aria-valuenow'))
  await expect.poll(percent).toBeGreaterThan(0)
  expect(await percent()).toBeLessThan(100)
  await page.getByRole('button', { name: 'Cancel upload of film.jpg' }).click()
  await progress.waitFor({ state: 'detached' })
  await setUpload(-1)
  const { body } = await dashboard.testApp.call('GET', '/v1/media')
  expect(body.data).toEqual([])
}

/** Drops a local file on the drop zone, as from another window. */
async function dropFile(page: Page, name: string, bytes: Buffer): Promise<void> {
  writeFileSync(join(folder, name), bytes)
  const place = page.getByText('Drag and drop images or videos', { exact: false })
  await place.scrollIntoViewIfNeeded()
  const { x, y, width, height } = (await place.boundingBox())!
  const mouse = await page.context().newCDPSession(page)
  const data = { items: [], files: [join(folder, name)], dragOperationsMask: 1 }
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    const at = { x: x + width / 2, y: y + height / 2 }
    await mouse.send('Input.dispatchDragEvent', { type, ...at, data })
  }
}

/** Crops the image to a square, moved by the keyboard, and takes the original again. */
async function cropAndRestore(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: 'Alt text for loaf.jpg' }).fill('A loaf')
  await page.getByText('6 / 1,000').waitFor()
  await page.getByRole('button', { name: 'Crop loaf.jpg' }).click()
  const dialog = page.getByRole('dialog', { name: 'Crop image' })
  await dialog.getByText('1:1', { exact: true }).click()
  const area = dialog.getByRole('group', { name: /arrow keys to move the crop area/ })
  const left = async () =>
    await area.evaluate((each) => Number.parseFloat((each as never as Styled).style.left))
  await expect.poll(left).toBeGreaterThan(20)
  const before = await left()
  await area.focus()
  await page.keyboard.press('ArrowRight')
  await expect.poll(left).toBeGreaterThan(before)
  await dialog.getByRole('button', { name: 'Crop', exact: true }).click()
  await dialog.waitFor({ state: 'detached' })

  const preview = page.getByRole('article', { name: /Preview: Threads/ })
  const image = preview.getByRole('img', { name: 'A loaf' })
  const ratio = async () =>
    await image.evaluate((each) => {
      const { naturalWidth, naturalHeight } = each as never as Picture
      return naturalWidth / naturalHeight
    })
  await expect.poll(ratio).toBe(1)
  await page.getByRole('button', { name: 'Restore the original of loaf.jpg' }).click()
  await expect.poll(ratio).toBe(2)
}

type Styled = { style: { left: string } }
type Picture = { naturalWidth: number; naturalHeight: number }

/** Pastes an image from the clipboard, as a screenshot tool leaves it there. */
async function pasteScreenshot(page: Page): Promise<void> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.evaluate(`(async () => {
    const canvas = new OffscreenCanvas(600, 1200)
    const brush = canvas.getContext('2d')
    brush.fillStyle = '#c0762b'
    brush.fillRect(0, 0, 600, 1200)
    const image = await canvas.convertToBlob({ type: 'image/png' })
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': image })])
  })()`)
  await text(page).press('Control+V')
}

/** The browser's own undo takes back what a button inserted. */
async function addAndUndoEmoji(page: Page): Promise<void> {
  await text(page).press('End')
  await page.getByRole('button', { name: 'Add emoji' }).click()
  const search = page.getByRole('searchbox', { name: 'Search emoji' })
  await search.fill('croissant')
  await page.getByRole('gridcell', { name: 'Croissant' }).waitFor()
  await search.press('Enter')
  await expect.poll(() => text(page).inputValue()).toBe('Fresh bread🥐')
  await page.keyboard.press('Control+Z')
  await expect.poll(() => text(page).inputValue()).toBe('Fresh bread')
}

/** The first attempt to save fails, and the page scrolls to the notice above the buttons. */
async function failToSave(page: Page): Promise<void> {
  await page.route('**/v1/posts', (route) => route.abort('connectionreset'))
  await page.evaluate('scrollTo(0, 0)')
  await page.getByRole('button', { name: 'Publish now' }).click()
  const failure = page.getByText(message('composer', 'unconfirmed'))
  const notice = page.locator('*:focus').filter({ has: failure })
  await notice.waitFor()
  const box = (await notice.boundingBox())!
  const bar = (await page.getByRole('button', { name: 'Publish now' }).boundingBox())!
  expect(box.y).toBeGreaterThan(0)
  expect(box.y + box.height).toBeLessThan(bar.y)
  await page.unroute('**/v1/posts')
}

async function sizeOf(mediaId: string): Promise<number[]> {
  const { body } = await dashboard.testApp.call('GET', `/v1/media/${mediaId}`)
  return [body.width, body.height]
}
