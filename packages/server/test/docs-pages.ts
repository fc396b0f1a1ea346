import type { Page } from 'playwright-core'
import { onTestFinished } from 'vitest'
import { desktop, sharedChromium } from './browser.ts'
import { openTestApp } from './test-app.ts'

type PageOptions = {
  viewport?: { width: number; height: number }
  colorScheme?: 'light' | 'dark'
  /** The key that Try it out uses. */
  apiKey?: string
  /** A session of the dashboard as `name=value`. */
  cookie?: string | null
}

/**
 * The documentation in one browser context. Each test has its own pages and starts without stored data.
 */
export async function openDocs() {
  const testApp = await openTestApp({ listening: true })
  const browser = await sharedChromium()
  const context = await browser.newContext({ viewport: desktop, colorScheme: 'light' })
  const { publicUrl } = testApp.ctx.config

  const deleteStoredData = async (page: Page) => {
    const session = await context.newCDPSession(page)
    const stored = { origin: publicUrl, storageTypes: 'cookies,local_storage' }
    await session.send('Storage.clearDataForOrigin', stored)
    await session.detach()
  }

  return {
    testApp,
    /** Opens a page that is closed at the end of the test. `complaints` collects its console errors. */
    open: async (path: string, options: PageOptions = {}) => {
      const page = await context.newPage()
      onTestFinished(() => page.close())
      await deleteStoredData(page)
      const { viewport = desktop, colorScheme = 'light', apiKey, cookie } = options
      await page.setViewportSize(viewport)
      await page.emulateMedia({ colorScheme })
      if (apiKey) await page.addInitScript(`sessionStorage['postern-api-key'] = '${apiKey}'`)
      if (cookie) {
        const [name, value] = cookie.split('=')
        await context.addCookies([{ name: name!, value: value!, url: publicUrl }])
      }
      const complaints: string[] = []
      const foreign: string[] = []
      page.on('console', (message) => {
        if (message.type() === 'error') complaints.push(message.text())
      })
      page.on('request', (request) => {
        const url = request.url()
        if (!url.startsWith(`${publicUrl}/`) && !url.startsWith('data:')) foreign.push(url)
      })
      await page.goto(`${publicUrl}${path}`)
      return { page, complaints, foreign }
    },
    allowClipboard: () => context.grantPermissions(['clipboard-read', 'clipboard-write']),
    close: async () => {
      await context.close()
      await testApp.close()
    },
  }
}

export type Docs = Awaited<ReturnType<typeof openDocs>>
