import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { describe, test } from 'vitest'
import { openDashboard, settled } from './dashboard.ts'
import { type Appearance, viewports } from './opened-dashboard.ts'
import { areas } from './scenes/areas.ts'
import type { Area, Places, Scene } from './scenes/scene.ts'
import { leave, openVisitor, visit } from './scenes/visit.ts'

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

for (const area of areas) {
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
    for (const appearance of appearances) {
      const page = await openVisitor(dashboard, area, places, appearance)
      for (const scene of scenes) {
        if (!isShown(scene, appearance)) continue
        await page.setViewportSize(viewports[appearance.viewport])
        await photograph(page, area, scene, places, appearance)
        await leave(page)
      }
      await page.context().close()
    }
  } finally {
    await dashboard.close()
  }
}

/** Actions find elements by their English names. */
function isShown({ act, viewport }: Scene, appearance: Seen): boolean {
  if (act && appearance.language !== 'en') return false
  return !viewport || viewport === appearance.viewport
}

async function photograph(
  page: Page,
  area: Area,
  scene: Scene,
  places: Places,
  { viewport, scheme, language }: Seen,
): Promise<void> {
  await visit(page, scene, places)
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
