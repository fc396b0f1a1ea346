import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { sendPage } from '../../src/pages/page.ts'
import {
  accessibilityViolations,
  desktop,
  openPage,
  phone,
  saveScreenshot,
  sharedChromium,
} from '../browser.ts'
import { pageStates } from '../page-states.ts'
import { openTestApp, type TestApp } from '../test-app.ts'

let testApp: TestApp
let browser: Browser
let server: Server
let statesUrl: string

beforeAll(async () => {
  testApp = await openTestApp()
  server = await serveStates()
  statesUrl = `http://localhost:${(server.address() as AddressInfo).port}`
  browser = await sharedChromium()
})

afterAll(async () => {
  server?.close()
  await testApp?.close()
})

/** Serves every page state with its real headers. */
async function serveStates(): Promise<Server> {
  const app = new Hono()
  for (const [name, page] of Object.entries(pageStates)) {
    app.get(`/${name}`, (c) => sendPage(testApp.ctx, c as never, 200, page('en')))
  }
  return await new Promise((resolve) => {
    const server = serve({ fetch: app.fetch, port: 0, hostname: 'localhost' }, () =>
      resolve(server as Server),
    )
  })
}

const allVariants = [
  { name: 'desktop-light', options: { viewport: desktop, colorScheme: 'light' } },
  { name: 'phone-dark', options: { viewport: phone, colorScheme: 'dark' } },
] as const
const variants = inject('isFull') ? allVariants : allVariants.slice(0, 1)

describe.each(variants)('every page state, $name', ({ name, options }) => {
  test.each(Object.keys(pageStates))('%s is accessible and fits the viewport', async (state) => {
    const { page, complaints, close } = await openPage(browser, options)
    await page.goto(`${statesUrl}/${state}`)
    expect(await accessibilityViolations(page)).toEqual([])
    if (inject('isFull')) await saveScreenshot(page, `state-${state}-${name}`)
    for (const width of [options.viewport.width, 320]) {
      await page.setViewportSize({ width, height: 800 })
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width)
    }
    expect(complaints).toEqual([])
    await close()
  })
})
