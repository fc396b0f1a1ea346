import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildAccount, buildProfile } from '../../../server/test/build.ts'
import { type Bakery, openBakery, text } from '../publishing-seed.ts'
import { type Dashboard, openDashboard } from './dashboard.ts'

let dashboard: Dashboard
let bakery: Bakery

/** It is Saturday, 21 November 2026. */
beforeAll(async () => {
  dashboard = await openDashboard()
  bakery = await openBakery(dashboard.testApp)
  const slots = [
    { weekday: 'monday', time: '09:00' },
    { weekday: 'wednesday', time: '17:30' },
  ]
  await dashboard.testApp.call('PATCH', `/v1/profiles/${bakery.profile}/posting-plan`, { slots })
})
afterAll(async () => await dashboard.close())

/** The shown slots, as `23 18:30` in Berlin. */
async function shownSlots(page: Page): Promise<string[]> {
  const links = page.getByRole('link', { name: /^Create a post in the free slot/ })
  await links.first().waitFor()
  const names = await links.allTextContents()
  return names.map((name) => name.replace(/.*?(\d+) \w+ 2026, (\d+:\d+).*/, '$1 $2'))
}

test('a month shows the free slots, one for all accounts with the same time, and none of other plans', async () => {
  const { testApp } = dashboard
  const other = await buildProfile(testApp, { name: 'Without a plan' })
  await buildAccount(testApp, { profile_id: other.id })
  const page = await dashboard.open('/calendar?view=month&date=2026-11-21')
  expect(await shownSlots(page)).toEqual(['23 10:00', '25 18:30', '30 10:00', '2 18:30'])
})

test('the next free slot opens the composer for the queue, a later one for its time', async () => {
  const page = await dashboard.open(`/calendar?view=week&date=2026-11-23&account=${bakery.threads}`)
  expect(await shownSlots(page)).toEqual(['23 10:00', '25 18:30'])
  await page.getByRole('link', { name: /free slot on .* 23 November/ }).click()
  await page.getByRole('checkbox', { name: /^Threads/, checked: true }).waitFor()
  expect(await page.getByRole('checkbox', { name: /^Instagram/, checked: true }).count()).toBe(0)
  await text(page).fill('Rolls on Monday')
  await page.getByRole('button', { name: 'Add to queue', exact: true }).click()
  await page.getByText('Scheduled for 23 Nov 2026, 10:00').waitFor()
  const { body } = await dashboard.testApp.call('GET', '/v1/posts?search=Rolls')
  expect(body.data[0].targets[0].slot_at).toBe('2026-11-23T09:00:00.000Z')

  const later = await dashboard.open(
    `/calendar?view=week&date=2026-11-30&account=${bakery.threads}`,
  )
  expect(await shownSlots(later)).toEqual(['30 10:00', '2 18:30'])
  await later.getByRole('link', { name: /free slot on .* 30 November/ }).click()
  await later.getByRole('button', { name: /^Schedule for 30 Nov.* 10:00$/ }).waitFor()
})

test('posts filtered by status or tag come without slots, as does a paused plan', async () => {
  const { testApp } = dashboard
  const slots: string[] = []
  const page = await dashboard.open('/calendar?view=month&date=2026-12-21&tag=rye')
  page.on('request', (request) => {
    if (request.url().includes('/slots')) slots.push(request.url())
  })
  await page.getByText('0 posts').waitFor()
  expect(slots).toEqual([])
  await testApp.call('PATCH', `/v1/profiles/${bakery.profile}/posting-plan`, { paused: true })
  const paused = await dashboard.open('/calendar?view=month&date=2026-12-21')
  await paused.getByText('0 posts').waitFor()
  expect(await paused.getByRole('link', { name: /^Create a post in the free slot/ }).count()).toBe(
    0,
  )
})
