import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildProfile } from '../../../server/test/build.ts'
import { buildMedia } from '../../../server/test/media-files.ts'
import { type Dashboard, openDashboard } from './dashboard.ts'

let dashboard: Dashboard

beforeAll(async () => {
  dashboard = await openDashboard()
  await dashboard.testApp.call('PATCH', '/v1/connect/settings', { brand_name: 'Atelier Nord' })
})
afterAll(async () => await dashboard.close())

test("without a registered origin the link form proposes the installation's own page", async () => {
  const { testApp } = dashboard
  const origins = await dashboard.open('/redirect-origins')
  await origins.getByText('Clients end on a page with your brand').waitFor()
  const profile = await buildProfile(testApp)
  const form = await dashboard.open(`/connect-links?new=1&profile=${profile.id}`)
  await form.getByRole('button', { name: 'More options' }).click()
  const field = form.getByRole('combobox', { name: 'Return URL' })
  expect(await field.inputValue()).toBe(`${testApp.ctx.config.publicUrl}/connect/done`)
  await form.getByRole('dialog').getByRole('button', { name: 'Create invitation' }).click()
  await form.getByRole('textbox', { name: 'Link' }).waitFor()
})

test('removing an origin says how many links return there and affects them as described', async () => {
  const { testApp } = dashboard
  const origin = 'https://leaving.example.com'
  await testApp.call('POST', '/v1/connect/redirect-origins', { origin })
  const profile = await buildProfile(testApp)
  const link = await testApp.call('POST', `/v1/profiles/${profile.id}/connect-links`, {
    redirect_url: `${origin}/back`,
  })
  const page = await dashboard.open('/redirect-origins')
  await page.getByRole('button', { name: `Remove ${origin}` }).click()
  await page.getByRole('dialog').getByText('1 open invitation or link returns there.').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('row', { name: origin }).waitFor({ state: 'detached' })
  const after = await testApp.call('GET', `/v1/connect-links/${link.body.id}`)
  expect(after.body.status).toBe('revoked')
})

test('a profile without a key offers to create one', async () => {
  const profile = await buildProfile(dashboard.testApp, { name: 'Halde Cycles' })
  const page = await dashboard.open(`/profiles/${profile.id}`)
  await page.getByRole('button', { name: 'For developers' }).click()
  await page.getByText('No keys for this profile.').waitFor()
  await page.getByRole('button', { name: 'Create API key' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Name' }).fill('the shop')
  await dialog.getByRole('button', { name: 'Create API key' }).click()
  const key = await page.getByRole('textbox', { name: 'API key' }).inputValue()
  expect(key).toMatch(/^pst_profile_/)
})

test('the API keys page shows the base URL as the reference does', async () => {
  const page = await dashboard.open('/api-keys')
  const { body } = await dashboard.testApp.call('GET', '/v1/openapi.json')
  await page.getByText(body.servers[0].url, { exact: true }).waitFor()
  const reference = page.getByRole('link', { name: 'API reference' })
  expect(await reference.getAttribute('href')).toBe('/docs')
})

test('an entry is a sentence that links to its resource, and its details filter by it', async () => {
  const { testApp } = dashboard
  const profile = await buildProfile(testApp, { name: 'Studio Iris' })
  const media = await buildMedia(testApp, { profile: profile.id })
  await testApp.call('DELETE', `/v1/media/${media.id}`)
  const page = await dashboard.open('/audit-log')
  await page
    .getByText(/deleted a deleted media file|deleted a media file/)
    .first()
    .waitFor()
  await page.getByRole('link', { name: 'the profile “Studio Iris”' }).click()
  await page.waitForURL(/\/profiles\/prof_/)
  await page.goBack()
  const entries = page.getByRole('main').getByRole('listitem')
  const row = entries.filter({ hasText: 'created the profile “Studio Iris”' })
  await row.getByRole('button', { name: /^Details/ }).click()
  const dialog = page.getByRole('dialog', { name: 'created the profile “Studio Iris”' })
  await dialog.getByText('createProfile', { exact: true }).waitFor()
  await dialog.getByRole('link', { name: 'Show all changes to this resource' }).click()
  await page.waitForURL(/resource=prof_/)
  await expect.poll(() => entries.count()).toBe(1)
  await page.getByRole('button', { name: 'Show all', exact: true }).click()
  await expect.poll(() => entries.count()).toBeGreaterThan(1)
})

test('the audit log includes the whole last day of a range, also when clocks go back', async () => {
  const page = await dashboard.open('/')
  const asked = page.waitForRequest(/\/v1\/audit-log\?.*to=/)
  // In Berlin this day of 2026 has 25 hours and ends at 23:00 UTC.
  await page.goto(new URL('/dashboard/audit-log?to=2026-10-25', page.url()).href)
  const to = new URL((await asked).url()).searchParams.get('to')
  expect(to).toBe('2026-10-25T23:00:00.000Z')
})

test('the audit log says how many entries a CSV file holds', async () => {
  const page = await dashboard.open('/audit-log')
  await page.getByText('A CSV file holds the newest 10,000 entries').waitFor()
})

test('the audit log exports the entries of its filters as CSV', async () => {
  await buildProfile(dashboard.testApp, { name: 'Studio Mohn' })
  const page = await dashboard.open('/audit-log?action=createProfile')
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV' }).click(),
  ])
  expect(file.suggestedFilename()).toBe('audit-log-2026-11-21.csv')
  const [head, first, ...others] = String(await buffer(await file.createReadStream()))
    .trimEnd()
    .split('\r\n')
  expect(head).toMatch(/^\uFEFFat,actor_kind,/)
  expect(first).toContain(',createProfile,profile,')
  expect(first).toContain(',Studio Mohn,')
  expect(others.every((line) => line.includes(',createProfile,'))).toBe(true)
})
