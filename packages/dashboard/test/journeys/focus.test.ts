import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildWebhook } from '../../../server/test/build-webhook.ts'
import { openInbox } from '../../../server/test/inbox.ts'
import { openReceiver } from '../../../server/test/receiver.ts'
import { type Dashboard, openDashboard } from '../dashboard.ts'
import { focusedName } from '../keyboard-user.ts'

let dashboard: Dashboard

beforeAll(async () => {
  dashboard = await openDashboard()
})
afterAll(async () => await dashboard.close())

test('sending a reply by keyboard moves the focus to the comment, and typing selects its status', async () => {
  const { testApp } = dashboard
  const inbox = await openInbox(testApp)
  await inbox.addComment({ text: 'Is there rye?' })
  testApp.clock.advance(180_000)
  await testApp.work()
  const [comment] = await inbox.list()
  const page = await dashboard.open(`/inbox?comment=${comment!.id}`)
  await page.getByLabel('Reply as anna.bakes').fill('There is.')
  await press(page, page.getByRole('button', { name: 'Send reply' }), 'Enter')
  await page.getByText('Replied by anna.bakes').waitFor()
  await expect.poll(() => focusedName(page)).toMatch(/Is there rye\?/)
  const status = page
    .getByRole('region', { name: 'Selected comment' })
    .getByRole('combobox', { name: 'Reply status' })
  await expect.poll(() => status.inputValue()).toBe('replied')
  await status.focus()
  await page.keyboard.type('In')
  await expect.poll(() => status.inputValue()).toBe('in_progress')
  const read = async () => (await testApp.call('GET', '/v1/comments')).body.data[0].reply_status
  await expect.poll(read).toBe('in_progress')
})

test('resending a delivery by keyboard leaves the focus on the button', async () => {
  const { testApp } = dashboard
  const receiver = await openReceiver()
  try {
    receiver.respondWith({ status: 500 })
    const endpoint = await buildWebhook(testApp, { url: receiver.url })
    const { body } = await testApp.call('POST', `${endpoint.path}/test`)
    await testApp.work()
    const page = await dashboard.open(`/webhooks/${endpoint.id}/deliveries/${body.id}`)
    receiver.respondWith({ status: 204 })
    await press(page, page.getByRole('button', { name: 'Resend' }), 'Enter')
    await page.getByText('Resending…').waitFor()
    await testApp.work()
    await page.getByText('HTTP 204').first().waitFor()
    await expect.poll(() => focusedName(page)).toBe('Resend')
  } finally {
    await receiver.close()
  }
})

test('removing a row moves the focus to the row that follows, and dismissing keeps it', async () => {
  const { testApp } = dashboard
  for (const name of ['a', 'b', 'c']) {
    const origin = `https://${name}.example.com`
    await testApp.call('POST', '/v1/connect/redirect-origins', { origin })
  }
  const page = await dashboard.open('/redirect-origins')
  const remove = page.getByRole('button', { name: 'Remove https://b.example.com' })
  await press(page, remove, 'Enter')
  const question = page.getByRole('dialog')
  await question.waitFor()
  await page.keyboard.press('Escape')
  await question.waitFor({ state: 'hidden' })
  expect(await focusedName(page)).toBe('Remove https://b.example.com')
  await page.keyboard.press('Enter')
  await press(page, question.getByRole('button', { name: 'Remove' }), 'Enter')
  await page.getByRole('row', { name: /b\.example/ }).waitFor({ state: 'detached' })
  await expect.poll(() => focusedName(page)).toMatch(/^(Copy|Remove):? https:/)
})

async function press(page: Page, button: ReturnType<Page['locator']>, key: string) {
  await button.focus()
  await page.keyboard.press(key)
}
