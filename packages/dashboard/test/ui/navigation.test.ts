import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildProfile } from '../../../server/test/build.ts'
import { expiredAccount } from '../clients-seed.ts'
import { type Dashboard, openDashboard } from './dashboard.ts'

let dashboard: Dashboard

beforeAll(async () => {
  dashboard = await openDashboard()
  const { testApp } = dashboard
  const names = ['Bakery', 'Café', 'Dentist', 'Florist', 'Garage', 'Hotel', 'Library', 'Museum']
  const ids = []
  for (const name of names) ids.push((await buildProfile(testApp, { name })).id)
  await expiredAccount(testApp, ids[0]!)
})
afterAll(async () => await dashboard.close())

test('the pages of the settings are tabs', async () => {
  const page = await dashboard.open('/settings')
  const tabs = page.getByRole('navigation', { name: 'Settings' })
  await tabs.waitFor()
  const names = await tabs.getByRole('link').allInnerTexts()
  expect(names).toHaveLength(6)
  for (const name of names.slice(1)) {
    const tab = tabs.getByRole('link', { name, exact: true })
    await tab.click()
    await page.getByRole('heading', { name, level: 1 }).waitFor()
    expect(await tab.getAttribute('aria-current')).toBe('page')
  }
  await page.locator('.navigation a[href$="/settings"][aria-current="true"]').waitFor()
})

test('no page is marked while a new post is written, and Posts in the list of posts', async () => {
  const page = await dashboard.open('/posts/new')
  await page.getByRole('heading', { level: 1, name: 'New post' }).waitFor()
  const marked = page.locator('.navigation [aria-current]')
  expect(await marked.count()).toBe(0)
  await page.goto(new URL('/dashboard/posts', page.url()).href)
  await marked.and(page.getByRole('link', { name: 'Posts' })).waitFor()
})

test('the profile switcher marks clients that need attention', async () => {
  const page = await dashboard.open('/posts')
  await switcher(page).click()
  const bakery = page.getByRole('option', { name: /Bakery/ })
  await bakery.getByText('1 expired account', { exact: true }).waitFor()
  expect(await page.getByRole('option', { name: /expired/ }).count()).toBe(1)
  await bakery.click()
  await page.waitForURL(/profile=prof_/)
})

test('a client is selected by typing its name, and then listed as recent', async () => {
  const page = await dashboard.open('/posts')
  await switcher(page).focus()
  await page.keyboard.press('Enter')
  await page.locator(':focus[placeholder="Search profiles"]').waitFor()
  await page.keyboard.type('hot')
  await page
    .getByRole('option')
    .first()
    .and(page.getByRole('option', { name: 'Hotel' }))
    .waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL(/profile=prof_/)
  await page.getByRole('button', { name: 'Profile: Hotel' }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByText('Recent', { exact: true }).waitFor()
  const [all, recent] = await page.getByRole('option').allInnerTexts()
  expect([all, recent]).toEqual(['All profiles', 'Hotel'])
  expect(await page.getByRole('option', { name: 'Hotel' }).count()).toBe(1)
})

test('Enter selects the first match also if the profiles are loaded after the typing', async () => {
  const page = await dashboard.open('/posts')
  const loaded = Promise.withResolvers<void>()
  await page.route('**/v1/profiles?*', async (route) => {
    await loaded.promise
    await route.continue()
  })
  await page.reload()
  await switcher(page).click()
  await page.getByRole('textbox', { name: 'Search profiles' }).fill('hot')
  loaded.resolve()
  await page.getByRole('option', { name: 'Hotel' }).waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL(/profile=prof_/)
})

function switcher(page: Page) {
  return page.getByRole('button', { name: /^Profile:/ })
}
