import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { type Dashboard, settled } from '../dashboard.ts'
import type { Appearance } from '../opened-dashboard.ts'
import { pendingRequests } from '../own-requests.ts'
import { type Area, type Places, pathOf, type Scene } from './scene.ts'

/** A page that is signed in and starts every visit without stored drafts, choices and hints. */
export async function openVisitor(
  dashboard: Dashboard,
  area: Area,
  places: Places,
  appearance: Appearance,
): Promise<Page> {
  // As wide as the sign-in needs it; each scene then sets its size.
  const wide = { ...appearance, viewport: 'wide' } as const
  const page = await (area.signIn?.(dashboard, places, wide) ?? dashboard.open('/settings', wide))
  await page.context().addInitScript('localStorage.clear(); sessionStorage.clear()')
  return page
}

/** Opens a scene and waits until it has loaded. */
export async function visit(page: Page, scene: Scene, places: Places): Promise<void> {
  if (scene.state === 'failing') await failEverything(page)
  await page.goto(new URL(`/dashboard${pathOf(scene, places)}`, page.url()).href)
  // Before the first render there is no loading indicator either.
  await page.locator('h1').first().waitFor({ state: 'attached' })
  if (scene.state === 'failing') await passRetries(page)
  await settled(page)
  if (!scene.act) return
  await scene.act(page)
  await settled(page)
}

/** Ends what `visit` changed for a failing scene. */
export async function leave(page: Page): Promise<void> {
  await page.unrouteAll()
}

/** Failed requests are retried three times with delays before the page shows the error. */
async function passRetries(page: Page): Promise<void> {
  const loading = page.locator('[aria-busy="true"]')
  for (let tries = 0; tries < triesMax && (await loading.count()) > 0; tries += 1) {
    await page.clock.fastForward(longestDelayMs)
    await expect.poll(() => pendingRequests(page)).toEqual([])
  }
}

/** The retries of a request that starts after another one has failed. */
const triesMax = 12
const longestDelayMs = 8_000

async function failEverything(page: Page): Promise<void> {
  await page.route(/\/v1\/(?!session$|live$|platforms)/, async (route) => {
    const error = {
      type: 'api_error',
      code: 'internal_error',
      message: 'Something went wrong on our side. The request id helps to find it.',
      param: null,
      details: [],
      platform: null,
      retryable: true,
      doc_url: null,
      request_id: 'req_01m7y92tq5fzsa25rjz8y1z1rc',
    }
    await route.fulfill({ status: 500, contentType: 'application/json', json: { error } })
  })
}
