import { afterAll, beforeAll, expect, test } from 'vitest'
import { advanceUntilIdle } from '../../../server/test/publishing.ts'
import { type Dashboard, openDashboard } from '../dashboard.ts'
import {
  type Bakery,
  breakThreads,
  clearFaults,
  inHours,
  openBakery,
  writePost,
} from '../publishing-seed.ts'

let dashboard: Dashboard
let bakery: Bakery

beforeAll(async () => {
  dashboard = await openDashboard()
  bakery = await openBakery(dashboard.testApp)
})
afterAll(async () => await dashboard.close())

test('a failed post is found, retried and published; the next two are moved by a day, exported', async () => {
  const { testApp } = dashboard
  await breakThreads(testApp)
  const failed = await writePost(testApp, bakery, { text: 'Rolls at noon' })
  await advanceUntilIdle(testApp)
  await clearFaults(testApp)
  const times = [30, 32].map((hours) => inHours(testApp, hours))
  const next = []
  for (const [at, scheduled_at] of times.entries()) {
    const post = { text: `Rye ${at + 1}`, mode: 'schedule', scheduled_at }
    next.push(await writePost(testApp, bakery, post))
  }
  const page = await dashboard.open('/posts?status=failed')

  await page.getByRole('link', { name: 'Rolls at noon' }).click()
  await page.getByRole('button', { name: 'Retry' }).click()
  await page.getByText('Retrying…').waitFor()
  await advanceUntilIdle(testApp)
  const link = page.getByRole('link', { name: 'Open on Threads' })
  const post = (await testApp.call('GET', `/v1/posts/${failed}`)).body
  expect(await link.getAttribute('href')).toBe(post.targets[0].permalink)

  await page.goto(new URL('/dashboard/posts?status=scheduled', page.url()).href)
  await page.getByRole('checkbox', { name: 'Select “Rye 1”' }).check()
  await page.getByRole('checkbox', { name: 'Select “Rye 2”' }).click({ modifiers: ['Shift'] })
  await page.getByText('2 selected').waitFor()
  await page.getByRole('button', { name: 'Reschedule' }).click()
  const dialog = page.getByRole('dialog', { name: 'Reschedule 2 posts' })
  await dialog.waitFor()
  await dialog.getByRole('button', { name: 'Reschedule' }).click()
  await page.getByText('2 posts rescheduled').waitFor()
  for (const [at, id] of next.entries()) {
    const { body } = await testApp.call('GET', `/v1/posts/${id}`)
    expect(Date.parse(body.scheduled_at)).toBe(Date.parse(times[at]!) + 86_400_000)
  }

  const downloaded = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  expect((await downloaded).suggestedFilename()).toMatch(/^posts-.*\.csv$/)
})
