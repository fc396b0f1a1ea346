import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser } from '../../../server/test/client.ts'
import { type Bakery, inHours, openBakery, writePost } from '../publishing-seed.ts'
import { type Dashboard, openDashboard } from './dashboard.ts'

let dashboard: Dashboard
let bakery: Bakery

beforeAll(async () => {
  dashboard = await openDashboard()
  bakery = await openBakery(dashboard.testApp)
})
afterAll(async () => await dashboard.close())

test('a link is made, the decision of the client is shown, and the link is revoked', async () => {
  const { testApp } = dashboard
  const id = await writePost(testApp, bakery, {
    mode: 'schedule',
    scheduled_at: inHours(testApp, 2),
  })
  const page = await dashboard.open(`/posts/${id}`)
  await page.getByRole('button', { name: 'Ask the client' }).click()
  const url = await page.getByRole('dialog').getByLabel('Approval link').inputValue()
  expect(url).toContain('/approve/')
  await page.keyboard.press('Escape')
  await page.getByText('Waiting for the client').waitFor()
  await page.getByText('not opened yet').waitFor()

  await openBrowser(testApp).decideOn(url, id, 'changes_requested', 'Say when, please')
  const later = await dashboard.open(`/posts/${id}`)
  await later.getByText('Say when, please').waitFor()
  await later.getByText('opened once').waitFor()
  await later.getByRole('button', { name: 'Revoke' }).click()
  await later.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await later.getByText('Link revoked').waitFor()
  expect((await openBrowser(testApp).visit('GET', new URL(url).pathname)).status).toBe(410)

  const overview = await dashboard.open('/')
  await overview.getByText('A client wants changes of 1 post').waitFor()
})

test('a draft asks for approval and no longer does', async () => {
  const { testApp } = dashboard
  const id = await writePost(testApp, bakery, { mode: 'draft' })
  await testApp.call('PATCH', `/v1/posts/${id}`, { approval: {} })
  const page = await dashboard.open(`/posts/${id}`)
  await page.getByRole('button', { name: 'Withdraw' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click()
  await page.getByText('Nobody has to approve this post.').waitFor()
  expect((await testApp.call('GET', `/v1/posts/${id}`)).body.approval).toBeNull()
})
