import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AuditDashboard, openAuditDashboard, openDetails } from './audit-dashboard.ts'
import { owner } from './dashboard.ts'

let audit: AuditDashboard

beforeAll(async () => {
  audit = await openAuditDashboard()
}, 60_000)
afterAll(async () => await audit.close())

test('the details of a failed change say why, if the request log has its request', async () => {
  const { testApp } = audit.dashboard
  const { status, body } = await audit.failReply()
  expect([status, body.error.code]).toEqual([502, 'platform_error'])
  await testApp.requestLog.flush()
  const page = await audit.dashboard.open('/audit-log?action=replyToComment')
  const dialog = await openDetails(page)
  await dialog.getByText('The platform rejected the request or failed.').waitFor()
  await dialog.getByText('platform_error', { exact: true }).waitFor()
  const about = dialog.getByRole('link', { name: 'What platform_error means' })
  expect(await about.getAttribute('href')).toBe('/docs/errors#platform_error')
  await audit.dashboard.check(page, 'the details of a failed change')
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

test('a link at the end of a wrapped line is not underlined beyond its last word', async () => {
  const page = await audit.dashboard.open('/audit-log?action=hideComment', { viewport: 'phone' })
  await page
    .getByRole('link', { name: /the comment by/ })
    .first()
    .waitFor()
  // Preserved spaces at the end of a line would be underlined.
  const style = `getComputedStyle(document.querySelector('a[href*="comment="]')).whiteSpace`
  expect(await page.evaluate(style)).toBe('normal')
})
