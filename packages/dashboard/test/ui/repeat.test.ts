import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Bakery, inHours, openBakery, writePost } from '../publishing-seed.ts'
import { type Dashboard, openDashboard } from './dashboard.ts'

let dashboard: Dashboard
let bakery: Bakery

beforeAll(async () => {
  dashboard = await openDashboard()
  bakery = await openBakery(dashboard.testApp)
})
afterAll(async () => await dashboard.close())

test('a post is repeated with another text, and the following repeats are canceled', async () => {
  const { testApp } = dashboard
  const scheduled_at = inHours(testApp, 2)
  const id = await writePost(testApp, bakery, { mode: 'schedule', scheduled_at })
  const repeats = async () => (await testApp.call('GET', `/v1/posts?repeat_of_post_id=${id}`)).body
  const page = await dashboard.open(`/posts/${id}`)
  await page.getByText('This post is published once.').waitFor()
  await page.getByRole('button', { name: 'Repeat' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('How many times').fill('2')
  await dialog.getByRole('button', { name: 'Add another text' }).click()
  await dialog.getByLabel('Another text 1').fill('Rye, again')
  await dialog.getByRole('button', { name: 'Repeat', exact: true }).click()
  await page.getByText('2 repeats scheduled').waitFor()
  expect((await repeats()).data.map((each: { text: string }) => each.text)).toEqual([
    'Rye, again',
    'Rye, again',
  ])

  await page.getByRole('button', { name: 'Cancel following' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel following' }).click()
  await page.getByText('2 repeats canceled').waitFor()
  const statuses = (await repeats()).data.map((each: { status: string }) => each.status)
  expect(statuses).toEqual(['canceled', 'canceled'])
})
