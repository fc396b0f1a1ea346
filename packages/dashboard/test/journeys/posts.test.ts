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
  const next = []
  for (const hours of [30, 32]) {
    const scheduled_at = inHours(testApp, hours)
    const post = { text: `Rye in ${hours} hours`, mode: 'schedule', scheduled_at }
    next.push(await writePost(testApp, bakery, post))
  }
  const page = await dashboard.open('/posts?status=failed')

  await page.getByRole('link', { name: 'Rolls at noon' }).click()
  await page.getByRole('button', { name: 'Retry' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Retry' }).click()
  await page.getByText('Retrying…').waitFor()
  await advanceUntilIdle(testApp)
  const link = page.getByRole('link', { name: 'Open on Threads' })
  const post = (await testApp.call('GET', `/v1/posts/${failed}`)).body
  expect(await link.getAttribute('href')).toBe(post.targets[0].permalink)

  await page.goto(new URL('/dashboard/posts?status=scheduled', page.url()).href)
  await page.getByRole('checkbox', { name: 'Select “Rye in 30 hours”' }).check()
  await page
    .getByRole('checkbox', { name: 'Select “Rye in 32 hours”' })
    .click({ modifiers: ['Shift'] })
  await page.getByText('2 selected').waitFor()
  await page.getByRole('button', { name: 'Reschedule' }).click()
  const dialog = page.getByRole('dialog', { name: 'Reschedule 2 posts' })
  await dialog.waitFor()
  await dashboard.check(page, 'reschedule several posts')
  await dialog.getByRole('button', { name: 'Reschedule' }).click()
  await page.getByText('2 posts rescheduled').waitFor()
  for (const [at, hours] of [30, 32].entries()) {
    const { body } = await testApp.call('GET', `/v1/posts/${next[at]}`)
    expect(body.scheduled_at).toBe(inHours(testApp, hours + 24))
  }

  const downloaded = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  expect((await downloaded).suggestedFilename()).toMatch(/^posts-.*\.csv$/)
})
