import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildKey, buildProfile } from '../../../server/test/build.ts'
import { message } from '../messages.ts'
import { type Dashboard, openDashboard } from './dashboard.ts'

let dashboard: Dashboard

beforeAll(async () => {
  dashboard = await openDashboard()
})
afterAll(async () => await dashboard.close())

/** An API request over HTTP. */
async function callWith(key: string, path: string) {
  const response = await fetch(new URL(path, dashboard.testApp.ctx.config.publicUrl), {
    headers: { authorization: `Bearer ${key}` },
  })
  // biome-ignore lint/suspicious/noExplicitAny: tests read untyped responses
  const body: any = await response.json()
  return { status: response.status, body }
}

test("a profile key created in the profile's menu works until it is revoked", async () => {
  const profile = await buildProfile(dashboard.testApp, { name: 'Storefront' })
  const page = await dashboard.open('/profiles')
  await page.getByRole('button', { name: 'Actions for Storefront' }).click()
  await page.getByRole('menuitem', { name: 'Create API key' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Checkout')
  await dialog.getByRole('button', { name: 'Create API key' }).click()
  const secret = await dialog.getByRole('textbox', { name: 'API key' }).inputValue()
  await dialog.getByText(`Authorization: Bearer ${secret}`).waitFor()
  const me = await callWith(secret, '/v1/me')
  expect(me.body).toMatchObject({ key: { kind: 'profile' }, profile: { id: profile.id } })
  expect((await callWith(secret, '/v1/profiles')).body.error.code).toBe('owner_key_required')
  await dialog.getByRole('button', { name: 'Done' }).click()

  await page.goto(new URL('/dashboard/api-keys', page.url()).href)
  expect(await page.content()).not.toContain(secret)
  await page.getByRole('button', { name: 'Actions for Checkout' }).click()
  await page.getByRole('menuitem', { name: 'Revoke' }).click()
  const question = page.getByRole('dialog', { name: 'Revoke “Checkout”?' })
  await question.getByText('Last used').waitFor()
  await question.getByRole('button', { name: 'Revoke' }).click()
  await page
    .getByRole('row', { name: /Checkout/ })
    .getByText('Revoked')
    .waitFor()
  expect((await callWith(secret, '/v1/me')).body.error.code).toBe('api_key_revoked')
})

test('active keys are listed before revoked ones, with the date they were created', async () => {
  const { testApp } = dashboard
  await testApp.call('POST', '/v1/api-keys', { name: 'Older key' })
  const { body } = await testApp.call('POST', '/v1/api-keys', { name: 'Revoked key' })
  await testApp.call('DELETE', `/v1/api-keys/${body.id}`)
  const page = await dashboard.open('/api-keys')
  const rows = page.getByRole('rowgroup').last().getByRole('row')
  await rows.filter({ hasText: 'Revoked key' }).waitFor()
  const statuses = (await rows.allInnerTexts()).map((text) => /Revoked$/m.test(text))
  expect(statuses).toEqual([...statuses].sort())
  const head = page.getByRole('columnheader')
  const column = (await head.allInnerTexts()).indexOf('Created')
  const cell = rows.filter({ hasText: 'Older key' }).getByRole('cell').nth(column)
  expect(await cell.locator('time').count()).toBe(1)
})

test('an API key without a name → said at its field, without a request', async () => {
  const page = await dashboard.open('/api-keys?new=1')
  const sent: string[] = []
  page.on('request', (request) => sent.push(request.method()))
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Create API key' }).click()
  await dialog.getByText('Enter a name.').waitFor()
  const name = dialog.getByRole('textbox', { name: 'Name' })
  expect(await name.getAttribute('aria-invalid')).toBe('true')
  expect(await page.evaluate(`document.activeElement.getAttribute('aria-invalid')`)).toBe('true')
  expect(sent).not.toContain('POST')
})

test('a new key can publish for a year and nothing else, unless more is chosen', async () => {
  const page = await dashboard.open('/api-keys?new=1')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Website')
  await dialog.getByRole('button', { name: 'Create API key' }).click()
  const secret = await dialog.getByRole('textbox', { name: 'API key' }).inputValue()
  const { body } = await callWith(secret, '/v1/me')
  expect(body.key.scopes.toSorted()).toEqual([
    'accounts:read',
    'media:read',
    'media:write',
    'posts:read',
    'posts:write',
  ])
  const { body: keys } = await dashboard.testApp.call('GET', '/v1/api-keys')
  const created = keys.data.find(({ name }: { name: string }) => name === 'Website')
  const days = (Date.parse(created.expires_at) - Date.parse(created.created_at)) / 86_400_000
  expect(Math.round(days)).toBe(365)
})

test('a key with selected scopes is limited to them', async () => {
  const page = await dashboard.open('/api-keys?new=1')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Reporting')
  await dialog.getByRole('combobox', { name: 'What is this key for?' }).click()
  await page.getByRole('option', { name: 'Full access' }).click()
  await dialog.getByRole('combobox', { name: 'What is this key for?' }).click()
  await page.getByRole('option', { name: 'Custom' }).click()
  await dialog.getByRole('button', { name: 'Create API key' }).click()
  await dialog.getByText('Select at least one permission.').waitFor()
  await dialog.getByRole('checkbox', { name: 'Read Accounts' }).check()
  await dialog.getByRole('button', { name: 'Create API key' }).click()
  const secret = await dialog.getByRole('textbox', { name: 'API key' }).inputValue()
  expect((await callWith(secret, '/v1/accounts')).status).toBe(200)
  expect((await callWith(secret, '/v1/posts')).body.error.code).toBe('insufficient_scope')
})

test('a key for an assistant drafts, publishes nothing, and is shown as its settings', async () => {
  const page = await dashboard.open('/api-keys?new=1')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Assistant')
  await dialog.getByRole('combobox', { name: 'What is this key for?' }).click()
  await page.getByRole('option', { name: 'Assistant (drafts only)' }).click()
  await dialog.getByRole('button', { name: 'Customize' }).click()
  expect(await dialog.getByRole('checkbox', { name: 'Write Drafts only' }).isChecked()).toBe(true)
  expect(await dialog.getByRole('checkbox', { name: 'Write Posts' }).isChecked()).toBe(false)
  await dialog.getByRole('button', { name: 'Create API key' }).click()
  const secret = await dialog.getByRole('textbox', { name: 'API key' }).inputValue()
  const settings = JSON.parse(await dialog.locator('pre').innerText())
  expect(settings.mcpServers.postern).toEqual({
    type: 'http',
    url: new URL('/mcp', page.url()).href,
    headers: { Authorization: `Bearer ${secret}` },
  })
  const post = (path: string, body: object = {}) =>
    dashboard.testApp.call('POST', path, body, { key: secret })
  const draft = await post('/v1/posts', { text: 'An idea', mode: 'draft' })
  expect(draft.status).toBe(201)
  const retried = await post(`/v1/posts/${draft.body.id}/retry`)
  expect(retried.body.error.code).toBe('insufficient_scope')
})

test('after rotation the old key works until the overlap ends', async () => {
  const old = await buildKey(dashboard.testApp)
  const page = await dashboard.open('/api-keys')
  await page.getByRole('button', { name: 'Actions for test' }).click()
  await page.getByRole('menuitem', { name: 'Rotate' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: 'Old key stays valid for' }).click()
  await page.getByRole('option', { name: '1 hour' }).click()
  await dialog.getByRole('button', { name: 'Rotate' }).click()
  const fresh = await dialog.getByRole('textbox', { name: 'API key' }).inputValue()
  expect((await callWith(old, '/v1/me')).status).toBe(200)
  expect((await callWith(fresh, '/v1/me')).status).toBe(200)
  dashboard.advance(3_601_000)
  expect((await callWith(old, '/v1/me')).body.error.code).toBe('api_key_revoked')
  expect((await callWith(fresh, '/v1/me')).status).toBe(200)
})

test('after a rotation the old key is marked as replaced, and revoking asks with its beginning', async () => {
  const { testApp } = dashboard
  const { body: old } = await testApp.call('POST', '/v1/api-keys', { name: 'Rotated' })
  const rotation = { overlap_seconds: 3_600 }
  const { body: fresh } = await testApp.call('POST', `/v1/api-keys/${old.id}/rotate`, rotation)
  const page = await dashboard.open('/api-keys')
  const row = page.getByRole('row').filter({ hasText: old.hint })
  await row.getByText('Replaced', { exact: true }).waitFor()
  await row.getByText('Valid until').waitFor()
  const freshRow = page.getByRole('row').filter({ hasText: fresh.hint })
  await freshRow.getByText('Active', { exact: true }).waitFor()
  await row.getByRole('button', { name: 'Actions for Rotated' }).click()
  await page.getByRole('menuitem', { name: 'Revoke' }).click()
  const question = page.getByRole('dialog', { name: 'Revoke “Rotated”?' })
  for (const text of [`${old.hint}…`, /^Created: .*\d\d:\d\d/, 'Last used: never', 'Replaced']) {
    await question.getByText(text).waitFor()
  }
})

test('a return domain that is refused says what to enter', async () => {
  const page = await dashboard.open('/redirect-origins')
  await page.getByRole('heading', { name: 'No return domains' }).waitFor()
  const field = page.getByRole('textbox', { name: 'Domain of your app' })
  const refusals = [
    ['http://app.example.com', 'Enter a domain such as app.example.com, without http://.'],
    ['https://*.example.com', 'Wildcards (*) are not possible.'],
    ['my app', message('api', 'details.origin.not_a_url')],
  ]
  for (const [typed, sentence] of refusals) {
    await field.fill(typed!)
    await page.getByRole('button', { name: 'Add domain' }).click()
    await page.getByText(sentence!).waitFor()
  }
})

test('a pasted URL is registered as its domain, which can be copied and removed', async () => {
  const page = await dashboard.open('/redirect-origins')
  const field = page.getByRole('textbox', { name: 'Domain of your app' })
  await field.fill('app.example.com/connected')
  await page.getByText('Will be added as https://app.example.com').waitFor()
  await page.getByRole('button', { name: 'Add domain' }).click()
  await page.getByRole('row', { name: /https:\/\/app\.example\.com/ }).waitFor()
  expect(await field.inputValue()).toBe('')
  await field.fill('https://app.example.com/other')
  await page.getByText('https://app.example.com is already registered').waitFor()
  await page.getByRole('button', { name: 'Copy: https://app.example.com' }).waitFor()
  await page.getByRole('button', { name: 'Remove https://app.example.com' }).click()
  await page.getByRole('dialog').getByText('No open invitation or link returns there').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('heading', { name: 'No return domains' }).waitFor()
})
