import { randomUUID } from 'node:crypto'
import { createServer } from 'node:net'
import { serve } from '@hono/node-server'
import type { Page, Route } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildProfile } from '../../server/test/build.ts'
import { type Inbox, openInbox } from '../../server/test/inbox.ts'
import type { TestApp } from '../../server/test/test-app.ts'
import { type Dashboard, openDashboard } from './dashboard.ts'
import { chooseNow } from './publishing-seed.ts'

const patience = { timeout: 20_000 }

let dashboard: Dashboard
let server: Server
let inbox: Inbox
/** Distinguishes resources from an earlier attempt of the test. */
let once: string
const opened: Page[] = []
const toMend: (() => Promise<void>)[] = []

beforeAll(async () => {
  const port = await freePort()
  const env = { PUBLIC_URL: `http://localhost:${port}` }
  dashboard = await openDashboard({ listening: false, env })
  server = openServer(dashboard.testApp, port)
  await server.start()
  inbox = await openInbox(dashboard.testApp)
})
beforeEach(() => {
  once = randomUUID().slice(0, 8)
})
afterEach(async () => {
  for (const page of opened.splice(0)) await page.context().close()
  for (const mend of toMend.splice(0)) await mend()
  await server.start()
})
afterAll(async () => {
  await server.stop()
  await dashboard.close()
})

test('a server restart shows a notice, loses no input, and the page recovers automatically', async () => {
  const { testApp } = dashboard
  const words = `Written through a restart, ${once}`
  const page = await compose(words)
  const list = await open('/profiles')
  await list.getByRole('link', { name: inboxProfile() }).waitFor()

  await server.stop()
  const banner = 'You’re offline.'
  for (const each of [page, list]) await each.getByText(banner).waitFor()
  await dashboard.check(page, 'the lost connection')
  await page.getByRole('textbox', { name: 'Text', exact: true }).press('End')
  await page.keyboard.type(', and on')
  await page.getByRole('button', { name: 'Publish now' }).click()
  await page.getByText('We couldn’t confirm whether this was saved').waitFor()
  await buildProfile(testApp, { name: `Meanwhile ${once}` })

  await server.start()
  for (const each of [page, list]) {
    await each.getByText(banner).waitFor({ state: 'detached', timeout: 60_000 })
  }
  await list.getByRole('link', { name: `Meanwhile ${once}` }).waitFor()
  await page.getByRole('button', { name: 'Publish now' }).click()
  await page.waitForURL(/\/posts\/post_/)
  expect(await postsSaying(`${words}, and on`)).toBe(1)
})

test('a page whose live stream opens late shows what changed before', async () => {
  const page = await open('/profiles')
  await page.route('**/v1/live*', (route) => route.abort())
  await page.reload()
  await page.getByRole('link', { name: inboxProfile() }).waitFor()
  await page.getByText('You’re offline.').waitFor()
  await buildProfile(dashboard.testApp, { name: `Missed ${once}` })
  await page.unroute('**/v1/live*')
  await page.getByRole('link', { name: `Missed ${once}` }).waitFor(patience)
})

test('a refused live stream is said, and the own changes still show', async () => {
  const page = await open('/profiles')
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
  const page = await open('/posts')
  const hold = await holdBack(page, '**/v1/profile-statistics?*')
  await page.getByRole('link', { name: 'Profiles' }).click()
  await page.getByRole('heading', { name: 'Profiles', level: 1 }).waitFor()
  const grey = page.locator('#content [aria-busy]')
  await grey.waitFor()
  const { height } = (await grey.boundingBox())!
  expect(height).toBeGreaterThan(100)
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
  const page = await open('/connect-links?kind=links')
  await page.getByText('Request failed').waitFor(patience)
  const id = await page.getByText(/Request req_/).innerText()
  expect(dashboard.testApp.logLines.join()).toContain(id.replace('Request ', ''))
  await dashboard.check(page, 'a page that cannot be read')
  await mend()
  await page.getByRole('button', { name: 'Retry' }).click()
  await page.getByText('Request failed').waitFor({ state: 'detached' })
})

test('form values stay when saving fails or the network is gone, and can be saved later', async () => {
  const { testApp } = dashboard
  const page = await open('/profiles?new=1')
  const dialog = page.getByRole('dialog')
  const name = page.getByRole('textbox', { name: 'Name' })
  const create = dialog.getByRole('button', { name: 'Create profile' })
  await name.fill(`Through thick ${once}`)
  const mend = await breakTable('idempotency')
  await create.click()
  await dialog.getByText(/Request req_/).waitFor(patience)
  expect(await name.inputValue()).toBe(`Through thick ${once}`)
  await dashboard.check(page, 'a form that could not be saved')
  await mend()
  await page.context().setOffline(true)
  await create.click()
  await dialog.getByText('Can’t reach the server.', { exact: false }).waitFor(patience)
  expect(await name.inputValue()).toBe(`Through thick ${once}`)
  await dashboard.check(page, 'a form without a network')
  await page.context().setOffline(false)
  await create.click()
  await page.getByRole('heading', { name: `Through thick ${once}` }).waitFor()
  const { data } = (await testApp.call('GET', `/v1/profiles?search=${once}`)).body
  expect(data).toHaveLength(1)
})

test('a key revoked elsewhere is shown as revoked, and revoking it again shows a message', async () => {
  const { testApp } = dashboard
  const { body } = await testApp.call('POST', '/v1/api-keys', { name: `Store ${once}` })
  const page = await open('/api-keys')
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
  await dashboard.check(page, 'a key that was revoked elsewhere')
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
})

type Server = { start(): Promise<void>; stop(): Promise<void> }

/** A server that can be stopped and started again at the same URL. */
function openServer(testApp: TestApp, port: number): Server {
  let listening: ReturnType<typeof serve> | null = null
  return {
    start: async () => {
      if (listening) return
      await new Promise<void>((resolve) => {
        const { fetch } = testApp.app
        listening = serve({ fetch, port, hostname: 'localhost' }, () => resolve())
      })
    },
    stop: async () => {
      const open = listening
      listening = null
      if (!open) return
      await new Promise<void>((resolve) => {
        open.close(() => resolve())
        if ('closeAllConnections' in open) open.closeAllConnections()
      })
    },
  }
}

async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, 'localhost', resolve))
  const { port } = probe.address() as { port: number }
  await new Promise((resolve) => probe.close(resolve))
  return port
}

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
  const page = await open(`/posts/new?profile=${inbox.account.profile_id}`)
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

async function open(path: string): Promise<Page> {
  const page = await dashboard.open(path)
  opened.push(page)
  return page
}

async function goTo(page: Page, path: string): Promise<void> {
  await page.goto(new URL(`/dashboard${path}`, page.url()).href)
}
