import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildAccount, buildProfile } from '../../../server/test/build.ts'
import { expiredAccount } from '../clients-seed.ts'
import { message } from '../messages.ts'
import {
  addFiles,
  type Bakery,
  compose,
  inHours,
  openBakery,
  photo,
  text,
  writePost,
} from '../publishing-seed.ts'
import { type Dashboard, openDashboard } from './dashboard.ts'

let dashboard: Dashboard
let bakery: Bakery

beforeAll(async () => {
  dashboard = await openDashboard()
  bakery = await openBakery(dashboard.testApp)
})
afterAll(async () => await dashboard.close())

test('a draft survives a reload, and leaving it asks for confirmation', async () => {
  const page = await compose(dashboard, bakery, 'Half a thought', ['Threads'])
  await addFiles(page, [{ name: 'loaf.jpg', buffer: await photo() }])
  await page.reload()
  await page.getByText('We restored your unsaved draft for Bergmann Bakery.').waitFor()
  expect(await text(page).inputValue()).toBe('Half a thought')
  await page.getByRole('textbox', { name: 'Alt text for loaf.jpg' }).waitFor()
  await page.getByRole('link', { name: 'Posts' }).click()
  const question = page.getByRole('dialog', { name: 'Leave without saving?' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  expect(await text(page).inputValue()).toBe('Half a thought')
  await page.getByRole('link', { name: 'Posts' }).click()
  await question.getByRole('button', { name: 'Leave' }).click()
  await page.getByRole('heading', { name: 'Posts', exact: true }).waitFor()
})

test('a text stays with its client: another one starts empty, and the text is there on the way back', async () => {
  const { name: other } = await buildProfile(dashboard.testApp, { name: 'Halde Cycles' })
  const page = await compose(dashboard, bakery, 'Rye for the bakery', ['Threads'])
  await chooseProfile(page, other)
  const question = page.getByRole('dialog', { name: `Take this post to ${other}?` })
  await question.getByText(/^You wrote it for Bergmann Bakery\./).waitFor()
  await question.getByRole('button', { name: 'Start empty' }).click()
  await page.getByText(message('composer', 'noAccounts')).waitFor()
  expect(await text(page).inputValue()).toBe('')
  expect(await page.getByText(/^We restored/).count()).toBe(0)
  await chooseProfile(page, 'Bergmann Bakery')
  await page.getByText('We restored your unsaved draft for Bergmann Bakery.').waitFor()
  expect(await text(page).inputValue()).toBe('Rye for the bakery')
})

test('a restored draft names its client also when its text is taken to another', async () => {
  const { name: other } = await buildProfile(dashboard.testApp, { name: 'Studio Iris' })
  const page = await compose(dashboard, bakery, 'Rye again', ['Threads'])
  await page.reload()
  const banner = page.getByText('We restored your unsaved draft for Bergmann Bakery.')
  await banner.waitFor()
  await chooseProfile(page, other)
  const question = page.getByRole('dialog', { name: `Take this post to ${other}?` })
  await question.getByRole('button', { name: 'Keep content' }).click()
  await page.getByText(message('composer', 'noAccounts')).waitFor()
  expect(await text(page).inputValue()).toBe('Rye again')
  expect(await banner.count()).toBe(1)
  await page.getByRole('button', { name: 'Discard' }).click()
  await banner.waitFor({ state: 'detached' })
  expect(await text(page).inputValue()).toBe('')
})

test('a text is discarded also in the instant in which it is taken to another client', async () => {
  const { name: other } = await buildProfile(dashboard.testApp, { name: 'Atelier Moos' })
  const page = await compose(dashboard, bakery, 'Rye once more', ['Threads'])
  await page.reload()
  await page.getByText('We restored your unsaved draft for Bergmann Bakery.').waitFor()
  await chooseProfile(page, other)
  await page.evaluate(`void new MutationObserver((_, observer) => {
    if (!document.body.textContent.includes(${JSON.stringify(message('composer', 'noAccounts'))})) return
    observer.disconnect()
    const buttons = [...document.querySelectorAll('button')]
    buttons.find(({ textContent }) => textContent === 'Discard').click()
  }).observe(document.body, { subtree: true, childList: true, characterData: true })`)
  await page.getByRole('button', { name: 'Keep content' }).click()
  await expect.poll(() => text(page).inputValue()).toBe('')
  expect(await page.getByText(/^We restored/).count()).toBe(0)
})

test('taking a text to a client with an unsaved draft says that it replaces the draft', async () => {
  const { name: other } = await buildProfile(dashboard.testApp, { name: 'Garage Nord' })
  const page = await compose(dashboard, bakery, 'For the bakery', ['Threads'])
  await chooseProfile(page, other)
  await page.getByRole('button', { name: 'Start empty' }).click()
  await page.getByText(message('composer', 'noAccounts')).waitFor()
  await text(page).fill('For the garage')
  await chooseProfile(page, 'Bergmann Bakery')
  const question = page.getByRole('dialog', { name: 'Take this post to Bergmann Bakery?' })
  await question.getByText('The unsaved draft for Bergmann Bakery is replaced.').waitFor()
  await question.getByRole('button', { name: 'Open the other draft' }).click()
  await page.getByText('We restored your unsaved draft for Bergmann Bakery.').waitFor()
  expect(await text(page).inputValue()).toBe('For the bakery')
})

test('Connect account in the composer opens its dialog there, and the text stays', async () => {
  const { testApp } = dashboard
  const { id } = await buildProfile(testApp, { name: 'Roastery Lindner' })
  const page = await dashboard.open(`/posts/new?profile=${id}`)
  await text(page).fill('First roast')
  await page.getByRole('button', { name: 'Connect account' }).click()
  const dialog = page.getByRole('dialog', { name: /Roastery Lindner/ })
  await dialog.getByRole('button', { name: /^Create/ }).waitFor()
  await buildAccount(testApp, { profile_id: id })
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  expect(await text(page).inputValue()).toBe('First roast')
})

test('leaving a new post can save it as a draft with its files', async () => {
  const { testApp } = dashboard
  const page = await compose(dashboard, bakery, 'Kept for later', ['Threads'])
  await addFiles(page, [{ name: 'loaf.jpg', buffer: await photo() }])
  await page.getByRole('link', { name: 'Posts' }).click()
  const question = page.getByRole('dialog', { name: 'Leave without saving?' })
  await question.waitFor()
  await question.getByRole('button', { name: 'Save as draft' }).click()
  await page.getByText('Draft saved').waitFor()
  await page.getByRole('heading', { name: 'Posts' }).waitFor()
  const { data } = (await testApp.call('GET', '/v1/posts?status=draft')).body
  const draft = data.find((post: { text: string }) => post.text === 'Kept for later')
  expect(draft).toMatchObject({ scheduled_at: null, media: [expect.anything()] })
})

test('leaving a scheduled post offers no draft, which would take it off its time', async () => {
  const { testApp } = dashboard
  const scheduled_at = inHours(testApp, 20)
  const id = await writePost(testApp, bakery, { scheduled_at, mode: 'schedule' })
  const page = await dashboard.open(`/posts/${id}/edit`)
  await text(page).fill('Changed')
  await page.getByRole('link', { name: 'Posts' }).click()
  const question = page.getByRole('dialog', { name: 'Leave without saving?' })
  await question.getByRole('button', { name: 'Leave' }).waitFor()
  expect(await question.getByRole('button', { name: 'Save as draft' }).count()).toBe(0)
})

test('a post without an account → said at the accounts, once, and the first of them is focused', async () => {
  const page = await compose(dashboard, bakery, 'For whom?', [])
  await page.getByRole('button', { name: 'Publish now' }).click()
  await page.getByRole('checkbox', { name: /^Threads/, checked: false }).waitFor()
  await page.locator('[role=checkbox]:focus').waitFor()
  expect(await page.getByText('Select at least one account.').count()).toBe(1)
  await page.keyboard.press('Space')
  await page.getByText('Ready for all platforms').waitFor()
})

test('a profile whose only account has expired → the message says to reconnect it', async () => {
  const { testApp } = dashboard
  const profile = await buildProfile(testApp, { name: 'All expired' })
  await expiredAccount(testApp, profile.id)
  const page = await dashboard.open(`/posts/new?profile=${profile.id}`)
  await text(page).fill('For whom?')
  await page.getByRole('button', { name: 'Schedule for' }).click()
  await page.getByText(message('composer', 'noUsableAccount')).waitFor()
  expect(await page.getByText('Select at least one account.').count()).toBe(0)
})

test('a failure to save gets the focus, and nothing says that the post is ready', async () => {
  const all = ['Threads', 'Instagram', 'Facebook']
  const page = await compose(dashboard, bakery, 'Not saved', all)
  await addFiles(page, [{ name: 'loaf.jpg', buffer: await photo() }])
  const ready = page.getByText('Ready for all platforms')
  await ready.waitFor()
  await page.route('**/v1/posts', (route) => route.abort('connectionreset'))
  await page.getByRole('button', { name: 'Publish now' }).click()
  const failure = page.getByText(message('composer', 'unconfirmed'))
  await failure.waitFor()
  await page.locator('*:focus').filter({ has: failure }).waitFor()
  expect(await ready.count()).toBe(0)
})

test('a post that was changed elsewhere says so, and the new version can be loaded', async () => {
  const { testApp } = dashboard
  const scheduled_at = inHours(testApp, 21)
  const id = await writePost(testApp, bakery, { text: 'Ours', scheduled_at, mode: 'schedule' })
  const page = await dashboard.open(`/posts/${id}/edit`)
  await text(page).fill('Mine')
  dashboard.advance(1_000)
  await testApp.call('PATCH', `/v1/posts/${id}`, { text: 'Theirs' })
  const notice = page.getByRole('alert').filter({ hasText: 'This post was changed elsewhere' })
  await notice.waitFor()
  await notice.getByRole('button', { name: 'Keep editing' }).click()
  await notice.waitFor({ state: 'detached' })
  expect(await text(page).inputValue()).toBe('Mine')
  dashboard.advance(1_000)
  await testApp.call('PATCH', `/v1/posts/${id}`, { text: 'Theirs again' })
  await notice.getByRole('button', { name: 'Load the new version' }).click()
  await expect.poll(() => text(page).inputValue()).toBe('Theirs again')
  await notice.waitFor({ state: 'detached' })
})

async function chooseProfile(page: Page, name: string): Promise<void> {
  const profile = page.getByRole('combobox', { name: 'Profile' })
  await profile.fill(name)
  await page.getByRole('option', { name }).waitFor()
  await profile.press('Enter')
}
