import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Dashboard, openDashboard, settled } from './dashboard.ts'
import { addFiles, type Bakery, compose, openBakery, photo } from './publishing-seed.ts'

let dashboard: Dashboard
let bakery: Bakery

beforeAll(async () => {
  dashboard = await openDashboard()
  bakery = await openBakery(dashboard.testApp)
})
afterAll(async () => await dashboard.close())

test('the preview begins at the edge of its heading, also with a short text', async () => {
  const page = await compose(dashboard, bakery, 'Rye', ['Threads', 'Instagram'])
  const section = page.getByRole('region', { name: 'Preview' })
  const heading = await boxOf(section.getByRole('heading', { name: 'Preview' }))
  const tabs = await boxOf(section.getByRole('tablist'))
  const card = await boxOf(section.getByRole('article'))
  expect([tabs.x, card.x]).toEqual([heading.x, heading.x])
})

test('the note that a platform shows no link card keeps off the picture', async () => {
  const page = await compose(dashboard, bakery, 'See https://example.com', ['Instagram'])
  await addFiles(page, [{ name: 'loaf.jpg', buffer: await photo() }])
  const picture = await boxOf(page.getByRole('article').locator('img[src*="/media/"]').last())
  const note = await boxOf(page.getByText('Instagram shows no link card.'))
  expect(note.y - picture.y - picture.height).toBeGreaterThanOrEqual(8)
})

async function boxOf(place: Locator) {
  await place.waitFor()
  await settled(place.page())
  return (await place.boundingBox())!
}
