import { createEvent, fireEvent } from '@testing-library/dom'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { imageFile } from '../../../server/test/media-files.ts'
import { message } from '../messages.ts'
import { type Bakery, compose, openBakery, photo, text } from '../publishing-seed.ts'
import { type Dashboard, openDashboard } from './dashboard.ts'

const megabyte = 1_048_576
const tooLarge = 'This file is too large. Images can have up to 50 MB, videos up to 1 GB.'

let dashboard: Dashboard
let bakery: Bakery

beforeAll(async () => {
  dashboard = await openDashboard()
  bakery = await openBakery(dashboard.testApp)
})
afterAll(async () => await dashboard.close())

test('a pasted image becomes a file of the post, and its text stays', async () => {
  const page = await compose(dashboard, bakery, 'Look at this', ['Threads'])
  await paste(page, { files: [file('image.png', await imageFile('png'))], types: ['Files'] })
  await page.getByRole('textbox', { name: 'Alt text for image.png' }).waitFor()
  expect(await text(page).inputValue()).toBe('Look at this')
})

test('From a URL opens a field that says what to enter', async () => {
  const page = await compose(dashboard, bakery, 'From the web', ['Threads'])
  const field = page.getByRole('textbox', { name: 'URL of an image or video' })
  expect(await field.count()).toBe(0)
  await page.getByRole('button', { name: 'From a URL' }).click()
  await field.and(page.locator(':focus')).waitFor()
  await field.fill('bakery.example/loaf.jpg')
  await field.press('Enter')
  await page.getByText('Enter a full URL starting with https://').waitFor()
})

test('an image pasted with its text, as from Word → the text alone is pasted', async () => {
  const page = await compose(dashboard, bakery, '', ['Threads'])
  const files = [file('image.png', await imageFile('png'))]
  const isLeftToTheBrowser = await paste(page, {
    files,
    types: ['text/plain', 'text/html', 'Files'],
  })
  expect(isLeftToTheBrowser).toBe(true)
  expect(await page.getByText('image.png').count()).toBe(0)
})

test('dropped files that are not supported show why, and valid ones are added', async () => {
  const page = await compose(dashboard, bakery, 'Three files', ['Threads'])
  await drop(page, [
    file('loaf.jpg', await photo()),
    file('menu.pdf', Buffer.from('%PDF-1.7\n')),
    file('poster.jpg', await photo(), 60 * megabyte),
  ])
  await page.getByRole('textbox', { name: 'Alt text for loaf.jpg' }).waitFor()
  const fileAt = (place: number) => page.getByRole('listitem').nth(place)
  await fileAt(1).getByText('Unsupported file.').waitFor()
  await fileAt(2).getByText(tooLarge).waitFor()
  await page.getByRole('button', { name: 'Publish now' }).click()
  await page.getByText(message('composer', 'uploadFailed')).waitFor()
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
  const page = await compose(dashboard, bakery, 'One file', ['Threads'])
  await page.getByText('Ready for all platforms').waitFor()
  await drop(page, [file('menu.pdf', Buffer.from('%PDF-1.7\n'))])
  await page.getByText('Unsupported file.').waitFor()
  await page.locator('.save-bar').getByText('1 issue', { exact: true }).waitFor()
  expect(await page.getByText('Ready for all platforms').count()).toBe(0)
  await page.getByRole('button', { name: 'Remove menu.pdf' }).click()
  await page.getByText('Ready for all platforms').waitFor()
})

test('a video above the size limit is rejected before the upload', async () => {
  const page = await compose(dashboard, bakery, 'A very long film', ['Threads'])
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/v1/media')) sent.push('media')
  })
  await drop(page, [
    file('film.mp4', Buffer.from('film'), 1_100 * megabyte),
    file('loaf.jpg', await photo()),
  ])
  await page.getByRole('listitem').first().getByText(tooLarge).waitFor()
  await page.getByRole('textbox', { name: 'Alt text for loaf.jpg' }).waitFor()
  expect(sent).toEqual(['media'])
  expect(await page.getByRole('button', { name: 'Retry: film.mp4' }).count()).toBe(0)
  await page.getByRole('button', { name: 'Remove film.mp4' }).click()
  await page.getByText('Ready for all platforms').waitFor()
})

test('an upload that takes long → the post waits for it, and canceling it removes the file', async () => {
  const page = await compose(dashboard, bakery, 'A long film', ['Threads'])
  await page.route('**/v1/media', () => {})
  await drop(page, [file('film.jpg', await photo())])
  const progress = page.getByRole('progressbar', { name: /^film\.jpg: \d+% uploaded$/ })
  await progress.waitFor()
  await page.getByText('Waiting for the upload of film.jpg…').waitFor()
  const publish = page.getByRole('button', { name: 'Publish now' })
  expect(await publish.isDisabled()).toBe(true)
  await page.getByRole('button', { name: 'Cancel upload of film.jpg' }).click()
  await progress.waitFor({ state: 'detached' })
  await page.getByText('Ready for all platforms').waitFor()
  expect(await publish.isDisabled()).toBe(false)
})

test('a failed upload is retried with one click', async () => {
  const page = await compose(dashboard, bakery, 'Second try', ['Instagram'])
  await page.route('**/v1/media', async (route) => {
    const error = { code: 'internal_error', message: 'Out of order.', request_id: 'req_broken' }
    await route.fulfill({ status: 500, json: { error: { type: 'api_error', ...error } } })
  })
  const given = { name: 'rolls.jpg', mimeType: 'image/jpeg', buffer: await photo() }
  await page.locator('input[type=file]').setInputFiles(given)
  await page.getByText('Request req_broken').waitFor()
  await page.unroute('**/v1/media')
  await page.getByRole('button', { name: 'Retry: rolls.jpg' }).click()
  await page.getByRole('textbox', { name: 'Alt text for rolls.jpg' }).waitFor()
  await page.getByText('Ready for all platforms').waitFor()
})

/** A file whose size can be above a limit without its bytes. */
function file(name: string, bytes: Buffer, size = bytes.length): File {
  const type = { jpg: 'image/jpeg', mp4: 'video/mp4', pdf: 'application/pdf', png: 'image/png' }
  const made = new File([new Uint8Array(bytes)], name, {
    type: type[name.split('.')[1] as keyof typeof type],
  })
  return Object.defineProperty(made, 'size', { value: size })
}

/** Drops files on the drop zone. */
async function drop(page: Page, files: readonly File[]): Promise<void> {
  const items = files.map((each) => ({ kind: 'file', type: each.type, getAsFile: () => each }))
  await send(page.getByText('Drag and drop images or videos'), 'drop', {
    dataTransfer: { files, items, types: ['Files'] },
  })
}

type Clipboard = { files: readonly File[]; types: readonly string[] }

/** Pastes into the text, and says whether the page left it to the browser. */
async function paste(page: Page, clipboardData: Clipboard): Promise<boolean> {
  return await send(text(page), 'paste', { clipboardData })
}

/** Sends an event with its data, which Testing Library would copy without their methods. */
async function send(at: Locator, name: 'drop' | 'paste', data: object): Promise<boolean> {
  return await at.evaluate((found) => {
    const element = found as unknown as Element
    return fireEvent(element, Object.assign(createEvent[name](element), data))
  })
}
