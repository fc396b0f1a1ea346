import { globSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { describe, test } from 'vitest'
import { type Appearance, openDashboard, settled } from './dashboard.ts'
import type { Area, Places, Scene } from './scenes/scene.ts'

const folder = join(import.meta.dirname, '..', '..', '..', 'screenshots', 'dashboard')
type Seen = Required<Omit<Appearance, 'touch'>>
const appearances: readonly Seen[] = [
  { viewport: 'wide', scheme: 'light', language: 'en' },
  { viewport: 'wide', scheme: 'dark', language: 'en' },
  { viewport: 'phone', scheme: 'light', language: 'en' },
  { viewport: 'phone', scheme: 'dark', language: 'en' },
  { viewport: 'wide', scheme: 'light', language: 'de' },
  { viewport: 'phone', scheme: 'light', language: 'de' },
]

const files = globSync('scenes/*.ts', { cwd: import.meta.dirname })
const modules = (await Promise.all(
  files
    .filter((file) => !file.endsWith('scene.ts'))
    .map((file) => import(/* @vite-ignore */ join(import.meta.dirname, file))),
)) as { area: Area }[]

for (const { area } of modules) {
  describe(area.name, () => {
    test('empty', async () => {
      await take(area, 'empty', async () => ({}))
    })
    test('full and failing', async () => {
      await take(area, 'full', area.fill)
    })
  })
}

async function take(area: Area, state: 'empty' | 'full', fill: Area['fill']): Promise<void> {
  const scenes = area.scenes.filter((scene) => (scene.state === 'empty') === (state === 'empty'))
  if (scenes.length === 0) return
  const dashboard = await openDashboard()
  try {
    const places = await fill(dashboard)
    for (const scene of scenes) {
      for (const appearance of appearances) {
        // Actions find elements by their English names.
        if (scene.act && appearance.language !== 'en') continue
        const isFailing = scene.state === 'failing'
        const page = await dashboard.open(
          isFailing ? '/sign-in' : pathOf(scene, places),
          appearance,
        )
        await photograph(page, area, scene, places, appearance)
        await page.context().close()
      }
    }
  } finally {
    await dashboard.close()
  }
}

async function photograph(
  page: Page,
  area: Area,
  scene: Scene,
  places: Places,
  { viewport, scheme, language }: Seen,
): Promise<void> {
  if (scene.state === 'failing') {
    await failEverything(page)
    await page.goto(new URL(`/dashboard${pathOf(scene, places)}`, page.url()).href)
  }
  // Before the first render there is no loading indicator either.
  await page.locator('h1').first().waitFor()
  if (scene.state === 'failing') await lose(page)
  await settled(page)
  await scene.act?.(page)
  await settled(page)
  await mkdir(folder, { recursive: true })
  await growWindow(page)
  await pictures(page)
  const name = [area.name, scene.name, scene.state, viewport, scheme].join('-')
  const ending = language === 'en' ? '' : `-${language}`
  await page.screenshot({ path: join(folder, `${name}${ending}.png`) })
}

/**
 * A window as high as its content: a picture of the whole page otherwise shows what sticks to an
 * edge of the window in the middle, and a dialog cut off.
 */
async function growWindow(page: Page): Promise<void> {
  const { width, height } = page.viewportSize()!
  const needed = (await page.evaluate(`(() => {
    const dialog = document.querySelector('[role="dialog"]')
    const inner = dialog ? dialog.scrollHeight + 2 * dialog.getBoundingClientRect().top : 0
    return Math.max(dialog ? 0 : document.documentElement.scrollHeight, Math.ceil(inner * 1.12))
  })()`)) as number
  if (needed <= height || height === heightMax) return
  await page.setViewportSize({ width, height: Math.min(needed, heightMax) })
  await settled(page)
  // Newly visible content may have loaded more.
  await growWindow(page)
}

/** Waits for visible images; lazy ones out of view may never load. */
async function pictures(page: Page): Promise<void> {
  const allThere = `[...document.images].every((each) => each.complete)`
  await page.waitForFunction(allThere, undefined, { timeout: picturesMs }).catch(() => {})
}

const picturesMs = 3_000
const heightMax = 4_000

function pathOf({ path }: Scene, places: Places): string {
  return typeof path === 'string' ? path : path(places)
}

/** Failed requests are retried three times with delays before the page shows the error. */
async function lose(page: Page): Promise<void> {
  const waiting = page.locator('[aria-busy="true"]')
  for (let tries = 0; tries < triesMax && (await waiting.count()) > 0; tries += 1) {
    await page.clock.runFor(5_000)
  }
}

const triesMax = 12

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
