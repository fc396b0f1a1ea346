import { randomUUID } from 'node:crypto'
import type { Page, Route } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildProfile } from '../../../server/test/build.ts'
import { type Inbox, openInbox } from '../../../server/test/inbox.ts'
import { message } from '../messages.ts'
import { chooseNow } from '../publishing-seed.ts'
import { type Dashboard, openDashboard } from './dashboard.ts'

let dashboard: Dashboard
let inbox: Inbox
/** Distinguishes the resources of a test from those of the others. */
let once: string
const toMend: (() => Promise<void>)[] = []

beforeAll(async () => {
  dashboard = await openDashboard()
  inbox = await openInbox(dashboard.testApp)
})
beforeEach(() => {
  once = randomUUID().slice(0, 8)
})
afterEach(async () => {
  for (const mend of toMend.splice(0)) await mend()
})
afterAll(async () => await dashboard.close())

test('a page whose live stream opens late shows what changed before', async () => {
  const page = await dashboard.open('/profiles')
  await page.route('**/v1/live*', (route) => route.abort())
  await page.reload()
  await page.getByRole('link', { name: inboxProfile() }).waitFor()
  await page.getByText('You’re offline.').waitFor()
  await buildProfile(dashboard.testApp, { name: `Missed ${once}` })
  await page.unroute('**/v1/live*')
  await page.getByRole('link', { name: `Missed ${once}` }).waitFor()
})

test('a refused live stream is said, and the own changes still show', async () => {
  const page = await dashboard.open('/profiles')
  await page.getByRole('link', { name: inboxProfile() }).waitFor()
  await page.route('**/v1/live*', (route) => route.fulfill({ status: 429, json: {} }))
  await page.reload()
  await page.getByText('Live updates are paused').waitFor()
  expect(await page.getByText('You’re offline.').count()).toBe(0)
  await page.getByRole('button', { name: 'Create profile' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill(`Own ${once}`)
  await page.getByRole('dialog').getByRole('button', { name: 'Create profile' }).click()
  await page.getByRole('heading', { name: `Own ${once}` }).waitFor()
})

test('slow responses show skeleton lines', async () => {
  const page = await dashboard.open('/posts')
  const hold = await holdBack(page, '**/v1/profile-statistics?*')
  await page.getByRole('link', { name: 'Profiles' }).click()
  await page.getByRole('heading', { name: 'Profiles', level: 1 }).waitFor()
  const grey = page.locator('#content [aria-busy]')
  await grey.waitFor()
  await dashboardIsFine(page)
  await hold.release()
  await page.getByRole('link', { name: inboxProfile() }).waitFor()
  await grey.waitFor({ state: 'detached' })
})

test('a double click during a slow request publishes, creates and replies once', async () => {
  const { testApp } = dashboard
  const page = await compose(`Pressed in a hurry, ${once}`)
  await page.getByText('Ready for all platforms').waitFor()
  const posting = await holdBack(page, '**/v1/posts')
  const publish = page.getByRole('button', { name: 'Publish now' })
  await publish.dblclick()
  await publish.click({ force: true })
  await posting.release()
  await page.waitForURL(/\/posts\/post_/)
  expect(posting.count).toBe(1)
  expect(await postsSaying(`Pressed in a hurry, ${once}`)).toBe(1)

  await goTo(page, '/profiles?new=1')
  const making = await holdBack(page, '**/v1/profiles')
  await page.getByRole('textbox', { name: 'Name' }).fill(`Made ${once}`)
  await page.getByRole('dialog').getByRole('button', { name: 'Create profile' }).dblclick()
  await page.keyboard.press('Enter')
  await making.release()
  await page.getByRole('heading', { name: `Made ${once}` }).waitFor()
  const { data } = (await testApp.call('GET', `/v1/profiles?search=${once}`)).body
  expect(data).toHaveLength(1)

  await inbox.addComment({ text: `Rye, ${once}?` })
  testApp.clock.advance(180_000)
  await testApp.work()
  await goTo(page, '/inbox')
  await page.getByText(`Rye, ${once}?`).first().click()
  const replying = await holdBack(page, '**/v1/comments/*/reply')
  const box = page.getByLabel('Reply as anna.bakes')
  await box.fill(`Yes, ${once}.`)
  await box.press('Control+Enter')
  await box.press('Control+Enter')
  await replying.release()
  await page.getByText('Replied by anna.bakes').waitFor()
  const shown = await inbox.listOnPlatform()
  expect(shown.filter(({ text }) => text === `Yes, ${once}.`)).toHaveLength(1)
})

test('a failed page shows the request ID and loads on retry', async () => {
  const mend = await breakTable('connect_link')
  const page = await dashboard.open('/connect-links?kind=links')
  await page.getByText('Request failed').waitFor()
  const id = await page.getByText(/Request req_/).innerText()
  expect(dashboard.testApp.logLines.join()).toContain(id.replace('Request ', ''))
  await mend()
  await page.getByRole('button', { name: 'Retry' }).click()
  await page.getByText('Request failed').waitFor({ state: 'detached' })
})

test('form values stay when saving fails or the network is gone, and can be saved later', async () => {
  const { testApp } = dashboard
  const page = await dashboard.open('/profiles?new=1')
  const dialog = page.getByRole('dialog')
  const name = page.getByRole('textbox', { name: 'Name' })
  const create = dialog.getByRole('button', { name: 'Create profile' })
  await name.fill(`Through thick ${once}`)
  const mend = await breakTable('idempotency')
  await create.click()
  await dialog.getByText(/Request req_/).waitFor()
  expect(await name.inputValue()).toBe(`Through thick ${once}`)
  await mend()
  await page.context().setOffline(true)
  await create.click()
  await dialog.getByText('Can’t reach the server.', { exact: false }).waitFor()
  expect(await name.inputValue()).toBe(`Through thick ${once}`)
  await page.context().setOffline(false)
  await create.click()
  await page.getByRole('heading', { name: `Through thick ${once}` }).waitFor()
  const { data } = (await testApp.call('GET', `/v1/profiles?search=${once}`)).body
  expect(data).toHaveLength(1)
})

test('a page opened without a network says that nothing is loaded, and loads later', async () => {
  const page = await dashboard.open('/profiles')
  await page.getByRole('link', { name: inboxProfile() }).waitFor()
  await page.context().setOffline(true)
  await page.getByRole('link', { name: 'Webhooks' }).click()
  await page.getByText(message('parts', 'nothingLoaded')).waitFor()
  await page.context().setOffline(false)
  await page.getByText(message('parts', 'nothingLoaded')).waitFor({ state: 'detached' })
})

test('a key revoked elsewhere is shown as revoked, and revoking it again shows a message', async () => {
  const { testApp } = dashboard
  const { body } = await testApp.call('POST', '/v1/api-keys', { name: `Store ${once}` })
  const page = await dashboard.open('/api-keys')
  await page.getByRole('button', { name: `Actions for Store ${once}` }).click()
  await page.getByRole('menuitem', { name: 'Rotate' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.waitFor()
  await testApp.call('DELETE', `/v1/api-keys/${body.id}`)
  await page
    .getByRole('row', { name: new RegExp(once), includeHidden: true })
    .getByText('Revoked')
    .waitFor()
  await dialog.getByRole('button', { name: 'Rotate' }).click()
  await dialog.getByText(/Request req_/).waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
})

/** Blocks matching requests until they are released; counts the writing ones. */
async function holdBack(page: Page, pattern: string) {
  const waiting: Route[] = []
  let isHeld = true
  const held = {
    count: 0,
    release: async () => {
      isHeld = false
      for (const route of waiting.splice(0)) await route.continue()
    },
  }
  await page.route(pattern, async (route) => {
    if (route.request().method() !== 'GET') held.count += 1
    if (isHeld) waiting.push(route)
    else await route.continue()
  })
  return held
}

/** Renames the table, so that the server fails wherever it needs it, until restored. */
async function breakTable(name: string): Promise<() => Promise<void>> {
  const { pool } = dashboard.testApp.ctx.db
  await pool.query(`alter table ${name} rename to ${name}_away`)
  const mend = async () => {
    await pool.query(`alter table if exists ${name}_away rename to ${name}`)
  }
  toMend.push(mend)
  return mend
}

async function compose(words: string): Promise<Page> {
  const page = await dashboard.open(`/posts/new?profile=${inbox.account.profile_id}`)
  await chooseNow(page)
  await page.getByRole('textbox', { name: 'Text', exact: true }).fill(words)
  return page
}

async function postsSaying(text: string): Promise<number> {
  const { data } = (await dashboard.testApp.call('GET', '/v1/posts?limit=100')).body
  return data.filter((post: { text: string }) => post.text === text).length
}

function inboxProfile(): RegExp {
  return /^Client \d+$/
}

async function dashboardIsFine(page: Page): Promise<void> {
  expect(await page.getByRole('alert').count()).toBe(0)
}

async function goTo(page: Page, path: string): Promise<void> {
  await page.goto(new URL(`/dashboard${path}`, page.url()).href)
}
