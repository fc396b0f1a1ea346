import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import type { BrowserContext } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { sendPage } from '../../src/pages/page.ts'
import { desktop, sharedChromium } from '../browser.ts'
import { imageFile } from '../media-files.ts'
import { pageFaults } from '../page-rules.ts'
import { pageStates } from '../page-states.ts'
import { openTestApp, type TestApp } from '../test-app.ts'

let testApp: TestApp
let context: BrowserContext
let server: Server
let statesUrl: string

beforeAll(async () => {
  testApp = await openTestApp()
  server = await serveStates()
  statesUrl = `http://localhost:${(server.address() as AddressInfo).port}`
  context = await (await sharedChromium()).newContext({ viewport: desktop })
})

afterAll(async () => {
  await context?.close()
  server?.close()
  await testApp?.close()
})

/** Serves every page state with its real headers, and a picture for its media. */
async function serveStates(): Promise<Server> {
  const app = new Hono()
  const picture = new Uint8Array(await imageFile())
  for (const path of ['/approve/token/media/*', '/report/token/media/*']) {
    app.get(path, (c) => c.body(picture, 200, { 'content-type': 'image/jpeg' }))
  }
  for (const [name, page] of Object.entries(pageStates)) {
    app.get(`/${name}`, (c) => sendPage(testApp.ctx, c as never, 200, page('en')))
  }
  return await new Promise((resolve) => {
    const server = serve({ fetch: app.fetch, port: 0, hostname: 'localhost' }, () =>
      resolve(server as Server),
    )
  })
}

test.each(Object.keys(pageStates))(
  'the page state %s is accessible and fits the screen',
  async (state) => {
    const page = await context.newPage()
    onTestFinished(() => page.close())
    const complaints: string[] = []
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text())
    })
    await page.goto(`${statesUrl}/${state}`)
    expect(await pageFaults(page, `state-${state}`)).toEqual([])
    expect(complaints).toEqual([])
  },
)
