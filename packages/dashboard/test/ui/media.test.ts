import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildMedia } from '../../../server/test/media-files.ts'
import { type Bakery, compose, openBakery } from '../publishing-seed.ts'
import { goTo, openStaff } from '../staff-session.ts'
import { type Dashboard, openDashboard } from './dashboard.ts'

let dashboard: Dashboard
let bakery: Bakery
let loaf: string

beforeAll(async () => {
  dashboard = await openDashboard()
  bakery = await openBakery(dashboard.testApp)
  loaf = await store('loaf.jpg', 'A round loaf', ['bread'])
  await store('oven.jpg', 'An oven', [])
})
afterAll(async () => await dashboard.close())

async function store(name: string, alt_text: string, tags: string[]): Promise<string> {
  const { id } = await buildMedia(dashboard.testApp, { profile: bakery.profile })
  const body = { name, alt_text, tags }
  const { status } = await dashboard.testApp.call('PATCH', `/v1/media/${id}`, body)
  expect(status).toBe(200)
  return id
}

const tile = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Files' }).getByRole('button').filter({ hasText: name })

test('the files are searched and filtered, and the storage has its limit', async () => {
  const page = await dashboard.open(`/media?profile=${bakery.profile}`)
  await tile(page, 'loaf.jpg').waitFor()
  await tile(page, 'oven.jpg').waitFor()
  await page.getByText(/^2 files, .* of 274\.9 GB$/).waitFor()
  await goTo(page, `/media?profile=${bakery.profile}&search=round`)
  await expect.poll(() => tile(page, 'oven.jpg').count()).toBe(0)
  await tile(page, 'loaf.jpg').waitFor()
  await goTo(page, `/media?profile=${bakery.profile}&tag=bread&type=video`)
  await page.getByText('No results for these filters.').waitFor()
})

test('a file gets another alt text and tags', async () => {
  const id = await store('roll.jpg', 'A roll', [])
  const page = await dashboard.open(`/media?profile=${bakery.profile}`)
  await tile(page, 'roll.jpg').click()
  const dialog = page.getByRole('dialog', { name: 'File details' })
  await dialog.getByText('No post uses this file.').waitFor()
  await dialog.getByRole('textbox', { name: 'Alt text' }).fill('Two rolls')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await tile(page, 'Two rolls').waitFor()
  const { body } = await dashboard.testApp.call('GET', `/v1/media/${id}`)
  expect(body).toMatchObject({ name: 'roll.jpg', alt_text: 'Two rolls', tags: [] })
})

test('a file that a draft uses names the draft and is not deleted', async () => {
  const id = await store('cake.jpg', 'A cake', [])
  const body = { text: 'Cake on Sunday', media: [{ id }] }
  await dashboard.testApp.call('POST', '/v1/posts', body, { profile: bakery.profile })
  const page = await dashboard.open(`/media?profile=${bakery.profile}`)
  await tile(page, 'cake.jpg').click()
  const dialog = page.getByRole('dialog', { name: 'File details' })
  await dialog.getByRole('link', { name: 'Cake on Sunday' }).waitFor()
  await dialog.getByRole('button', { name: 'Delete' }).click()
  const question = page.getByRole('dialog', { name: 'Delete this file?' })
  await question.getByRole('button', { name: 'Delete' }).click()
  await page.getByText(/not published yet uses this media file/).waitFor()
  expect((await dashboard.testApp.call('GET', `/v1/media/${id}`)).status).toBe(200)
})

test('a new post takes a file of the library with its alt text', async () => {
  const path = `/posts/new?profile=${bakery.profile}&media=${loaf}`
  const page = await dashboard.open(path)
  const alt = page.getByRole('textbox', { name: 'Alt text for loaf.jpg' })
  await alt.waitFor()
  expect(await alt.inputValue()).toBe('A round loaf')
})

test('the composer takes several files of the library in the order of the presses', async () => {
  const page = await compose(dashboard, bakery, 'Bread', ['Threads'])
  await page.getByRole('button', { name: 'From the library' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Choose from the library' })
  await tile(page, 'oven.jpg').click()
  await tile(page, 'loaf.jpg').click()
  await dialog.getByRole('button', { name: 'Add 2 files' }).click()
  await page.getByRole('textbox', { name: 'Alt text for loaf.jpg' }).waitFor()
  const fields = await page.getByRole('textbox', { name: /^Alt text for/ }).all()
  const texts = await Promise.all(fields.map((field) => field.inputValue()))
  expect(texts).toEqual(['An oven', 'A round loaf'])
})

test('a contributor sees the files of the own profile', async () => {
  const email = 'contributor@media.example.com'
  const page = await openStaff(dashboard, {
    role: 'contributor',
    email,
    profiles: [bakery.profile],
  })
  await goTo(page, '/media')
  await tile(page, 'loaf.jpg').waitFor()
  await page.getByRole('button', { name: 'Upload files' }).first().waitFor()
})
