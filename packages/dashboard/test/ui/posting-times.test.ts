import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Bakery, compose, openBakery } from '../publishing-seed.ts'
import { type Dashboard, openDashboard } from './dashboard.ts'

let dashboard: Dashboard
let bakery: Bakery

beforeAll(async () => {
  dashboard = await openDashboard()
  bakery = await openBakery(dashboard.testApp)
})
afterAll(async () => await dashboard.close())

test('posting times of a profile are edited by weekday, and a key press queues into them', async () => {
  const plan = async () =>
    (await dashboard.testApp.call('GET', `/v1/profiles/${bakery.profile}/posting-plan`)).body
  const page = await dashboard.open(`/profiles/${bakery.profile}`)
  await page.getByText('No posting times yet. Queued posts need some.').waitFor()
  await page.getByRole('button', { name: 'Edit posting times' }).click()
  const monday = page.getByRole('textbox', { name: 'Monday' })
  await monday.fill('9 o’clock')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Enter times such as 09:00, 17:30.').waitFor()
  await monday.fill('9:00, 17:30')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Mon 09:00, 17:30').waitFor()
  expect((await plan()).slots).toEqual([
    { weekday: 'monday', time: '09:00' },
    { weekday: 'monday', time: '17:30' },
  ])

  const composer = await compose(dashboard, bakery, 'Into the queue', ['Threads'])
  await composer.keyboard.press('Control+Shift+Enter')
  await composer.getByText(/^Scheduled for/).waitFor()
  const { body } = await dashboard.testApp.call('GET', '/v1/posts?search=queue')
  expect(body.data[0].targets[0].slot_at).toBe(body.data[0].scheduled_at)
})
