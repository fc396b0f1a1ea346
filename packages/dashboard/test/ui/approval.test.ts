import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildAccount, buildProfile } from '../../../server/test/build.ts'
import { openBrowser } from '../../../server/test/client.ts'
import { type Bakery, compose, inHours, openBakery, text, writePost } from '../publishing-seed.ts'
import { openStaff } from '../staff-session.ts'
import { type Dashboard, openDashboard } from './dashboard.ts'

let dashboard: Dashboard
let bakery: Bakery

beforeAll(async () => {
  dashboard = await openDashboard()
  bakery = await openBakery(dashboard.testApp)
})
afterAll(async () => await dashboard.close())

test('a link is made, the decision of the client is shown, and the link is revoked', async () => {
  const { testApp } = dashboard
  const id = await writePost(testApp, bakery, {
    mode: 'schedule',
    scheduled_at: inHours(testApp, 2),
  })
  const page = await dashboard.open(`/posts/${id}`)
  await page.getByRole('button', { name: 'Ask the client' }).click()
  const url = await page.getByRole('dialog').getByLabel('Approval link').inputValue()
  expect(url).toContain('/approve/')
  await page.keyboard.press('Escape')
  await page.getByText('Waiting for the client').waitFor()
  await page.getByText('not opened yet').waitFor()

  await openBrowser(testApp).decideOn(url, id, 'changes_requested', 'Say when, please')
  const later = await dashboard.open(`/posts/${id}`)
  await later.getByText('Say when, please').waitFor()
  await later.getByText('opened once').waitFor()
  await later.getByRole('button', { name: 'Revoke' }).click()
  await later.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await later.getByText('Link revoked').waitFor()
  expect((await openBrowser(testApp).visit('GET', new URL(url).pathname)).status).toBe(410)

  const overview = await dashboard.open('/')
  await overview.getByText('A client wants changes of 1 post').waitFor()
})

test('a draft asks for approval and no longer does', async () => {
  const { testApp } = dashboard
  const id = await writePost(testApp, bakery, { mode: 'draft' })
  await testApp.call('PATCH', `/v1/posts/${id}`, { approval: {} })
  const page = await dashboard.open(`/posts/${id}`)
  await page.getByRole('button', { name: 'Withdraw' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click()
  await page.getByText('Nobody has to approve this post.').waitFor()
  expect((await testApp.call('GET', `/v1/posts/${id}`)).body.approval).toBeNull()
})

test('a new post asks for approval, which the button says, and an edit withdraws it', async () => {
  const { testApp } = dashboard
  const page = await compose(dashboard, bakery, 'Ask about rye', ['Threads'], '&when=queue')
  await page.getByText('Schedule', { exact: true }).first().click()
  await page.getByRole('checkbox', { name: 'Ask for approval' }).check()
  await page.getByRole('button', { name: /^After approval: .* 09:00$/ }).click()
  await page.getByText(/^Saved. It goes out .* if the client approves it$/).waitFor()
  const { body } = await testApp.call('GET', '/v1/posts?search=Ask')
  expect(body.data[0]).toMatchObject({
    status: 'awaiting_approval',
    approval: { status: 'awaiting' },
  })

  const edit = await dashboard.open(`/posts/${body.data[0].id}/edit`)
  await edit.getByRole('checkbox', { name: 'Ask for approval', checked: true }).click()
  await edit
    .getByRole('button', { name: /^Schedule for [^,]*, \d+:\d+$|^Schedule for \w+ \d+:\d+$/ })
    .click()
  await edit.getByText(/^Changes saved/).waitFor()
  expect((await testApp.call('GET', `/v1/posts/${body.data[0].id}`)).body.approval).toBeNull()
})

test('an edit that leaves the choice alone does not ask again', async () => {
  const { testApp } = dashboard
  const when = { mode: 'schedule', scheduled_at: inHours(testApp, 3) }
  const id = await writePost(testApp, bakery, { ...when, text: 'Held', approval: {} })
  const link = await testApp.call('POST', `/v1/posts/${id}/approval-links`, {})
  await openBrowser(testApp).decideOn(link.body.url, id, 'changes_requested', 'Later, please')
  const page = await dashboard.open(`/posts/${id}/edit`)
  await page.getByLabel('Hours').fill('23')
  await page.getByRole('button', { name: /^After approval/ }).click()
  await page.getByText(/^Saved. It goes out/).waitFor()
  const { approval } = (await testApp.call('GET', `/v1/posts/${id}`)).body
  expect(approval).toMatchObject({ status: 'changes_requested', comment: 'Later, please' })
})

test('in a profile that demands approval the button says so, also to staff', async () => {
  const { testApp } = dashboard
  const strict = await buildProfile(testApp, { name: 'Strict' })
  await testApp.call('PATCH', `/v1/profiles/${strict.id}`, { approval_required: true })
  await buildAccount(testApp, { profile_id: strict.id })
  const staff = { email: 'strict@example.com', profiles: [strict.id] }
  const pages = [
    () => dashboard.open(`/posts/new?profile=${strict.id}`),
    async () => {
      const page = await openStaff(dashboard, staff)
      await page.goto(`/dashboard/posts/new?profile=${strict.id}`)
      return page
    },
  ]
  for (const [index, open] of pages.entries()) {
    const page = await open()
    await page.getByText('This profile demands it').waitFor()
    await page.getByRole('button', { name: /^After approval: .* 09:00$/ }).waitFor()
    expect(await page.getByRole('checkbox', { name: 'Ask for approval' }).isDisabled()).toBe(true)
    await page.getByText('Queue', { exact: true }).last().click()
    await page.getByRole('button', { name: 'Queue after approval' }).waitFor()
    await page.getByText('Now', { exact: true }).click()
    await text(page).fill(`Only with approval ${index}`)
    await page.getByRole('button', { name: 'Publish after approval' }).click()
    await page.getByText('Saved. It’s published once the client approves it').waitFor()
  }
})

test('one link is created for several posts, in the order of their times, and revoked on the page of the profile', async () => {
  const { testApp } = dashboard
  const scheduled = { mode: 'schedule', tags: ['linked'] }
  const later = { ...scheduled, text: 'Later', scheduled_at: inHours(testApp, 9) }
  const ids = [
    await writePost(testApp, bakery, later),
    await writePost(testApp, bakery, {
      ...scheduled,
      text: 'Sooner',
      scheduled_at: inHours(testApp, 8),
    }),
  ]
  const page = await dashboard.open('/posts?tag=linked')
  await page.getByRole('checkbox', { name: 'Select all' }).check()
  await page.getByRole('button', { name: 'Approval link', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Approval link for 2 posts' })
  await dialog.getByRole('textbox', { name: 'Open for (days)' }).fill('14')
  await dialog.getByRole('button', { name: 'Create link' }).click()
  const shown = page.getByRole('dialog', { name: 'Send this link to the client' })
  await shown.getByText(/can approve the 2 posts.* works until 5 Dec 2026/).waitFor()
  expect(await shown.getByLabel('Approval link').inputValue()).toContain('/approve/')
  await page.keyboard.press('Escape')
  const { body } = await testApp.call('GET', `/v1/approval-links?post_id=${ids[0]}`)
  expect(body.data[0].post_ids).toEqual(ids.toReversed())

  const profile = await dashboard.open(`/profiles/${bakery.profile}`)
  const line = profile.getByRole('listitem').filter({ hasText: '2 posts' })
  await line.getByRole('button', { name: 'Revoke' }).click()
  await profile.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await profile.getByText('Link revoked').waitFor()
  expect((await testApp.call('GET', `/v1/approval-links/${body.data[0].id}`)).body.status).toBe(
    'revoked',
  )
})

test('posts of several profiles get no common link', async () => {
  const { testApp } = dashboard
  const other = await buildAccount(testApp, { profile_id: (await buildProfile(testApp)).id })
  const draft = { mode: 'draft', tags: ['mixed'] }
  await writePost(testApp, bakery, draft)
  await writePost(testApp, bakery, { ...draft, targets: [{ account_id: other.id }] })
  const page = await dashboard.open('/posts?tag=mixed')
  await page.getByRole('checkbox', { name: 'Select all' }).check()
  await page.getByRole('button', { name: 'Approval link', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText(/^A link shows posts of one profile/).waitFor()
  expect(await dialog.getByRole('button', { name: 'Create link' }).isDisabled()).toBe(true)
})
