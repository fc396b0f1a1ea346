import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Inbox, openInbox } from '../../../server/test/inbox.ts'
import { advanceUntilIdle } from '../../../server/test/publishing.ts'
import { chooseNow, photo } from '../publishing-seed.ts'
import { owner } from '../sign-in.ts'
import { type Dashboard, openDashboard } from './dashboard.ts'

const dayMs = 86_400_000

let dashboard: Dashboard
let inbox: Inbox
let page: Page

beforeAll(async () => {
  dashboard = await openDashboard()
  inbox = await openInbox(dashboard.testApp)
})
beforeEach(async () => {
  page = await signedIn()
})
afterEach(async () => await page.context().close())
afterAll(async () => await dashboard.close())

test('a draft survives a session ended elsewhere and can be published', async () => {
  await walk('New post')
  await choose('Profile', 'Client')
  await chooseNow(page)
  await page.getByRole('textbox', { name: 'Text', exact: true }).fill('Half a thought')
  const loaf = { name: 'loaf.jpg', mimeType: 'image/jpeg', buffer: await photo() }
  await page.locator('input[type=file]').setInputFiles(loaf)
  await page.getByRole('textbox', { name: 'Alt text for loaf.jpg' }).fill('A loaf')
  await page.getByText('Ready for all platforms').waitFor()

  await endFromElsewhere()
  // The page notices without user input.
  await signInAgain(page)
  const words = page.getByRole('textbox', { name: 'Text', exact: true })
  expect(await words.inputValue()).toBe('Half a thought')
  await words.press('End')
  await words.pressSequentially(' and the rest of it')
  await page.getByText('Ready for all platforms').waitFor()
  await page.getByRole('button', { name: 'Publish now' }).click()
  await page.waitForURL(/\/posts\/post_/)
  await advanceUntilIdle(dashboard.testApp)
  await page.getByRole('link', { name: 'Open on Threads' }).waitFor()
  const id = new URL(page.url()).pathname.split('/').at(-1)
  const { body } = await dashboard.testApp.call('GET', `/v1/posts/${id}`)
  expect(body.text).toBe('Half a thought and the rest of it')
  expect(body.media[0].alt_text).toBe('A loaf')
})

test('a post submitted after the session expired is sent after signing in', async () => {
  await walk('New post')
  await choose('Profile', 'Client')
  await chooseNow(page)
  await page.getByRole('textbox', { name: 'Text', exact: true }).fill('Written slowly')
  await page.getByText('Ready for all platforms').waitFor()
  // Two weeks without a request; the page receives no notification.
  await expireSessions()
  await page.getByRole('button', { name: 'Publish now' }).click()
  await signInAgain(page)
  await page.getByRole('button', { name: 'Publish now' }).click()
  await page.waitForURL(/\/posts\/post_/)
  const { data } = (await dashboard.testApp.call('GET', '/v1/posts?limit=100')).body
  expect(data.filter(({ text }: { text: string }) => text === 'Written slowly')).toHaveLength(1)
})

test("an upload interrupted by the session's end is repeated after signing in", async () => {
  await walk('New post')
  await choose('Profile', 'Client')
  await page.getByRole('textbox', { name: 'Text', exact: true }).fill('With a picture')
  await expireSessions()
  const loaf = { name: 'late.jpg', mimeType: 'image/jpeg', buffer: await photo() }
  await page.locator('input[type=file]').setInputFiles(loaf)
  await signInAgain(page)
  await page.getByRole('button', { name: 'Retry: late.jpg' }).click()
  await page.getByRole('textbox', { name: 'Alt text for late.jpg' }).waitFor()
  expect(await page.getByRole('textbox', { name: 'Text', exact: true }).inputValue()).toBe(
    'With a picture',
  )
})

test('an unfinished reply survives signing in again and is sent once', async () => {
  await say('Do you have rye?')
  await walk('Inbox')
  await page.getByText('Do you have rye?').first().click()
  const box = page.getByLabel('Reply as anna.bakes')
  await box.fill('We have, from')
  await endFromElsewhere()
  await signInAgain(page)
  expect(await box.inputValue()).toBe('We have, from')
  await box.fill('We have, from six on.')
  // The session ends while the reply is on its way: another request could notice an earlier end first.
  const replying = '**/v1/comments/*/reply'
  await page.route(replying, async (route) => {
    await expireSessions()
    await route.continue()
  })
  await page.getByRole('button', { name: 'Send reply' }).click()
  await signInAgain(page)
  await page.unroute(replying)
  expect(await box.inputValue()).toBe('We have, from six on.')
  await page.getByRole('button', { name: 'Send reply' }).click()
  await page.getByText('Replied by anna.bakes').waitFor()
  const shown = await inbox.listOnPlatform()
  expect(shown.filter(({ text }) => text === 'We have, from six on.')).toHaveLength(1)
})

test('after signing in again the page shows what changed meanwhile and receives live updates', async () => {
  await say('Read before the session ended')
  await walk('Inbox')
  await page.getByText('Read before the session ended').first().waitFor()
  await endFromElsewhere()
  await page.getByRole('dialog', { name: 'Your session expired' }).waitFor()
  let open = () => {}
  const isOpen = new Promise<void>((resolve) => {
    open = resolve
  })
  await page.route('**/v1/live*', async (route) => {
    await isOpen
    await route.continue()
  })
  const isRead = page.waitForResponse((answer) => answer.url().includes('/v1/comments?'))
  await signInAgain(page)
  await isRead
  await say('Before the stream was open')
  open()
  await page.getByRole('button', { name: '1 new comment' }).waitFor()
  await say('After the stream was open')
  await page.getByRole('button', { name: '2 new comments' }).waitFor()
})

test('another member signing in on the same page sees no drafts of the first', async () => {
  const { testApp } = dashboard
  const profile = inbox.account.profile_id
  const email = 'grace@example.com'
  const member = await testApp.call('POST', '/v1/members', {
    name: 'Grace Hopper',
    email,
    role: 'staff',
    profile_ids: [profile],
  })
  const link = await testApp.call('POST', `/v1/members/${member.body.id}/sign-in-link`)
  const token = new URL(link.body.url).hash.replace('#token=', '')
  const password = 'she found the first bug'
  await testApp.call(
    'POST',
    '/v1/session/redeem',
    { token, password },
    { key: null, headers: { 'sec-fetch-site': 'same-origin' } },
  )
  await say('Who wrote this?')
  await walk('Inbox')
  await page.getByText('Who wrote this?').first().click()
  await page.getByLabel('Reply as anna.bakes').fill('Not for her eyes')
  await endFromElsewhere()
  const dialog = page.getByRole('dialog', { name: 'Your session expired' })
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByRole('textbox', { name: 'Password' }).fill(password)
  await dialog.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('button', { name: /Grace Hopper/ }).waitFor()
  await page.getByRole('heading', { name: 'Overview' }).waitFor()
  await walk('Inbox')
  await page.getByText('Who wrote this?').first().click()
  expect(await page.getByLabel('Reply as anna.bakes').inputValue()).toBe('')
  expect(await page.content()).not.toContain('Not for her eyes')
})

/** Signs in with a separate session that can be ended. */
async function signedIn(): Promise<Page> {
  const opened = await dashboard.openSignedOut('/dashboard/sign-in')
  await opened.getByLabel('Email').fill(owner.email)
  await opened.getByRole('textbox', { name: 'Password' }).fill(owner.password)
  await opened.getByRole('button', { name: 'Sign in' }).click()
  await opened.getByRole('button', { name: /Account menu/ }).waitFor()
  return opened
}

async function signInAgain(ended: Page): Promise<void> {
  const dialog = ended.getByRole('dialog', { name: 'Your session expired' })
  await dialog.waitFor()
  await dialog.getByRole('textbox', { name: 'Password' }).fill(owner.password)
  await dialog.getByRole('button', { name: 'Sign in' }).click()
  await dialog.waitFor({ state: 'hidden' })
}

/** Ends all sessions of the member from another browser. */
async function endFromElsewhere(): Promise<void> {
  const { testApp } = dashboard
  const headers = { 'sec-fetch-site': 'same-origin' }
  const answer = await testApp.call(
    'POST',
    '/v1/session',
    { email: owner.email, password: owner.password },
    { key: null, headers },
  )
  const [cookie] = answer.headers.getSetCookie()[0]!.split(';')
  const ended = await testApp.call('DELETE', '/v1/sessions', undefined, {
    key: null,
    headers: { ...headers, cookie: cookie! },
  })
  if (ended.status >= 300) throw new Error(JSON.stringify(ended.body))
}

/** Expires the sessions on the server; the page learns of it with its next request. */
async function expireSessions(): Promise<void> {
  const { testApp } = dashboard
  await testApp.ctx.db.pool.query(`update session set expires_at = $1`, [
    new Date(testApp.clock.now().getTime() - dayMs),
  ])
}

async function walk(name: string): Promise<void> {
  // The name may be followed by a count.
  await page
    .getByRole('link', { name: new RegExp(`^${name}`) })
    .first()
    .click()
  await page.getByRole('heading', { name, level: 1 }).waitFor()
}

async function choose(label: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label }).click()
  await page
    .getByRole('option', { name: new RegExp(option) })
    .first()
    .click()
}

async function say(text: string): Promise<void> {
  await inbox.addComment({ text })
  dashboard.testApp.clock.advance(180_000)
  await dashboard.testApp.work()
}
