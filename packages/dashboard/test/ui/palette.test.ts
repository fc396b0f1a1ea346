import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildProfile, buildWebhook } from '../../../server/test/build.ts'
import { type Inbox, openInbox } from '../../../server/test/inbox.ts'
import { buildPost } from '../../../server/test/publishing.ts'
import { expiredAccount } from '../clients-seed.ts'
import { hostile } from '../hostile.ts'
import { owner } from '../sign-in.ts'
import { openStaff } from '../staff-session.ts'
import { type Dashboard, openDashboard } from './dashboard.ts'

let dashboard: Dashboard
let inbox: Inbox
let bakery: string
let garden: string
const ids: Record<string, string> = {}

beforeAll(async () => {
  dashboard = await openDashboard()
  const { testApp } = dashboard
  bakery = (await buildProfile(testApp, { name: 'Bergmann Bakery', external_id: 'crm-7' })).id
  garden = (await buildProfile(testApp, { name: 'Halde Gärtnerei' })).id
  const endpoint = await buildWebhook(testApp)
  inbox = await openInbox(testApp, 'threads', { profileId: bakery })
  const target = { targets: [{ account_id: inbox.account.id }] }
  const plums = await buildPost(testApp, { text: 'Cake with plums', mode: 'draft', ...target })
  await buildPost(testApp, { text: `${hostile.markup} plumbing`, mode: 'draft', ...target })
  await inbox.addComment({ text: 'Are the plums ripe?' })
  testApp.clock.advance(180_000)
  await testApp.work()
  const [comment] = await inbox.list()
  const deliveries = (await testApp.call('GET', `/v1/webhooks/${endpoint.id}/deliveries`)).body.data
  await testApp.call('POST', '/v1/connect/redirect-origins', { origin: 'https://app.example.com' })
  const redirect_url = 'https://app.example.com/back'
  const link = await testApp.call('POST', `/v1/profiles/${bakery}/connect-links`, { redirect_url })
  Object.assign(ids, {
    post: plums.id,
    comment: comment!.id,
    account: inbox.account.id,
    profile: bakery,
    webhook: endpoint.id,
    delivery: deliveries[0].id,
    event: deliveries[0].event_id,
    link: link.body.id,
  })
})
afterAll(async () => await dashboard.close())

test('the post about plums: one shortcut, its words, Enter', async () => {
  const page = await openPalette('/')
  await page.keyboard.type('plums')
  await option(page, 'Cake with plums').and(page.locator('[aria-selected="true"]')).waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL(`**/posts/${ids.post}`)
  await palette(page).waitFor({ state: 'detached' })
  await page.locator('#content').getByText('Cake with plums').first().waitFor()
})

test('arrows choose an entry, and the field names it for screen readers', async () => {
  const page = await openPalette('/')
  await page.keyboard.type('plums')
  await option(page, 'Are the plums ripe?').waitFor()
  await page.getByRole('status').filter({ hasText: 'results' }).waitFor()
  const first = await activeText(page)
  expect(first).toContain('Cake with plums')
  await page.keyboard.press('ArrowDown')
  await expect.poll(() => activeText(page)).toContain('Are the plums ripe?')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowUp')
  await expect.poll(() => activeText(page)).toContain('Comments with “plums”')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/inbox\?.*search=plums/)
})

test.each([
  ['post', /\/posts\/post_/],
  ['comment', /\/inbox\?.*comment=cmt_/],
  ['account', /\/accounts\/acc_/],
  ['profile', /\/profiles\/prof_/],
  ['webhook', /\/webhooks\/whk_/],
  ['delivery', /\/webhooks\/whk_\w+\/deliveries\//],
  ['event', /\/webhooks\/whk_\w+\/deliveries\//],
  ['link', /\/connect-links\?.*link=link_/],
])('the pasted ID of one %s opens it', async (kind, url) => {
  const page = await openPalette('/')
  await field(page).fill(` ${ids[kind]} `)
  await palette(page).getByRole('group', { name: 'With this ID' }).waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL(url)
})

test('an unknown ID says so', async () => {
  const page = await openPalette('/')
  await field(page).fill('post_01k4wz7tq8e1n9mdh2y6c3vbfa')
  await palette(page).getByText('Nothing has this ID').first().waitFor()
  expect(await palette(page).getByRole('option').count()).toBe(0)
})

test('texts of other people are shown as text', async () => {
  const page = await openPalette('/')
  await page.keyboard.type('plumbing')
  await option(page, hostile.markup).waitFor()
})

test('pages, accounts, profiles and members are found by their names', async () => {
  const page = await openPalette('/')
  for (const [search, name, group] of [
    ['audit', 'Audit log', 'Go to'],
    ['gartnerei', 'Halde Gärtnerei', 'Profiles'],
    ['crm-7', 'Bergmann Bakery', 'Profiles'],
    ['anna.ba', '@anna.bakes', 'Accounts'],
    ['bergmann threads', '@anna.bakes', 'Accounts'],
    ['lovel', owner.name, 'Members'],
  ] as const) {
    await field(page).fill(search)
    const found = palette(page).getByRole('group', { name: group }).getByRole('option')
    await found.filter({ hasText: name }).waitFor()
  }
})

test('an expired account is reconnected from the palette', async () => {
  await expiredAccount(dashboard.testApp, garden)
  const page = await openPalette('/')
  await field(page).fill('recon')
  await option(page, '@studio.rossi').click()
  await page.getByRole('dialog', { name: 'Reconnect @studio.rossi' }).waitFor()
})

test('a search that fails says so and is repeated on request', async () => {
  const page = await openPalette('/')
  const reply = { status: 422, json: { error: { code: 'search_timeout', message: 'Too slow.' } } }
  await page.route('**/v1/posts?*', (route) => route.fulfill(reply))
  await page.keyboard.type('plums')
  await option(page, 'Are the plums ripe?').waitFor()
  await palette(page).getByRole('alert').waitFor()
  await page.unroute('**/v1/posts?*')
  await palette(page).getByRole('button', { name: 'Retry' }).click()
  await option(page, 'Cake with plums').waitFor()
})

test('what was opened is offered again, and its profile is selected instead of another', async () => {
  const page = await openPalette(`/?profile=${garden}`)
  await page.keyboard.type('plums')
  await option(page, 'Cake with plums').click()
  await page.waitForURL(new RegExp(`/posts/${ids.post}.*profile=${bakery}`))
  await page.locator('#content').getByText('Cake with plums').first().waitFor()
  await page.keyboard.press('Control+k')
  const recent = palette(page).getByRole('group', { name: 'Recent' })
  await recent.getByRole('option', { name: 'Cake with plums' }).waitFor()
})

test('the profile is switched in the palette, and Backspace leads back', async () => {
  const page = await openPalette('/accounts')
  await page.keyboard.type('switch')
  await option(page, 'Switch profile…').waitFor()
  await page.keyboard.press('Enter')
  await option(page, 'All profiles').waitFor()
  await page.keyboard.press('Backspace')
  await option(page, 'Create API key').waitFor()
  await field(page).fill('switch')
  await page.keyboard.press('Enter')
  await page.keyboard.type('halde')
  await option(page, 'Halde Gärtnerei').waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL(new RegExp(`/accounts\\?profile=${garden}`))
})

test('staff are offered their own pages, actions and clients only', async () => {
  const page = await openStaff(dashboard, { profiles: [garden] })
  await page.keyboard.press('Control+k')
  await option(page, 'Calendar').waitFor()
  for (const name of ['Audit log', 'API keys', 'Create API key', 'Switch profile…']) {
    expect(await option(page, name).count(), name).toBe(0)
  }
  await page.keyboard.type('plums')
  await palette(page).getByText('No results for “plums”').first().waitFor()
  await field(page).fill(ids.post!)
  await palette(page).getByText('Nothing has this ID').first().waitFor()
})

test('Ctrl K before the page is loaded opens the palette with what was typed since', async () => {
  const page = await dashboard.open('/')
  const session = await hold(page, '**/v1/session')
  await page.reload()
  await session.requested
  await page.keyboard.press('Control+k')
  await page.keyboard.type('plumx')
  await page.keyboard.press('Backspace')
  session.release()
  await palette(page).waitFor()
  await expect.poll(() => field(page).inputValue()).toBe('plum')
})

test('nothing that is typed between Ctrl K and the focus in the field is lost', async () => {
  const page = await openPalette('/')
  for (const text of ['calendar', 'cake']) {
    await page.keyboard.press('Escape')
    await palette(page).waitFor({ state: 'detached' })
    await page.keyboard.press('Control+k')
    // The dialog gives the focus to the field in a timer.
    expect(await field(page).and(page.locator(':focus')).count()).toBe(0)
    await page.keyboard.type(text)
    await page.keyboard.press('Enter')
    await expect.poll(() => field(page).inputValue()).toBe(text)
  }
  expect(new URL(page.url()).pathname).toBe('/dashboard/')
})

test('keys typed after a dismissed palette are shortcuts again', async () => {
  const page = await openPalette('/')
  await page.keyboard.press('Escape')
  await palette(page).waitFor({ state: 'detached' })
  await page.keyboard.press('c')
  await page.waitForURL('**/posts/new')
})

/** Holds the responses to requests of a URL until they are released. */
async function hold(page: Page, url: string) {
  const requested = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  await page.route(url, async (route) => {
    requested.resolve()
    await released.promise
    await route.continue()
  })
  return { requested: requested.promise, release: () => released.resolve() }
}

async function openPalette(path: string): Promise<Page> {
  const page = await dashboard.open(path)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.keyboard.press('Control+k')
  await field(page).and(page.locator(':focus')).waitFor()
  return page
}

function palette(page: Page) {
  return page.getByRole('dialog', { name: 'Command palette' })
}

function field(page: Page) {
  return palette(page).getByRole('combobox')
}

function option(page: Page, name: string) {
  return palette(page).getByRole('option').filter({ hasText: name })
}

/** The entry that the field names as active. */
async function activeText(page: Page): Promise<string> {
  const id = await field(page).getAttribute('aria-activedescendant')
  return (await page.locator(`[id="${id}"]`).textContent()) ?? ''
}
