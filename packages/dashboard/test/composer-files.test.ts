import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { advanceUntilIdle } from '../../server/test/publishing.ts'
import { type Dashboard, openDashboard } from './dashboard.ts'
import { type Bakery, compose as composeIn, openBakery, photo, text } from './publishing-seed.ts'

const megabyte = 1_048_576
const tooLarge = 'This file is too large. Images can have up to 50 MB, videos up to 1 GB.'

let dashboard: Dashboard
let bakery: Bakery
let folder: string
const opened: Page[] = []

beforeAll(async () => {
  dashboard = await openDashboard()
  bakery = await openBakery(dashboard.testApp)
  folder = mkdtempSync(join(tmpdir(), 'postern-files-'))
})
afterEach(async () => {
  for (const page of opened.splice(0)) await page.context().close()
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await dashboard.close()
})

test('an image from the clipboard becomes a file of the post and is published', async () => {
  const { testApp } = dashboard
  const page = await compose('Look at this', ['Threads'])
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await copyImage(page)
  await text(page).press('Control+V')
  await page.getByRole('textbox', { name: 'Alt text for image.png' }).waitFor()
  expect(await text(page).inputValue()).toBe('Look at this')
  await page.getByText('Ready for all platforms').waitFor()
  await page.getByRole('button', { name: 'Publish now' }).click()
  await page.waitForURL(/\/posts\/post_/)
  await advanceUntilIdle(testApp)
  await page.getByRole('link', { name: 'Open on Threads' }).waitFor()
  const id = new URL(page.url()).pathname.split('/').at(-1)
  expect((await testApp.call('GET', `/v1/posts/${id}`)).body.media).toHaveLength(1)
})

test('From a URL opens a field that says what to enter', async () => {
  const page = await compose('From the web', ['Threads'])
  const field = page.getByRole('textbox', { name: 'URL of an image or video' })
  expect(await field.count()).toBe(0)
  await page.getByRole('button', { name: 'From a URL' }).click()
  await field.and(page.locator(':focus')).waitFor()
  await field.fill('bakery.example/loaf.jpg')
  await field.press('Enter')
  await page.getByText('Enter a full URL starting with https://').waitFor()
})

test('text copied from Word with an image of it is pasted as text', async () => {
  const page = await compose('', ['Threads'])
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await copyImage(page, 'Rye bread')
  await text(page).press('Control+V')
  await expect.poll(() => text(page).inputValue()).toBe('Rye bread')
  expect(await page.getByRole('button', { name: /image\.png/ }).count()).toBe(0)
})

test('dropped files that are not supported show why, and valid ones are added', async () => {
  const page = await compose('Three files', ['Threads'])
  await drop(page, [
    file('loaf.jpg', await photo()),
    // Rejected long before the upload completes.
    file('menu.pdf', Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(20 * megabyte)])),
    file('poster.jpg', Buffer.concat([await photo(), randomBytes(60 * megabyte)])),
  ])
  await page.getByRole('textbox', { name: 'Alt text for loaf.jpg' }).waitFor()
  const fileAt = (place: number) => page.getByRole('listitem').nth(place)
  await fileAt(1).getByText('Unsupported file.').waitFor()
  await fileAt(2).getByText(tooLarge).waitFor()
  // The sticky bar covers no button.
  await page.evaluate('scrollTo(0, document.body.scrollHeight)')
  await dashboard.check(page, 'files that are refused')
  await page.getByRole('button', { name: 'Publish now' }).click()
  await page.getByText('An upload failed. Retry or remove the file.').waitFor()
  expect(await text(page).inputValue()).toBe('Three files')

  for (const name of ['menu.pdf', 'poster.jpg']) {
    await page.getByRole('button', { name: `Remove ${name}` }).focus()
    await page.keyboard.press('Enter')
  }
  // The focus moved to the remaining file.
  const focused = page.locator(':focus')
  await expect.poll(() => focused.getAttribute('aria-label')).toBe('Remove loaf.jpg')
  await page.getByText('Ready for all platforms').waitFor()
  await page.getByRole('button', { name: 'Publish now' }).click()
  await page.waitForURL(/\/posts\/post_/)
})

test('a failed upload is an issue, and the post is not ready', async () => {
  const page = await compose('One file', ['Threads'])
  await page.getByText('Ready for all platforms').waitFor()
  await drop(page, [file('menu.pdf', Buffer.from('%PDF-1.7\n'))])
  await page.getByText('Unsupported file.').waitFor()
  await page.locator('.save-bar').getByText('1 issue', { exact: true }).waitFor()
  expect(await page.getByText('Ready for all platforms').count()).toBe(0)
  await page.getByRole('button', { name: 'Remove menu.pdf' }).click()
  await page.getByText('Ready for all platforms').waitFor()
})

test('a video above the size limit is rejected before the upload', async () => {
  const page = await compose('A very long film', ['Threads'])
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/v1/media')) sent.push('media')
  })
  const path = join(folder, 'film.mp4')
  writeFileSync(path, '')
  // A sparse file of this size uses no disk space.
  truncateSync(path, 1_100 * megabyte)
  await drop(page, [path, file('loaf.jpg', await photo())])
  await page.getByRole('listitem').first().getByText(tooLarge).waitFor()
  await page.getByRole('textbox', { name: 'Alt text for loaf.jpg' }).waitFor()
  expect(sent).toEqual(['media'])
  expect(await page.getByRole('button', { name: 'Retry: film.mp4' }).count()).toBe(0)
  await dashboard.check(page, 'a film above the limit')
  await page.getByRole('button', { name: 'Remove film.mp4' }).click()
  await page.getByText('Ready for all platforms').waitFor()
})

test('an upload shows its progress, and canceling it removes the file', async () => {
  const page = await compose('A long film', ['Threads'])
  const network = await page.context().newCDPSession(page)
  const slow = { offline: false, latency: 0, downloadThroughput: -1 }
  await network.send('Network.emulateNetworkConditions', {
    ...slow,
    uploadThroughput: megabyte / 8,
  })
  // A valid image with padding that takes four minutes to upload, longer than this test.
  const film = Buffer.concat([await photo(), randomBytes(30 * megabyte)])
  writeFileSync(join(folder, 'film.jpg'), film)
  await page.locator('input[type=file]').setInputFiles(join(folder, 'film.jpg'))
  const progress = page.getByRole('progressbar', { name: /^film\.jpg: \d+% uploaded$/ })
  const percent = async () => Number(await progress.getAttribute('aria-valuenow'))
  await expect.poll(percent).toBeGreaterThan(0)
  expect(await percent()).toBeLessThan(100)
  await dashboard.check(page, 'a file on its way')
  const publish = page.getByRole('button', { name: 'Publish now' })
  await page.getByText('Waiting for the upload of film.jpg…').waitFor()
  expect(await publish.isDisabled()).toBe(true)
  await page.getByRole('button', { name: 'Cancel upload of film.jpg' }).click()
  await progress.waitFor({ state: 'detached' })
  await page.getByText('Ready for all platforms').waitFor()
  expect(await publish.isDisabled()).toBe(false)
  const { body } = await dashboard.testApp.call('GET', '/v1/media?limit=100')
  expect(body.data.filter(({ size }: { size: number }) => size > 10 * megabyte)).toEqual([])
})

test('a failed upload is retried with one click', async () => {
  const page = await compose('Second try', ['Instagram'])
  await page.route('**/v1/media', async (route) => {
    const error = { code: 'internal_error', message: 'Out of order.', request_id: 'req_broken' }
    await route.fulfill({ status: 500, json: { error: { type: 'api_error', ...error } } })
  })
  const given = { name: 'rolls.jpg', mimeType: 'image/jpeg', buffer: await photo() }
  await page.locator('input[type=file]').setInputFiles(given)
  await page.getByText('Request req_broken').waitFor()
  await dashboard.check(page, 'an upload that failed')
  await page.unroute('**/v1/media')
  await page.getByRole('button', { name: 'Retry: rolls.jpg' }).click()
  await page.getByRole('textbox', { name: 'Alt text for rolls.jpg' }).waitFor()
  await page.getByText('Ready for all platforms').waitFor()
})

async function compose(words: string, platforms: string[]): Promise<Page> {
  const page = await composeIn(dashboard, bakery, words, platforms)
  opened.push(page)
  return page
}

function file(name: string, bytes: Buffer): string {
  const path = join(folder, name)
  writeFileSync(path, bytes)
  return path
}

/** Drops local files on the drop zone. */
async function drop(page: Page, files: string[]): Promise<void> {
  const place = page.getByText('Drag and drop images or videos', { exact: false })
  await place.scrollIntoViewIfNeeded()
  const { x, y, width, height } = (await place.boundingBox())!
  const mouse = await page.context().newCDPSession(page)
  const data = { items: [], files, dragOperationsMask: 1 }
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    const at = { x: x + width / 2, y: y + height / 2 }
    await mouse.send('Input.dispatchDragEvent', { type, ...at, data })
  }
}

/** Copies an image to the clipboard like a screenshot tool, or with text like Word. */
async function copyImage(page: Page, words: string | null = null): Promise<void> {
  await page.evaluate(`(async (words) => {
    const canvas = new OffscreenCanvas(640, 640)
    const brush = canvas.getContext('2d')
    brush.fillStyle = '#c0762b'
    brush.fillRect(0, 0, 640, 640)
    const image = { 'image/png': await canvas.convertToBlob({ type: 'image/png' }) }
    const blob = (text, type) => new Blob([text], { type })
    const texts = words && {
      'text/plain': blob(words, 'text/plain'),
      'text/html': blob('<b>' + words + '</b>', 'text/html'),
    }
    await navigator.clipboard.write([new ClipboardItem({ ...image, ...texts })])
  })(${JSON.stringify(words)})`)
}
