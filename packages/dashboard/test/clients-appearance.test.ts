import { afterAll, beforeAll, expect, test } from 'vitest'
import { appearances, nameOf } from './appearances.ts'
import { fillClients, hostile } from './clients-seed.ts'
import { type Dashboard, openDashboard } from './dashboard.ts'
import { area as clients } from './scenes/clients.ts'
import { area as developers } from './scenes/developers.ts'
import type { Places, Scene } from './scenes/scene.ts'

let dashboard: Dashboard
let places: Places

beforeAll(async () => {
  dashboard = await openDashboard()
  places = await fillClients(dashboard.testApp)
})
afterAll(async () => await dashboard.close())

const manyPagesMs = 300_000

const full = [...clients.scenes, ...developers.scenes].filter(({ state }) => state === 'full')

const pathOf = ({ path }: Scene) => (typeof path === 'string' ? path : path(places))

for (const appearance of appearances) {
  const name = `no page or dialog has a fault that axe knows, or is too wide: ${nameOf(appearance)}`
  test(name, { timeout: manyPagesMs }, async () => {
    const page = await dashboard.open('/', appearance)
    for (const scene of full) {
      // Buttons are found by their English names.
      if (scene.act && appearance.language === 'de') continue
      await page.goto(new URL(`/dashboard${pathOf(scene)}`, page.url()).href)
      await page.getByRole('heading', { level: 1 }).waitFor({ state: 'attached' })
      await scene.act?.(page)
      await dashboard.checkAccessible(page, `${scene.name}, ${nameOf(appearance)}`)
    }
    await page.context().close()
  })
}

test('every empty page passes axe', {
  timeout: manyPagesMs,
}, async () => {
  const fresh = await openDashboard()
  try {
    for (const appearance of appearances) {
      const page = await fresh.open('/', appearance)
      for (const scene of [...clients.scenes, ...developers.scenes]) {
        if (scene.state !== 'empty') continue
        await page.goto(new URL(`/dashboard${pathOf(scene)}`, page.url()).href)
        await page.getByRole('heading', { level: 1 }).waitFor()
        await fresh.checkAccessible(page, `${scene.name}, empty, ${nameOf(appearance)}`)
      }
      await page.context().close()
    }
  } finally {
    await fresh.close()
  }
})

test('untrusted names are rendered as plain text', async () => {
  const page = await dashboard.open('/profiles')
  await page.getByRole('link', { name: hostile.markup }).waitFor()
  await page.getByRole('link', { name: hostile.markup }).click()
  await page.getByRole('heading', { name: hostile.markup }).waitFor()
  expect(await page.locator('main img[src="x"]').count()).toBe(0)
  await page.goto(new URL(`/dashboard/accounts`, page.url()).href)
  await page.getByRole('link', { name: /VeryVery/ }).click()
  await page.getByRole('heading', { name: /VeryVery/ }).waitFor()
  await dashboard.checkAccessible(page, 'an account with a long name')
})
