import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildAccount } from '../../../server/test/build.ts'
import { connectNewPerson } from '../../../server/test/publishing.ts'
import { addFiles, type Bakery, compose, openBakery, photo } from '../publishing-seed.ts'
import { type Dashboard, openDashboard } from './dashboard.ts'

let dashboard: Dashboard
let bakery: Bakery

beforeAll(async () => {
  dashboard = await openDashboard()
  bakery = await openBakery(dashboard.testApp)
  await setFacts(bakery.threads, { textMax: 5_000, urlChars: 23, mediaMax: 16, altTextMax: 300 })
})
afterAll(async () => await dashboard.close())

/** Stores what the account's server allows, as a login or the daily check does. */
async function setFacts(accountId: string, limits: Record<string, number>): Promise<void> {
  const facts = JSON.stringify({ server: 'social.example', software: null, ...limits })
  const { ctx } = dashboard.testApp
  await ctx.db.query.updateTable('account').set({ facts }).where('id', '=', accountId).execute()
}

const altText = (page: Page) => page.getByRole('textbox', { name: 'Alt text for loaf.jpg' })

test('an account of a server with its own limits → counter, files and alt text follow them', async () => {
  const link = `https://bakery.example/${'long/'.repeat(40)}`
  const page = await compose(dashboard, bakery, `Bread: ${link}`, ['Threads'])
  await page.getByRole('img', { name: 'Threads: 30 / 5,000 bytes' }).waitFor()
  await page.getByText('The selected accounts accept up to 16 files per post.').waitFor()
  await addFiles(page, [{ name: 'loaf.jpg', buffer: await photo() }])
  expect(await altText(page).getAttribute('maxlength')).toBe('300')
})

test('accounts with different limits → the lowest limits are shown', async () => {
  const { id } = await connectNewPerson(dashboard.testApp, bakery.profile)
  const page = await compose(dashboard, bakery, 'Bread', ['Threads: anna', 'Threads: person'])
  await page.getByRole('img', { name: 'Threads: 5 / 500 bytes' }).waitFor()
  await page.getByText('The selected accounts accept up to 16 files per post.').waitFor()
  await setFacts(id, { mediaMax: 1 })
  await page.reload()
  await page.getByText('The selected accounts accept 1 file per post.').waitFor()
})

test('a text with short links → the counter and the preview have what is published', async () => {
  const { testApp } = dashboard
  const account = await buildAccount(testApp, { profile_id: bakery.profile, platform: 'bluesky' })
  const text = 'Bread: https://www.bakery.example/menu/2026/winter?utm=1'
  const target = { account_id: account.id, options: { shorten_links: true } }
  const draft = { mode: 'draft', text, targets: [target] }
  const { body } = await testApp.call('POST', '/v1/posts', draft)
  const page = await dashboard.open(`/posts/${body.id}/edit`)
  await page.getByRole('img', { name: 'Bluesky: 36 / 300' }).waitFor()
  await page.getByText('Bread: bakery.example/menu/2026/win…').waitFor()
})

test('the text limits of an account in German', async () => {
  const page = await dashboard.open(`/posts/new?profile=${bakery.profile}`, { language: 'de' })
  await page.getByRole('checkbox', { name: /^Instagram/ }).click()
  await page.getByText('Die ausgewählten Konten erlauben bis zu 10 Dateien pro Beitrag.').waitFor()
})

test('an account says which capabilities its platform does not offer', async () => {
  const page = await dashboard.open(`/accounts/${bakery.instagram}`)
  await page.getByText('Delete posts: not offered by Instagram').waitFor()
  expect(await page.getByText('not offered').count()).toBe(1)
})
