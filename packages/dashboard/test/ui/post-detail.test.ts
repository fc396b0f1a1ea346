import type { Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { buildMedia } from '../../../server/test/media-files.ts'
import {
  advanceUntilIdle,
  connectAccount,
  connectNewPerson,
} from '../../../server/test/publishing.ts'
import { message } from '../messages.ts'
import {
  type Bakery,
  breakThreads,
  clearFaults,
  inHours,
  openBakery,
  photo,
  writePost,
} from '../publishing-seed.ts'
import { type Dashboard, openDashboard } from './dashboard.ts'

let dashboard: Dashboard
let bakery: Bakery

beforeAll(async () => {
  dashboard = await openDashboard()
  bakery = await openBakery(dashboard.testApp)
})
afterEach(async () => await clearFaults(dashboard.testApp))
afterAll(async () => await dashboard.close())

test('a scheduled post says its time and its status once, and has its text as its title', async () => {
  const id = await writePost(dashboard.testApp, bakery, {
    mode: 'schedule',
    scheduled_at: inHours(dashboard.testApp, 2),
  })
  const page = await dashboard.open(`/posts/${id}`)
  const accounts = page.getByRole('list', { name: 'Accounts' })
  await accounts.getByText('Scheduled').waitFor()
  await page.getByRole('heading', { level: 1, name: 'Rye is back', exact: true }).waitFor()
  await page.getByText(/^Scheduled today/).waitFor()
  expect(await page.title()).toBe('Rye is back · Postern')
  expect(await page.getByText('Scheduled', { exact: true }).count()).toBe(2)
  expect(await accounts.locator('time').count()).toBe(0)
})

test('a failed first comment says why and is written again', async () => {
  const { testApp } = dashboard
  const answer = {
    status: 400,
    body: { error: { message: 'Comments are off.', type: 'OAuthException', code: 368 } },
  }
  const fault = { platform: 'facebook', match: 'comment', kind: 'answer', answer }
  await testApp.sandbox.control('POST', '/faults', fault)
  const targets = [{ account_id: bakery.facebook, first_comment: 'Until two' }]
  const id = await writePost(testApp, bakery, { text: 'Rolls today', mode: 'now', targets })
  await advanceUntilIdle(testApp)
  const page = await dashboard.open(`/posts/${id}`)
  await page.getByText(/The platform rejected the comment.*Comments are off/).waitFor()
  await page.getByRole('button', { name: 'Retry first comment' }).click()
  await page.getByText('First comment · after the post is live').waitFor()
  await advanceUntilIdle(testApp)
  const { body } = await testApp.call('GET', `/v1/posts/${id}`)
  expect(body.targets[0]).toMatchObject({ first_comment_status: 'sent', first_comment_error: null })
})

test('a draft with a planned time says so, and its primary action schedules it', async () => {
  const { testApp } = dashboard
  const scheduled_at = inHours(testApp, 20)
  const id = await writePost(testApp, bakery, { text: 'Maybe', mode: 'draft', scheduled_at })
  const page = await dashboard.open(`/posts/${id}`)
  await page.getByRole('heading', { level: 1, name: 'Maybe', exact: true }).waitFor()
  await page.getByText(/^Planned for tomorrow/).waitFor()
  expect(await page.getByText('Scheduled', { exact: true }).count()).toBe(0)
  const actions = page.getByRole('main').getByRole('button', { name: 'Schedule', exact: true })
  await actions.click()
  const dialog = page.getByRole('dialog', { name: 'Schedule' })
  await dialog.getByRole('button', { name: 'Schedule' }).click()
  await page.getByText(/^Scheduled for /).waitFor()
  const state = async () => (await testApp.call('GET', `/v1/posts/${id}`)).body
  expect(await state()).toMatchObject({ status: 'scheduled', scheduled_at })
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Change undone').waitFor()
  expect(await state()).toMatchObject({ status: 'draft', scheduled_at })
})

test('a draft that cannot be scheduled says why by account, on its page and in the dialog', async () => {
  const { testApp } = dashboard
  const targets = [bakery.threads, bakery.instagram].map((account_id) => ({ account_id }))
  const id = await writePost(testApp, bakery, { text: 'No picture', mode: 'draft', targets })
  const page = await dashboard.open(`/posts/${id}`)
  const notice = page.getByRole('main').getByRole('alert')
  await notice.getByText(message('composer-findings', 'media_required')).waitFor()
  await notice.getByText(/^Instagram · /).waitFor()
  const edit = notice.getByRole('link', { name: 'Edit' })
  expect(await edit.getAttribute('href')).toMatch(new RegExp(`/posts/${id}/edit$`))
  await page.getByRole('main').getByRole('button', { name: 'Schedule', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Schedule draft' })
  await dialog.getByText(message('composer-findings', 'media_required')).waitFor()
  await dialog.getByText('It’s published on 2 accounts at this time.').waitFor()
  await dialog.getByRole('button', { name: /^Tomorrow/ }).click()
  expect(await dialog.getByRole('button', { name: 'Schedule' }).isDisabled()).toBe(true)
})

test('a draft that is refused when it is scheduled names the account, no field of the API', async () => {
  const { testApp } = dashboard
  const targets = [bakery.threads, bakery.instagram].map((account_id) => ({ account_id }))
  const scheduled_at = inHours(testApp, 20)
  const draft = { text: 'Refused', mode: 'draft', scheduled_at, targets }
  const id = await writePost(testApp, bakery, draft)
  const page = await dashboard.open(`/posts/${id}`)
  await page.route('**/v1/posts/validate', (route) => route.abort('connectionreset'))
  await page.reload()
  await page.getByRole('main').getByRole('button', { name: 'Schedule', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Schedule draft' })
  await dialog.getByRole('button', { name: 'Schedule' }).click()
  await dialog.getByText(message('composer-findings', 'media_required')).waitFor()
  await dialog.getByText(/^Instagram · /).waitFor()
  await dialog.getByRole('link', { name: 'Edit' }).waitFor()
  expect(await dialog.innerText()).not.toMatch(/targets|req_/)
})

test('a canceled post says when it was canceled and planned', async () => {
  const { testApp } = dashboard
  const scheduled_at = inHours(testApp, 20)
  const id = await writePost(testApp, bakery, { text: 'Never', mode: 'schedule', scheduled_at })
  await testApp.call('DELETE', `/v1/posts/${id}`)
  const page = await dashboard.open(`/posts/${id}`)
  await page.getByRole('heading', { level: 1, name: 'Never' }).waitFor()
  await page.getByText(/^Was planned for tomorrow/).waitFor()
  const { updated_at } = (await testApp.call('GET', `/v1/posts/${id}`)).body
  await page.locator(`time[datetime="${updated_at}"]`).first().waitFor()
  const again = page.getByRole('link', { name: 'Schedule again' })
  expect(await again.getAttribute('data-variant')).not.toBe('default')
  await page
    .getByText(/^by First owner key/)
    .nth(1)
    .waitFor()
})

test('the page of a post leads to all changes of it in the audit log', async () => {
  const { testApp } = dashboard
  const scheduled_at = inHours(testApp, 2)
  const id = await writePost(testApp, bakery, {
    text: 'Spelt is new',
    mode: 'schedule',
    scheduled_at,
  })
  await testApp.call('PATCH', `/v1/posts/${id}`, { text: 'Spelt is here' })
  const page = await dashboard.open(`/posts/${id}`)
  await page.getByRole('link', { name: 'View all changes' }).click()
  await page.getByText('Only changes to the post “Spelt is here”').waitFor()
  await page.getByText('(text)').waitFor()
  expect(await page.getByRole('main').getByRole('listitem').count()).toBe(2)
})

test('an attempt that failed is shown with its error and the time of the next one', async () => {
  const { testApp } = dashboard
  await breakThreads(testApp)
  const id = await writePost(testApp, bakery, { text: 'Rolls at noon' })
  await testApp.work()
  const page = await dashboard.open(`/posts/${id}`)
  const accounts = page.getByRole('list', { name: 'Accounts' })
  await accounts.getByText('The platform had an error.').waitFor()
  await accounts.getByText('Attempt 1 of 4').waitFor()
  await accounts.getByText('Next attempt').waitFor()
  expect(await accounts.getByRole('alert').count()).toBe(0)
  expect(await retryButtons(page).count()).toBe(0)
  await clearFaults(testApp)
  await advanceUntilIdle(testApp)
  await accounts.getByRole('link', { name: 'Open on Threads' }).waitFor()
  expect(await accounts.getByText('The platform had an error.').count()).toBe(0)
})

test('a failed post and account say when they failed, and after how many attempts', async () => {
  const { testApp } = dashboard
  await breakThreads(testApp)
  const id = await writePost(testApp, bakery, { text: 'Too early' })
  await advanceUntilIdle(testApp)
  const { targets } = (await testApp.call('GET', `/v1/posts/${id}`)).body
  const page = await dashboard.open(`/posts/${id}`)
  const accounts = page.getByRole('list', { name: 'Accounts' })
  await accounts.getByText('4 attempts').waitFor()
  const time = `time[datetime="${targets[0].failed_at}"]`
  await accounts.locator(time, { hasText: /Today/ }).waitFor()
  await page
    .getByText(/^Failed today/)
    .locator(time)
    .waitFor()
  await page.locator('section', { hasText: 'Details' }).locator(time).waitFor()
})

test('one failed account offers Retry once, several also offer it for all', async () => {
  const { testApp } = dashboard
  await breakThreads(testApp)
  const other = await connectNewPerson(testApp, bakery.profile)
  const targets = [{ account_id: bakery.threads }, { account_id: other.id }]
  const one = await writePost(testApp, bakery, { text: 'Once' })
  const two = await writePost(testApp, bakery, { text: 'Twice', targets })
  await advanceUntilIdle(testApp)
  const page = await dashboard.open(`/posts/${one}`)
  await page.getByText('4 attempts').waitFor()
  expect(await retryButtons(page).allTextContents()).toEqual(['Retry'])
  await page.goto(new URL(`/dashboard/posts/${two}`, page.url()).href)
  await page.getByText('4 attempts').nth(1).waitFor()
  expect(await retryButtons(page).allTextContents()).toEqual(['Retry all', 'Retry', 'Retry'])
})

test('a failed account is retried without a question', async () => {
  const { testApp } = dashboard
  await breakThreads(testApp)
  const id = await writePost(testApp, bakery, { text: 'At the second try' })
  await advanceUntilIdle(testApp)
  await clearFaults(testApp)
  const page = await dashboard.open(`/posts/${id}`)
  await retryButtons(page).click()
  await page.getByText('Retrying…').waitFor()
  expect(await page.getByRole('dialog').count()).toBe(0)
  const state = async () => (await testApp.call('GET', `/v1/posts/${id}`)).body
  await advanceUntilIdle(testApp)
  expect(await state()).toMatchObject({ status: 'published' })
})

test('the cure is the primary button: reconnect, then retry once it was done', async () => {
  const { testApp } = dashboard
  const { data } = await testApp.sandbox.control('GET', '/grants')
  const grant = data.find(({ platform }: { platform: string }) => platform === 'instagram')
  const permission = 'instagram_business_content_publish'
  await testApp.sandbox.control('POST', `/grants/${grant.id}/remove-permission`, { permission })
  const { id: file } = await buildMedia(testApp, { bytes: await photo(), profile: bakery.profile })
  const id = await writePost(testApp, bakery, {
    text: 'Plums',
    media: [{ id: file }],
    targets: [{ account_id: bakery.instagram }],
  })
  await advanceUntilIdle(testApp)
  const page = await dashboard.open(`/posts/${id}`)
  const alert = page.getByRole('alert')
  await alert.getByText(message('post-errors', 'permission_missing')).waitFor()
  const reconnect = alert.getByRole('button', { name: /^Reconnect/ })
  await reconnect.waitFor()
  expect(await primaryNames(alert)).toEqual(['Reconnect'])
  testApp.clock.advance(60_000)
  await connectAccount(testApp, 'instagram', {}, bakery.profile)
  await reconnect.waitFor({ state: 'detached' })
  expect(await primaryNames(alert)).toEqual(['Retry'])
})

test('a scheduled post says that an account has expired, and a canceled one does not', async () => {
  const { testApp } = dashboard
  const account = await connectNewPerson(testApp, bakery.profile)
  const id = await writePost(testApp, bakery, {
    mode: 'schedule',
    scheduled_at: inHours(testApp, 9),
    targets: [{ account_id: account.id }],
  })
  await testApp.ctx.db.query
    .updateTable('account')
    .set({ status: 'expired', status_reason: 'token_revoked' })
    .where('id', '=', account.id)
    .execute()
  const page = await dashboard.open(`/posts/${id}`)
  const accounts = page.getByRole('list', { name: 'Accounts' })
  await accounts.getByText(/^The platform revoked access\. The post won’t be published/).waitFor()
  await accounts.getByRole('button', { name: /^Reconnect/ }).waitFor()
  await testApp.call('DELETE', `/v1/posts/${id}`)
  await page.reload()
  await accounts.getByText('Canceled').first().waitFor()
  expect(await accounts.getByRole('button', { name: /^Reconnect/ }).count()).toBe(0)
})

test('the options of a platform are shown with the labels of the composer', async () => {
  const { testApp } = dashboard
  const { id: account_id } = await connectAccount(testApp, 'tiktok', {}, bakery.profile)
  const options = { privacy_level: 'SELF_ONLY', disable_comment: true }
  const id = await writePost(testApp, bakery, {
    mode: 'draft',
    targets: [{ account_id, options }],
  })
  const page = await dashboard.open(`/posts/${id}`)
  const accounts = page.getByRole('list', { name: 'Accounts' })
  await accounts.getByText('Who can view this post').waitFor()
  expect(await accounts.textContent()).not.toMatch(/privacy_level|SELF_ONLY|true/)
})

function retryButtons(page: Page): Locator {
  return page.getByRole('main').getByRole('button', { name: /^Retry/ })
}

async function primaryNames(alert: Locator): Promise<string[]> {
  return await alert.locator('button:not([data-variant="default"])').allTextContents()
}
