import { afterAll, beforeAll, expect, test } from 'vitest'
import { dayHeading } from '../../src/pages/audit-log/day-heading.ts'
import { owner } from '../sign-in.ts'
import {
  type AuditDashboard,
  entriesOf,
  openAuditDashboard,
  openDetails,
} from './audit-dashboard.ts'

let audit: AuditDashboard

beforeAll(async () => {
  audit = await openAuditDashboard()
}, 60_000)
afterAll(async () => await audit.close())

const unknownId = `aud_${'0'.repeat(26)}`

test('the URL of an open entry opens it again, also where the list does not have it', async () => {
  const page = await audit.dashboard.open('/audit-log?action=createInvitation')
  await openDetails(page)
  await page.waitForURL(/entry=aud_/)
  await page.reload()
  await page.getByRole('dialog').getByText('createInvitation', { exact: true }).waitFor()
  const id = new URL(page.url()).searchParams.get('entry')
  await page.goto(new URL(`/dashboard/audit-log?action=hideComment&entry=${id}`, page.url()).href)
  await page.getByRole('dialog').getByText('createInvitation', { exact: true }).waitFor()
  await page.keyboard.press('Escape')
  await page.waitForURL((url) => !url.searchParams.has('entry'))
})

test('Copy link in the details copies the URL of the entry, without filters', async () => {
  const page = await audit.dashboard.open('/audit-log?action=createInvitation')
  const dialog = await openDetails(page)
  await page.waitForURL(/entry=aud_/)
  const entry = new URL(page.url()).searchParams.get('entry')
  await dialog.getByRole('button', { name: 'Copy link' }).click()
  await dialog.getByRole('button', { name: 'Copied' }).waitFor()
  const copied = await page.evaluate('navigator.clipboard.readText()')
  expect(copied).toBe(new URL(`/dashboard/audit-log?entry=${entry}`, page.url()).href)
})

test.each([unknownId, 'no-id'])('an unknown entry (%s) is a notice above the list', async (id) => {
  const page = await audit.dashboard.open(`/audit-log?entry=${id}`)
  await page.getByText('Entry not found').waitFor()
  await entriesOf(page).first().waitFor()
  expect(await page.getByRole('dialog').count()).toBe(0)
  await page.getByRole('main').getByRole('button', { name: 'Close' }).click()
  await page.waitForURL((url) => !url.searchParams.has('entry'))
})

test('the entries are under headings of their days', async () => {
  const { testApp } = audit.dashboard
  const query = `update audit_entry set at = at - interval '1 day' where action = 'createInvitation'`
  await testApp.ctx.db.pool.query(query)
  const page = await audit.dashboard.open('/audit-log')
  const headings = page.getByRole('main').getByRole('heading', { level: 2 })
  await headings.nth(1).waitFor()
  expect(await headings.allTextContents()).toEqual(['Today', 'Yesterday'])
  const yesterday = page.locator('section').filter({ hasText: 'Yesterday' })
  await yesterday.getByText('created an invitation').first().waitFor()
  expect(await yesterday.getByText('created the profile').count()).toBe(0)
})

test('a day before yesterday is headed by its weekday and date, with the year in other years', () => {
  const now = new Date('2026-11-25T10:00:00Z')
  expect(dayHeading('2026-11-23T10:00:00Z', 'en-GB', now)).toMatch(/^Monday,? 23 November$/)
  expect(dayHeading('2026-11-23T10:00:00Z', 'de', now)).toBe('Montag, 23. November')
  expect(dayHeading('2025-11-23T10:00:00Z', 'de', now)).toBe('Sonntag, 23. November 2025')
  expect(dayHeading('2026-11-24T10:00:00Z', 'de', now)).toBe('Gestern')
})

test('on phones the filters are behind a button with the number of active ones', async () => {
  const page = await audit.dashboard.open('/audit-log?kind=comments&to=2026-11-21', {
    viewport: 'phone',
  })
  const button = page.getByRole('button', { name: 'Filters (2)' })
  await button.waitFor()
  const kind = page.getByRole('combobox', { name: 'Kind of change' })
  expect(await kind.count()).toBe(0)
  await button.click()
  await kind.waitFor()
})

test('the details of a failed change say why, if the request log has its request', async () => {
  const { testApp } = audit.dashboard
  const { status, body } = await audit.failReply()
  expect([status, body.error.code]).toEqual([502, 'platform_error'])
  await testApp.requestLog.flush()
  const page = await audit.dashboard.open('/audit-log?action=replyToComment')
  const dialog = await openDetails(page)
  await dialog.getByText('The platform rejected the request or failed.').waitFor()
  await dialog.getByText('Failed · 502').waitFor()
  await dialog.getByText('platform_error', { exact: true }).waitFor()
  const about = dialog.getByRole('link', { name: 'What platform_error means' })
  expect(await about.getAttribute('href')).toBe('/docs/errors#platform_error')
})

test('the details are titled by their sentence and say that the change succeeded', async () => {
  const { testApp } = audit.dashboard
  await testApp.call('POST', `/v1/comments/${audit.seeded.comment.id}/hide`, { hidden: true })
  const page = await audit.dashboard.open('/audit-log?action=hideComment')
  const dialog = await openDetails(page)
  const name = audit.seeded.comment.author_username
  await page.getByRole('dialog', { name: `hid the comment by ${name}` }).waitFor()
  await dialog.getByText('Succeeded · 200').waitFor()
  await dialog.getByText(/^API key “.+”$/).waitFor()
  expect(await dialog.getByText('Reason', { exact: true }).count()).toBe(0)
})

test('a member is named without the kind of actor', async () => {
  const page = await audit.dashboard.open('/audit-log?action=redeemSignInLink')
  const dialog = await openDetails(page)
  await dialog.getByText('Succeeded · ').waitFor()
  const facts = await dialog.getByText(owner.name, { exact: true }).allTextContents()
  // In the title and next to "Who".
  expect(facts).toEqual([owner.name, owner.name])
})
