import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Bakery, compose, openBakery, text, writePost } from '../publishing-seed.ts'
import { type Dashboard, openDashboard } from './dashboard.ts'

let dashboard: Dashboard
let bakery: Bakery

beforeAll(async () => {
  dashboard = await openDashboard()
  bakery = await openBakery(dashboard.testApp)
  for (const post of ['Rolls #bread #monday', 'Buns #bread', 'Cake #breakfast']) {
    await writePost(dashboard.testApp, bakery, { text: post })
  }
})
afterAll(async () => await dashboard.close())

test('an emoji found by its name is inserted at the caret', async () => {
  const page = await compose(dashboard, bakery, 'Fresh bread', ['Threads'])
  await text(page).press('Home')
  for (let at = 0; at < 5; at += 1) await page.keyboard.press('ArrowRight')
  await page.getByRole('button', { name: 'Add emoji' }).click()
  const search = page.getByRole('searchbox', { name: 'Search emoji' })
  await search.fill('croissant')
  await page.getByRole('gridcell', { name: 'Croissant' }).waitFor()
  await search.press('Enter')
  await search.waitFor({ state: 'detached' })
  await expect.poll(() => text(page).inputValue()).toBe('Fresh🥐 bread')
})

test('the emoji have German names in German, and Escape returns to the button', async () => {
  const appearance = { language: 'de', scheme: 'dark', viewport: 'phone' } as const
  const page = await dashboard.open(`/posts/new?profile=${bakery.profile}`, appearance)
  const button = page.getByRole('button', { name: 'Emoji einfügen' })
  await button.click()
  await page.getByRole('searchbox', { name: 'Emoji suchen' }).fill('brezel')
  await page.getByRole('gridcell', { name: 'Brezel' }).waitFor()
  await page.keyboard.press('Escape')
  const focused = page.locator(':focus')
  await expect.poll(() => focused.getAttribute('aria-label')).toBe('Emoji einfügen')
})

test('a hashtag is completed by keyboard from those of recent posts, most used first', async () => {
  const page = await compose(dashboard, bakery, 'New ', ['Threads', 'Instagram'])
  await text(page).press('End')
  await text(page).pressSequentially('#')
  const options = page.getByRole('option')
  await expect.poll(() => options.count()).toBe(3)
  expect(await options.first().innerText()).toMatch(/^#bread\s+2 posts$/)
  await text(page).pressSequentially('b')
  await expect.poll(() => options.count()).toBe(2)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect.poll(() => text(page).inputValue()).toBe('New #breakfast ')
  await page.getByRole('img', { name: /Instagram: 15 .* 1 of 30 hashtags/ }).waitFor()
})

test('Escape closes the suggestions, and Enter is a line break again', async () => {
  const page = await compose(dashboard, bakery, '', ['Threads'])
  await text(page).pressSequentially('#bre')
  await page.getByRole('option').first().waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(() => page.getByRole('option').count()).toBe(0)
  await page.keyboard.press('Enter')
  await expect.poll(() => text(page).inputValue()).toBe('#bre\n')
})

test('typing @ says how each platform mentions and suggests own accounts', async () => {
  const page = await compose(dashboard, bakery, '', ['Threads', 'Facebook'])
  await page.getByRole('button', { name: 'Mention someone' }).click()
  await page.getByText('Facebook: Not available: @name stays plain text').waitFor()
  await page.getByText('Threads: Use the username: @name').waitFor()
  await page.getByRole('option', { name: /@anna\.bakes/ }).click()
  await expect.poll(() => text(page).inputValue()).toBe('@anna.bakes ')
})

test('Enter chooses the first profile that matches the typed text', async () => {
  const page = await dashboard.open('/posts/new')
  const profile = page.getByRole('combobox', { name: 'Profile' })
  const { body } = await dashboard.testApp.call('GET', `/v1/profiles/${bakery.profile}`)
  await profile.and(page.locator(':focus')).waitFor()
  await profile.fill(body.name.slice(0, 1))
  const option = page.getByRole('option', { name: body.name })
  await option.waitFor()
  await profile.pressSequentially(body.name.slice(1, 5))
  await expect.poll(() => option.getAttribute('data-combobox-selected')).toBe('true')
  await profile.press('Enter')
  await expect.poll(() => profile.inputValue()).toBe(body.name)
})
