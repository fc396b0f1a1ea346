import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Inbox, openInbox } from '../../../server/test/inbox.ts'
import { message } from '../messages.ts'
import { type Dashboard, openDashboard } from './dashboard.ts'

let dashboard: Dashboard
let inbox: Inbox
const minuteMs = 60_000
const readingsMax = 10

beforeAll(async () => {
  dashboard = await openDashboard()
  inbox = await openInbox(dashboard.testApp)
  await dashboard.testApp.work()
})
afterAll(async () => await dashboard.close())
beforeEach(() => {
  dashboard.testApp.clock.advance(3 * minuteMs)
})

test('a new comment appears without a reload, and its reply reaches the platform', async () => {
  const page = await dashboard.open('/inbox')
  await page.getByRole('heading', { name: 'Inbox zero' }).waitFor()
  await say('Do you have rye bread tomorrow?')
  await row(page, 'Do you have rye bread').click()
  const box = page.getByLabel('Reply as anna.bakes')
  await box.fill('Yes, from seven on.')
  await page.getByText('19 / 500').waitFor()
  await box.press('Control+Enter')
  await page.getByText('Reply sent').waitFor()
  await page.getByText('Replied by anna.bakes').waitFor()
  await expectStatus(page, 'replied')
  expect(await box.inputValue()).toBe('')
  await expect.poll(() => focused(page)).toContain('Do you have rye bread')
  const shown = await inbox.listOnPlatform()
  expect(shown.map(({ text }) => text)).toContain('Yes, from seven on.')
})

test('new comments do not move the list until they are shown by a click', async () => {
  await say('The first one')
  const page = await dashboard.open('/inbox')
  await row(page, 'The first one').click()
  await say('The second one')
  await say('The third one')
  const button = page.getByRole('button', { name: '2 new comments' })
  await button.waitFor()
  expect(await row(page, 'The second one').count()).toBe(0)
  await button.click()
  await row(page, 'The third one').waitFor()
  await expect.poll(() => focused(page)).toContain('The third one')
})

test('a comment is hidden on the platform and shown again', async () => {
  const said = await say('Buy followers here')
  const page = await openComment('Buy followers here')
  await page.getByRole('button', { name: 'Hide' }).click()
  await page.getByText('Comment hidden').waitFor()
  expect(await isHiddenThere(said.id)).toBe(true)
  await row(page, 'Buy followers here').click()
  await expectStatus(page, 'no_reply_needed')
  await page.getByRole('button', { name: 'Unhide' }).click()
  await page.getByText('Comment visible again').waitFor()
  expect(await isHiddenThere(said.id)).toBe(false)
})

test('a comment that cannot be hidden says why', async () => {
  const above = await say('A question')
  await say('An answer to it', { parent: above.id, author: 'lena' })
  const page = await openComment('An answer to it')
  await page.getByText('Threads can only hide top-level comments.').waitFor()
  expect(await page.getByRole('button', { name: 'Hide' }).isDisabled()).toBe(true)
  await page.getByText('In reply to').waitFor()
  await page.getByRole('link', { name: 'kim', exact: true }).click()
  await page.getByText('1 other reply').waitFor()
})

test('shortcuts change the reply status, except while typing', async () => {
  await say('Its neighbour')
  await say('Three keys')
  const page = await openComment('Three keys')
  await row(page, 'Three keys').focus()
  await page.keyboard.press('i')
  await expectStatus(page, 'in_progress')
  await page.keyboard.press('r')
  await page.keyboard.type('due')
  expect(await page.getByLabel('Reply as anna.bakes').inputValue()).toBe('due')
  await expectStatus(page, 'in_progress')
  await page.keyboard.press('Escape')
  await expect.poll(() => focused(page)).toContain('Three keys')
  await page.keyboard.press('e')
  await expect.poll(() => focused(page)).toContain('Its neighbour')
  await page.keyboard.press('k')
  await expect.poll(() => focused(page)).toContain('Three keys')
  await expectStatus(page, 'no_reply_needed')
  await page.keyboard.press('j')
  await expect.poll(() => focused(page)).toContain('Its neighbour')
  await page.keyboard.press('k')
  await page.keyboard.press('?')
  const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await dialog.waitFor()
  await page.keyboard.press('u')
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  await expectStatus(page, 'no_reply_needed')
})

test('a reply with a lost response is explained and then found on the platform', async () => {
  await say('Can you hear me?')
  const page = await openComment('Can you hear me?')
  const fault = { platform: 'threads', match: 'create', kind: 'after_accepting_timeout', times: 1 }
  await dashboard.testApp.sandbox.control('POST', '/faults', fault)
  const box = page.getByLabel('Reply as anna.bakes')
  await box.fill('Loud and clear.')
  await page.getByRole('button', { name: 'Send reply' }).click()
  await page.getByText('We couldn’t confirm your reply').waitFor()
  expect(await box.inputValue()).toBe('Loud and clear.')
  await page.getByRole('button', { name: 'Send again' }).click()
  await page.getByRole('dialog', { name: 'Send the reply again?' }).waitFor()
  await page.getByRole('button', { name: 'Cancel' }).click()
  dashboard.testApp.clock.advance(3 * minuteMs)
  await dashboard.testApp.work()
  await page.getByText('Your reply did go through.').waitFor()
  await page.getByText('Replied by anna.bakes').waitFor()
  expect(await box.inputValue()).toBe('')
})

test('a post filters the inbox to its comments, with a button to clear the filter', async () => {
  await say('Do you bake on Sundays?')
  const page = await openComment('Do you bake on Sundays?')
  await page.getByRole('link', { name: 'Show only this post’s comments' }).click()
  await page.getByRole('button', { name: 'Show comments on all posts' }).click()
  await page.waitForURL((url) => !url.searchParams.has('post'))
})

test('on a phone the filters other than the status are behind a button that counts them', async () => {
  const page = await dashboard.open('/inbox?assigned=none', { viewport: 'phone' })
  await page.getByRole('combobox', { name: 'Status' }).waitFor()
  const button = page.getByRole('button', { name: 'Filters (1)' })
  await button.waitFor()
  const accounts = page.getByRole('combobox', { name: 'Account' })
  expect(await accounts.count()).toBe(0)
  await button.click()
  await accounts.waitFor()
})

test('a reply rejected for a missing permission stays in the form, also after a reload', async () => {
  await say('Will you be at the market?')
  const page = await openComment('Will you be at the market?')
  await page.getByLabel('Reply as anna.bakes').fill('We will, on Saturday.')
  const { data } = await dashboard.testApp.sandbox.control('GET', '/grants')
  const grant = data.find((each: { platform: string }) => each.platform === 'threads')
  await dashboard.testApp.sandbox.control('POST', `/grants/${grant.id}/remove-permission`, {
    permission: 'threads_content_publish',
  })
  await page.getByRole('button', { name: 'Send reply' }).click()
  await page.getByText(message('inbox-reply', 'failed')).waitFor()
  await page.getByText(/hasn’t granted threads_content_publish/).waitFor()
  await page.getByText(/Request req_/).waitFor()
  await page.reload()
  await page.getByText('Will you be at the market?').first().waitFor()
  expect(await page.getByLabel('Reply as anna.bakes').inputValue()).toBe('We will, on Saturday.')
})

async function say(text: string, more: Parameters<Inbox['addComment']>[0] = {}) {
  const said = await inbox.addComment({ text, ...more })
  // If a lease expires on a slow machine, the post is polled again a little later.
  for (let tries = 0; tries < readingsMax; tries += 1) {
    dashboard.testApp.clock.advance(3 * minuteMs)
    await dashboard.testApp.work()
    if (await inbox.find(said)) return said
  }
  throw new Error(`The comment was not read: ${text.slice(0, 40)}`)
}

async function openComment(text: string): Promise<Page> {
  const page = await dashboard.open('/inbox?status=all')
  await row(page, text).click()
  await page.getByLabel('Reply as anna.bakes').waitFor()
  return page
}

function row(page: Page, text: string) {
  return page.locator('[data-comment]').filter({ hasText: text })
}

async function focused(page: Page): Promise<string> {
  return String(await page.evaluate('document.activeElement?.textContent ?? ""'))
}

async function expectStatus(page: Page, status: string): Promise<void> {
  await expect
    .poll(() => page.locator('section').getByLabel('Reply status').inputValue())
    .toBe(status)
  const id = new URL(page.url()).searchParams.get('comment')
  const read = async () =>
    (await dashboard.testApp.call('GET', `/v1/comments/${id}`)).body.reply_status
  await expect.poll(read).toBe(status)
}

async function isHiddenThere(id: string): Promise<boolean | undefined> {
  return (await inbox.listOnPlatform()).find((each) => each.id === id)?.hidden
}
