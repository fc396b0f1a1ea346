import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildProfile } from '../../server/test/build.ts'
import { appearances } from './appearances.ts'
import { expiredAccount } from './clients-seed.ts'
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

test.each(appearances)(
  'the pages of the settings are tabs that pass axe: %o',
  { timeout: 180_000 },
  async (appearance) => {
    const page = await dashboard.open('/settings', appearance)
    const tabs = page.getByRole('navigation', { name: /^(Settings|Einstellungen)$/ })
    await tabs.waitFor()
    const names = await tabs.getByRole('link').allInnerTexts()
    expect(names).toHaveLength(6)
    for (const name of names.slice(1)) {
      const tab = tabs.getByRole('link', { name, exact: true })
      await tab.click()
      await page.getByRole('heading', { name, level: 1 }).waitFor()
      expect(await tab.getAttribute('aria-current')).toBe('page')
      await dashboard.checkAccessible(page, `the tab ${name}`)
    }
    if (appearance.viewport === 'phone') {
      await page.getByRole('button', { name: /^Men[uü]$/ }).click()
    }
    await page.locator('.navigation a[href$="/settings"][aria-current="true"]').waitFor()
  },
)

test.each(appearances)(
  'the profile switcher marks clients that need attention and passes axe: %o',
  { timeout: 180_000 },
  async (appearance) => {
    const page = await dashboard.open('/posts', appearance)
    if (appearance.viewport === 'phone') {
      await page.getByRole('button', { name: /^Men[uü]$/ }).click()
    }
    await switcher(page).click()
    const bakery = page.getByRole('option', { name: /Bakery/ })
    await bakery.getByText(/^1 (expired account|abgelaufenes Konto)$/).waitFor()
    expect(await page.getByRole('option', { name: /expired|abgelaufen/ }).count()).toBe(1)
    await dashboard.checkAccessible(page, 'the profile switcher')
    await bakery.click()
    await page.waitForURL(/profile=prof_/)
  },
)

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

function switcher(page: Page) {
  return page.getByRole('button', { name: /^Profile?:/ })
}
