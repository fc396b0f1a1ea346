import { createServer } from 'node:net'
import { serve } from '@hono/node-server'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildAccount, buildProfile } from '../../../server/test/build.ts'
import type { TestApp } from '../../../server/test/test-app.ts'
import { type Dashboard, openDashboard } from '../dashboard.ts'
import { message } from '../messages.ts'
import { chooseNow, text } from '../publishing-seed.ts'

const offline = 'You’re offline.'

let dashboard: Dashboard
let server: Server

beforeAll(async () => {
  const port = await freePort()
  const env = { PUBLIC_URL: `http://localhost:${port}` }
  dashboard = await openDashboard({ listening: false, env })
  server = openServer(dashboard.testApp, port)
  await server.start()
})
afterAll(async () => {
  await server.stop()
  await dashboard.close()
})

test('a missing script, a lost network and a stopped server are said, and lose no input', async () => {
  const { testApp } = dashboard
  const account = await buildAccount(testApp)
  const page = await dashboard.open('/')
  await failsToLoad(page)
  await worksOffline(page)

  await page.goto(pathOf(`/posts/new?profile=${account.profile_id}`))
  await chooseNow(page)
  await text(page).fill('Written through a restart')
  const list = await dashboard.open('/profiles')
  await list.getByRole('link', { name: /^Client \d+$/ }).waitFor()
  await server.stop()
  for (const each of [page, list]) await each.getByText(offline).waitFor()
  await text(page).press('End')
  await page.keyboard.type(', and on')
  await page.getByRole('button', { name: 'Publish now' }).click()
  await page.getByText(message('composer', 'unconfirmed')).waitFor()
  await buildProfile(testApp, { name: 'Created by another member' })

  await server.start()
  for (const each of [page, list]) await each.getByText(offline).waitFor({ state: 'detached' })
  await list.getByRole('link', { name: 'Created by another member' }).waitFor()
  await page.getByRole('button', { name: 'Publish now' }).click()
  await page.waitForURL(/\/posts\/post_/)
  const { data } = (await testApp.call('GET', '/v1/posts')).body
  expect(data.map((post: { text: string }) => post.text)).toEqual([
    'Written through a restart, and on',
  ])
})

/** A page whose script fails keeps the layout, and loads on retry. */
async function failsToLoad(page: Page): Promise<void> {
  const script = /assets\/requests-page/
  await page.context().route(script, (route) => route.abort('internetdisconnected'))
  await page.reload()
  await page.getByRole('heading', { name: 'Needs attention' }).waitFor()
  await page.getByRole('link', { name: 'Requests' }).click()
  await page.getByRole('heading', { name: 'This page couldn’t be loaded' }).waitFor()
  await page.getByRole('link', { name: 'Overview' }).waitFor()
  await page.context().unroute(script)
  await page.getByRole('button', { name: 'Retry' }).click()
  await page.getByRole('heading', { name: 'Requests', level: 1 }).waitFor()
}

/** Pages are loaded ahead, so that navigation works without a network. */
async function worksOffline(page: Page): Promise<void> {
  await page.goto(pathOf('/'))
  await Promise.all([page.waitForResponse(/assets\/requests-page.*\.js/), page.reload()])
  await page.getByRole('heading', { name: 'Needs attention' }).waitFor()
  await page.context().setOffline(true)
  await page.getByText(offline).waitFor()
  await page.getByRole('link', { name: 'Requests' }).click()
  await page.getByRole('heading', { name: 'Requests', level: 1 }).waitFor()
  await page.context().setOffline(false)
  await page.getByText(offline).waitFor({ state: 'detached' })
}

function pathOf(path: string): string {
  return new URL(`/dashboard${path}`, dashboard.testApp.ctx.config.publicUrl).href
}

type Server = { start(): Promise<void>; stop(): Promise<void> }

/** A server that can be stopped and started again at the same URL. */
function openServer(testApp: TestApp, port: number): Server {
  let listening: ReturnType<typeof serve> | null = null
  return {
    start: async () => {
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
