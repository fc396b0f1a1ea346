import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { advanceUntilIdle } from '../../../server/test/publishing.ts'
import { message } from '../messages.ts'
import { type Bakery, compose, openBakery, setTime } from '../publishing-seed.ts'
import { type Dashboard, openDashboard } from './dashboard.ts'

let dashboard: Dashboard
let bakery: Bakery

beforeAll(async () => {
  dashboard = await openDashboard()
  bakery = await openBakery(dashboard.testApp)
})
afterAll(async () => await dashboard.close())

test('Undo after scheduling makes the post a draft with the same content and time', async () => {
  const page = await schedule('Plum cake')
  const before = await findPost('Plum cake')
  expect(before).toMatchObject({ status: 'scheduled', text: 'Plum cake' })
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('The post is a draft again').waitFor()
  const { status, mode, updated_at, targets, ...after } = await findPost('Plum cake')
  expect({ status, mode }).toEqual({ status: 'draft', mode: 'draft' })
  expect(before).toMatchObject(after)
  expect(targets).toMatchObject([
    { account_id: bakery.threads, status: 'draft', scheduled_at: before.scheduled_at },
  ])
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  await page.waitForURL(/\/edit/)
  expect(await page.getByRole('textbox', { name: 'Text', exact: true }).inputValue()).toBe(
    'Plum cake',
  )
})

test('Undo for a post that is already published says that it is too late', async () => {
  const page = await schedule('Rye bread')
  const { id } = await findPost('Rye bread')
  await dashboard.testApp.call('PATCH', `/v1/posts/${id}`, { mode: 'now' })
  await advanceUntilIdle(dashboard.testApp)
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText(message('post-detail', 'undoTooLate')).waitFor()
  expect(await findPost('Rye bread')).toMatchObject({ status: 'published' })
})

test('View after scheduling opens the post, and is missing on the page of the post', async () => {
  const page = await dashboard.open(`/posts?profile=${bakery.profile}`)
  await page.getByRole('link', { name: 'New post' }).first().click()
  await page.getByRole('checkbox', { name: /^Threads/ }).check()
  await page.getByRole('textbox', { name: 'Text', exact: true }).fill('Rolls')
  await page.getByText('Ready for all platforms').waitFor()
  await page.getByRole('button', { name: /^Schedule for/ }).click()
  await page.getByRole('button', { name: 'View', exact: true }).click()
  await page.waitForURL(/\/posts\/post_[^/]+$/)
  await page.getByRole('link', { name: 'Edit' }).click()
  await page.getByRole('textbox', { name: 'Text', exact: true }).fill('Rolls and buns')
  await page.getByRole('button', { name: /^Schedule for/ }).click()
  await page.getByText(/^Changes saved. Goes out /).waitFor()
  expect(await page.getByRole('button', { name: 'View', exact: true }).count()).toBe(0)
})

async function schedule(text: string): Promise<Page> {
  const page = await compose(dashboard, bakery, text, ['Threads'], '&from=calendar')
  await page.getByText('Schedule', { exact: true }).first().click()
  await setTime(page, '28 November 2026', '11:30')
  await page.getByText('Ready for all platforms').waitFor()
  await page.getByRole('button', { name: /^Schedule for/ }).click()
  await page.getByText(/^Scheduled for .*11:30/).waitFor()
  return page
}

async function findPost(text: string) {
  const { body } = await dashboard.testApp.call('GET', '/v1/posts?limit=100')
  return body.data.find((post: { text: string }) => post.text === text)
}
