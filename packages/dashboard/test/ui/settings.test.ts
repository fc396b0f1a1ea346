import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildProfile, buildWebhook } from '../../../server/test/build.ts'
import { emitComments } from '../../../server/test/build-webhook.ts'
import { keyboardOn } from '../keyboard-user.ts'
import { owner } from '../sign-in.ts'
import { type Dashboard, openDashboard } from './dashboard.ts'

let dashboard: Dashboard

beforeAll(async () => {
  dashboard = await openDashboard()
})
afterAll(async () => await dashboard.close())

test.each(['Your account', 'Installation'])('%s is saved only after a change', async (title) => {
  const page = await dashboard.open('/settings')
  const section = page.getByRole('region', { name: title })
  const name = section.getByRole('textbox', { name: /name/i })
  const save = section.getByRole('button', { name: 'Save' })
  await name.waitFor()
  expect(await save.isDisabled()).toBe(true)
  const before = await name.inputValue()
  await name.fill(`${before} II`)
  expect(await save.isEnabled()).toBe(true)
  await name.fill(before)
  expect(await save.isDisabled()).toBe(true)
  await name.fill(`${before} II`)
  await save.click()
  await page.getByText('Saved', { exact: true }).waitFor()
  await expect.poll(() => save.isDisabled()).toBe(true)
  expect(await name.inputValue()).toBe(`${before} II`)
})

test('the password is changed once both passwords are entered', async () => {
  const page = await dashboard.open('/settings')
  const change = page.getByRole('button', { name: 'Change password' })
  await page.getByRole('textbox', { name: 'Current password' }).fill('one that is wrong')
  expect(await change.isDisabled()).toBe(true)
  await page.getByRole('textbox', { name: 'New password' }).fill('a sentence that is new to all')
  expect(await change.isEnabled()).toBe(true)
})

test('an empty name and a short password are named at their fields, which get the focus', async () => {
  const page = await dashboard.open('/settings')
  const you = page.getByRole('region', { name: 'Your account' })
  await you.getByRole('textbox', { name: 'Name' }).fill('')
  await you.getByRole('button', { name: 'Save' }).click()
  await you.getByText('Enter a name.').waitFor()
  await expect.poll(keyboardOn(page).focused).toMatch(/^Name/)
  await page.getByRole('textbox', { name: 'Current password' }).fill(owner.password)
  await page.getByRole('textbox', { name: 'New password' }).fill('short')
  await page.getByRole('button', { name: 'Change password' }).click()
  await page.getByText('Use at least 12 characters.').waitFor()
  await expect.poll(keyboardOn(page).focused).toMatch(/^New password/)
})

test('a warning is shown in the section that it concerns', async () => {
  const page = await dashboard.open('/system')
  const deliveries = page.getByRole('region', { name: 'Webhook deliveries' })
  await deliveries.getByText(/ALLOW_PRIVATE_WEBHOOKS/).waitFor()
  const alerts = page.getByRole('alert').filter({ hasText: 'ALLOW_PRIVATE_WEBHOOKS' })
  expect(await alerts.count()).toBe(0)
})

test('the system page names the database server, what a failover costs, and the span that may be lost', async () => {
  await dashboard.testApp.ctx.db.pool.query(
    `insert into database_server (system_identifier, timeline, beats, seen_at, changed_at, lost_since,
       lost_until) values ('1', 1, 0, now(), '2026-11-20T10:00:05Z', '2026-11-20T10:00:00Z',
       '2026-11-20T10:00:10Z')
     on conflict (is_only) do update set changed_at = excluded.changed_at,
       lost_since = excluded.lost_since, lost_until = excluded.lost_until`,
  )
  const page = await dashboard.open('/system')
  const server = page.getByRole('region', { name: 'Database server' })
  await server.getByText('A crash can lose commits and publish posts twice.').waitFor()
  expect(await server.getByRole('term').allInnerTexts()).toEqual([
    'Role',
    'Replication',
    'Last failover',
    'Commits that may be missing',
  ])
  const [role, replication, failover] = await server.getByRole('definition').allInnerTexts()
  expect([role, replication]).toEqual(['Primary', 'No replica'])
  expect(failover).toContain('11:00:05')
})

test('the system page counts idle jobs, lists those that wait, and links to the guide', async () => {
  const page = await dashboard.open('/system')
  const jobs = page.getByRole('region', { name: 'Background jobs' })
  await jobs.getByText('8 jobs idle', { exact: true }).waitFor()
  expect(await jobs.getByRole('definition').count()).toBe(0)
  const guide = page.getByRole('link', { name: 'Operations guide' })
  const { publicUrl } = dashboard.testApp.ctx.config
  const served = await fetch(new URL((await guide.getAttribute('href'))!, publicUrl))
  expect(served.status).toBe(200)

  await buildWebhook(dashboard.testApp)
  await emitComments(dashboard.testApp, await buildProfile(dashboard.testApp), ['Rye?'])
  dashboard.advance(120_000)
  await page.reload()
  await jobs.getByText('7 jobs idle', { exact: true }).waitFor()
  expect(await jobs.getByRole('term').allInnerTexts()).toEqual(['Webhook deliveries'])
  expect(await jobs.getByRole('definition').allInnerTexts()).toEqual(['2 minutes'])
})
