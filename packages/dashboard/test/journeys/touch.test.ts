import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildProfile } from '../../../server/test/build.ts'
import { buildWebhook } from '../../../server/test/build-webhook.ts'
import { openInbox } from '../../../server/test/inbox.ts'
import { advanceUntilIdle } from '../../../server/test/publishing.ts'
import { boxOf, type Dashboard, openDashboard, settled } from '../dashboard.ts'
import { addFiles, photo } from '../publishing-seed.ts'

const phone = { viewport: 'phone', touch: true } as const

let dashboard: Dashboard

beforeAll(async () => {
  dashboard = await openDashboard()
})
afterAll(async () => await dashboard.close())

test('a post with two pictures is written by touch, in the order that was tapped', async () => {
  const { testApp } = dashboard
  const { id: profileId } = await buildProfile(testApp, { name: 'Bergmann Bakery' })
  await openInbox(testApp, 'threads', { profileId })
  const page = await dashboard.open('/', phone)
  await page.getByRole('button', { name: 'Menu', exact: true }).tap()
  await page.getByRole('button', { name: /^Profile:/ }).tap()
  await page.getByRole('option', { name: 'Bergmann Bakery' }).tap()
  await page.getByRole('link', { name: 'Posts', exact: true }).tap()
  await page.getByRole('heading', { name: 'Posts', level: 1 }).waitFor()
  await page.getByRole('link', { name: 'New post' }).first().tap()
  await page.getByRole('checkbox', { name: /^Threads/, checked: true }).waitFor()
  await page.getByText('Now', { exact: true }).tap()
  await page.getByRole('textbox', { name: 'Text', exact: true }).fill('Rye, by hand')
  await addFiles(page, [
    { name: 'one.jpg', buffer: await photo() },
    { name: 'two.jpg', buffer: await photo() },
  ])
  // The drag handle is for a mouse; touch uses the arrow buttons.
  await page.getByRole('button', { name: 'Move two.jpg up' }).tap()
  await page.getByRole('listitem').first().getByText('1. two.jpg').waitFor()
  await page.getByText('Ready for all platforms').waitFor()
  await page.getByRole('button', { name: 'Preview' }).tap()
  const preview = page.getByRole('dialog', { name: 'Preview' })
  await preview.getByText('Rye, by hand').waitFor()
  await page.keyboard.press('Escape')
  await preview.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Publish now' }).tap()
  await page.waitForURL(/\/posts\/post_/)
  await advanceUntilIdle(testApp)
  await page.getByRole('link', { name: 'Open on Threads' }).waitFor()
  const id = new URL(page.url()).pathname.split('/').at(-1)
  expect((await testApp.call('GET', `/v1/posts/${id}`)).body.media).toHaveLength(2)

  // A tap shows the exact time, as the mouse does. Opened again, because a tooltip closes when its time changes.
  await page.reload()
  await settled(page)
  await page.locator('time').first().tap()
  await page.getByRole('tooltip').getByText(/2026/).waitFor()
})

test('the area of an icon button is larger than it looks', async () => {
  const { id } = await buildWebhook(dashboard.testApp, { url: 'https://receiver.example/hook' })
  const page = await dashboard.open(`/webhooks/${id}`, phone)
  const menu = await boxOf(page.getByRole('button', { name: 'Actions' }))
  await page.touchscreen.tap(menu.x + menu.width / 2, menu.y - 4)
  await page.getByRole('menuitem').first().waitFor()
})
