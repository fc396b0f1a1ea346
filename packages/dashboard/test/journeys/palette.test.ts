import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildProfile } from '../../../server/test/build.ts'
import { buildPost } from '../../../server/test/publishing.ts'
import { type Dashboard, openDashboard } from '../dashboard.ts'

let dashboard: Dashboard

beforeAll(async () => {
  dashboard = await openDashboard()
})
afterAll(async () => await dashboard.close())

test('Ctrl K finds and opens a post and an action, also while the palette is loading', async () => {
  const { testApp } = dashboard
  const { id } = await buildPost(testApp, { text: 'Cake with plums', mode: 'draft' })
  await buildProfile(testApp, { name: 'Halde Cycles' })
  const page = await dashboard.open('/')
  const file = await hold(page, '**/assets/palette-*.js')
  await page.reload()
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.keyboard.press('Control+k')
  await file.requested
  await page.keyboard.type('cake')
  file.release()
  const palette = page.getByRole('dialog', { name: 'Command palette' })
  const field = palette.getByRole('combobox')
  await palette.waitFor()
  await expect.poll(() => field.inputValue()).toBe('cake')
  await page.keyboard.type(' with')
  await expect.poll(() => field.inputValue()).toBe('cake with')
  const found = palette.getByRole('option').filter({ hasText: 'Cake with plums' })
  await found.and(page.locator('[aria-selected="true"]')).waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL(`**/posts/${id}`)
  await palette.waitFor({ state: 'detached' })
  await page.locator('#content').getByText('Cake with plums').first().waitFor()

  // Typed before the dialog gives the focus to its field.
  await page.keyboard.press('Control+k')
  await page.keyboard.type('create api key')
  await expect.poll(() => field.inputValue()).toBe('create api key')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Create API key' })
  await dialog.getByRole('combobox', { name: 'What is this key for?' }).click()
  await page.getByRole('option', { name: 'Custom' }).click()
  await dialog.getByRole('table').waitFor()
  const box = (await dialog.getByRole('button', { name: 'Create API key' }).boundingBox())!
  expect(box.y + box.height).toBeLessThanOrEqual(page.viewportSize()!.height)
})

/** Holds the responses to requests of a URL until they are released. */
async function hold(page: Page, url: string) {
  const requested = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  await page.route(url, async (route) => {
    requested.resolve()
    await released.promise
    await route.continue()
  })
  return { requested: requested.promise, release: () => released.resolve() }
}
