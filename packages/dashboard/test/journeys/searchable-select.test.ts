import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildProfile } from '../../../server/test/build.ts'
import { type Dashboard, openDashboard } from '../dashboard.ts'

let dashboard: Dashboard

beforeAll(async () => {
  dashboard = await openDashboard()
  await buildProfile(dashboard.testApp, { name: 'Bergmann Bakery' })
  await buildProfile(dashboard.testApp, { name: 'Storefront' })
})
afterAll(async () => await dashboard.close())

test.each(['S', 'Store'])(
  'typing %s and pressing Enter selects the highlighted option',
  async (typed) => {
    const page = await dashboard.open('/posts/new')
    const field = page.getByRole('combobox', { name: 'Profile' })
    await field.and(page.locator(':focus')).waitFor()
    await page.keyboard.type(typed)
    await page.getByRole('option', { name: 'Storefront', exact: true }).waitFor()
    // Timers that were started when the list opened.
    await page.clock.runFor(1_000)
    await page.keyboard.press('Enter')
    await expect.poll(() => field.inputValue()).toBe('Storefront')

    // Again over the name that is now in the field.
    await field.selectText()
    await page.keyboard.type('Berg')
    await page.clock.runFor(1_000)
    await page.keyboard.press('Enter')
    await expect.poll(() => field.inputValue()).toBe('Bergmann Bakery')
  },
)
