import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildAccount, buildKey, buildProfile } from '../../../server/test/build.ts'
import { message } from '../messages.ts'
import { openStaff } from '../staff-session.ts'
import { type Dashboard, openDashboard } from './dashboard.ts'

let dashboard: Dashboard
let profile: string
let website: Key
let failedId: string

type Key = { id: string; secret: string }

beforeAll(async () => {
  dashboard = await openDashboard()
  const { testApp } = dashboard
  profile = (await buildProfile(testApp, { name: 'Bergmann Bakery' })).id
  website = await createKey('Website')
  testApp.clock.advance(60_000)
  const failed = await testApp.call(
    'POST',
    '/v1/posts',
    { text: 7, targts: [] },
    { key: website.secret },
  )
  failedId = failed.headers.get('x-request-id')!
  await testApp.call('GET', '/v1/accounts', undefined, { key: website.secret })
  await testApp.requestLog.flush()
})
afterAll(async () => await dashboard.close())

async function createKey(name: string): Promise<Key> {
  const key = { name, profile_id: profile }
  return (await dashboard.testApp.call('POST', '/v1/api-keys', key)).body
}

test('a failed request is found by its status and shows its code, fields and key', async () => {
  const page = await dashboard.open(`/requests?key=${website.id}`)
  await page.getByRole('combobox', { name: 'Status' }).click()
  await page.getByRole('option', { name: 'Rejected (4xx)' }).click()
  await page.waitForURL(/status=4xx/)
  await expect.poll(() => page.locator('tbody tr').count()).toBe(1)
  await page.getByRole('link', { name: 'POST /v1/posts' }).click()
  const dialog = page.getByRole('dialog', { name: 'Request details' })
  await dialog.getByText('validation_failed', { exact: true }).waitFor()
  for (const text of ['targts', 'unrecognized_keys', 'createPost', 'Bergmann Bakery']) {
    await dialog.getByText(text, { exact: true }).waitFor()
  }
  expect(await dialog.getByRole('textbox', { name: 'Request ID' }).inputValue()).toBe(failedId)
  const about = dialog.getByRole('link', { name: 'What validation_failed means' })
  expect(await about.getAttribute('href')).toBe('/docs/errors#validation_failed')
  await page.reload()
  await dialog.getByText('validation_failed', { exact: true }).waitFor()
  await dialog.getByRole('link', { name: 'View requests of this key' }).click()
  await page.waitForURL(`**/requests?key=${website.id}`)
  await expect.poll(() => page.locator('tbody tr').count()).toBe(2)
})

test('a request refused for a limit shows the field, the reason, the limit and what was sent', async () => {
  const { testApp } = dashboard
  const account = await buildAccount(testApp, { profile_id: profile, platform: 'threads' })
  const targets = [{ account_id: account.id }]
  const post = { mode: 'now', text: 'x'.repeat(600), targets }
  await testApp.call('POST', '/v1/posts', post)
  await testApp.requestLog.flush()
  const page = await dashboard.open('/requests?status=422')
  const row = page.getByRole('row').filter({ hasText: 'content_invalid' })
  await row.getByText('targets.0.text: text_bytes_too_long').waitFor()
  await row.getByText('targets.0.text: text_bytes_too_long').click()
  const dialog = page.getByRole('dialog', { name: 'Request details' })
  await dialog.getByText('text_bytes_too_long', { exact: true }).waitFor()
  await dialog.getByText('limit 500, sent 600').waitFor()
})

test('selecting a text of a row does not open it', async () => {
  const page = await dashboard.open('/requests?status=4xx')
  const code = page.getByRole('row').filter({ hasText: 'Website' }).getByText('validation_failed')
  await code.waitFor()
  await code.evaluate((element) => getSelection()!.selectAllChildren(element))
  await code.click()
  expect(await page.getByRole('dialog').count()).toBe(0)
  await page.evaluate('getSelection().removeAllRanges()')
  await code.click()
  await page.getByRole('dialog', { name: 'Request details' }).waitFor()
})

test('new requests are shown after a refresh', async () => {
  const { testApp } = dashboard
  const page = await dashboard.open('/requests?operation=getMe')
  await page.getByText('No results for these filters.').waitFor()
  await testApp.call('GET', '/v1/me')
  await testApp.requestLog.flush()
  await page.getByRole('button', { name: 'Refresh' }).click()
  await page.getByRole('link', { name: 'GET /v1/me' }).waitFor()
})

test('a request shows its time with seconds and links to the resource of its path', async () => {
  const { testApp } = dashboard
  const path = `/v1/profiles/${profile}`
  const key = await createKey('Reader')
  await testApp.call('GET', path, undefined, { key: key.secret })
  await testApp.requestLog.flush()
  const page = await dashboard.open(`/requests?key=${key.id}`)
  const row = page.getByRole('row').filter({ hasText: path })
  expect(await row.locator('time').innerText()).toMatch(/\d\d:\d\d:\d\d$/)
  await page.getByRole('link', { name: `GET ${path}` }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'View resource' }).click()
  await page.waitForURL(`**/profiles/${profile}**`)
})

test('the details name the access of the key, and say that an own ID in the path is not stored', async () => {
  const { testApp } = dashboard
  await testApp.call('GET', '/v1/profiles/bakery-7')
  await testApp.requestLog.flush()
  const page = await dashboard.open('/requests')
  await page.getByRole('link', { name: 'GET /v1/profiles/{id}' }).click()
  const dialog = page.getByRole('dialog', { name: 'Request details' })
  await dialog.getByText(message('requests', 'pathValues')).waitFor()
  await dialog.getByText('Key’s access', { exact: true }).waitFor()
  await dialog.getByText('All profiles', { exact: true }).waitFor()
})

test('requests are limited to a period or to chosen days', async () => {
  const { testApp } = dashboard
  const key = await createKey('Platforms')
  const read = () => testApp.call('GET', '/v1/platforms', undefined, { key: key.secret })
  await read()
  dashboard.advance(2 * 3_600_000)
  await read()
  await testApp.requestLog.flush()
  const page = await dashboard.open(`/requests?key=${key.id}`)
  const rows = page.locator('tbody tr')
  await expect.poll(() => rows.count()).toBe(2)
  const period = page.getByRole('combobox', { name: 'Period' })
  await period.click()
  await page.getByRole('option', { name: 'Last hour' }).click()
  await page.waitForURL('**range=1')
  await expect.poll(() => rows.count()).toBe(1)
  await period.click()
  await page.getByRole('option', { name: 'Choose days' }).click()
  await page.getByRole('button', { name: 'From: Pick a date' }).click()
  await page.getByRole('button', { name: '22 November 2026' }).click()
  await page.waitForURL('**from=2026-11-22')
  await page.getByText('No results for these filters.').waitFor()
  await page.getByRole('button', { name: 'To: Pick a date' }).click()
  await page.getByRole('button', { name: '21 November 2026' }).click()
  await page.getByText('This day is before the first one.').waitFor()
  await page.getByRole('button', { name: 'Reset filters' }).click()
  await expect.poll(() => rows.count()).toBeGreaterThan(2)
})

test('rare filters open on request, and by themselves when a link sets one', async () => {
  const page = await dashboard.open('/requests')
  const code = page.getByRole('textbox', { name: 'Error code' })
  await page.getByRole('button', { name: 'More filters' }).click()
  await code.waitFor()
  await page.goto(`${page.url()}?code=validation_failed`)
  await code.waitFor()
  expect(await code.inputValue()).toBe('validation_failed')
})

test('the menu of a key leads to its requests', async () => {
  const page = await dashboard.open('/api-keys')
  await page.getByRole('button', { name: 'Actions for Website' }).click()
  await page.getByRole('menuitem', { name: 'View requests' }).click()
  await page.waitForURL(`**/requests?key=${website.id}`)
  await page.getByRole('link', { name: 'POST /v1/posts' }).waitFor()
  const key = page.getByRole('combobox', { name: 'API key' })
  await expect.poll(() => key.inputValue()).toBe('Website')
})

test('staff see the requests of keys of their profiles', async () => {
  const { testApp } = dashboard
  const other = await buildProfile(testApp, { name: 'Rival' })
  const key = await buildKey(testApp, { profile_id: other.id })
  await testApp.call('GET', '/v1/media', undefined, { key })
  await testApp.requestLog.flush()
  const page = await openStaff(dashboard, { profiles: [profile] })
  await page.getByRole('link', { name: 'Requests' }).click()
  await page.getByRole('link', { name: 'POST /v1/posts' }).click()
  await page.getByRole('dialog').getByText('Website', { exact: true }).waitFor()
  expect(await page.getByText('/v1/media').count()).toBe(0)
})
