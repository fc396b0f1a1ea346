import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { consoleErrors, type Dashboard, openDashboard, settled } from '../dashboard.ts'
import { type Look, looks } from '../looks.ts'
import { viewports } from '../opened-dashboard.ts'
import type { Area, Places, RuleName, Scene } from '../scenes/scene.ts'
import { leave, openVisitor, visit } from '../scenes/visit.ts'
import { refuseAlerts } from './hostile-text.ts'
import type { Rule, Visit } from './rule.ts'
import { darkRules, phoneRules, rules } from './rules.ts'

/** Tests that every rule holds in each full or failing scene of the area. */
export function checkScenes(area: Area): void {
  const dashboard = openOnce(area.fill)
  checkAll(area, dashboard, ({ state }) => state !== 'empty')
}

/** The same in the scenes of a new installation, which all areas share. */
export function checkEmptyScenes(areas: readonly Area[]): void {
  const dashboard = openOnce(async () => ({}))
  for (const area of areas) checkAll(area, dashboard, ({ state }) => state === 'empty')
}

type Opened = { dashboard: Dashboard; places: Places }

/** The dashboard of the file's tests. */
function openOnce(fill: Area['fill']): () => Opened {
  let opened: Opened
  beforeAll(async () => {
    const dashboard = await openDashboard()
    opened = { dashboard, places: {} }
    opened.places = await fill(dashboard)
  })
  afterAll(async () => await opened.dashboard.close())
  return () => opened
}

function checkAll(area: Area, opened: () => Opened, isIncluded: (scene: Scene) => boolean): void {
  for (const look of looks) {
    const scenes = area.scenes.filter(isIncluded).filter((scene) => isShown(scene, look))
    if (scenes.length === 0) continue
    describe(`${area.name}, ${look.name}`, () => {
      let page: Page
      const alerts: string[] = []
      const refused: string[] = []
      beforeAll(async () => {
        const { dashboard, places } = opened()
        page = await openVisitor(dashboard, area, places, look)
        refuseAlerts(page, alerts)
        page.on('response', (response) => {
          if (response.status() === 403) refused.push(`403: ${response.url()}`)
        })
      })
      afterAll(async () => await page.context().close())

      test.each(scenes)('$name, $state', async (scene) => {
        const { dashboard, places } = opened()
        for (const list of [alerts, refused, consoleErrors(page)]) list.length = 0
        const visited = { dashboard, page, scene, refused }
        try {
          await page.setViewportSize(viewports[scene.viewport ?? look.viewport])
          await visit(page, scene, places)
          const found =
            look.viewport === 'phone'
              ? await apply(visited, area, phoneRules)
              : await checkWide(visited, area)
          expect({ ...found, ...(alerts.length > 0 && { alerts }) }).toEqual({})
        } finally {
          await leave(page)
          await page.emulateMedia({ colorScheme: look.scheme })
        }
      })
    })
  }
}

function isShown(scene: Scene, { viewport, scenes }: Look): boolean {
  const hasActions = scene.act !== undefined || scene.focus !== undefined
  if (scenes && hasActions !== (scenes === 'with actions')) return false
  // A scene of phones already gets the rules of a phone in the first look.
  return !(scene.viewport && viewport === 'phone')
}

/** The problems by rule: of the page as it is, then in dark, and as narrow as a phone. */
async function checkWide(visited: Visit, area: Area): Promise<Record<string, string[]>> {
  const { page, scene } = visited
  const found = await apply(visited, area, rules)
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.locator('html[data-mantine-color-scheme="dark"]').waitFor()
  await settled(page)
  Object.assign(found, prefixed('dark', await apply(visited, area, darkRules)))
  if (scene.viewport !== 'phone') {
    await page.setViewportSize(viewports.phone)
    await settled(page)
  }
  return { ...found, ...prefixed('phone', await apply(visited, area, phoneRules)) }
}

async function apply(
  visited: Visit,
  { rules: chosen, signIn }: Area,
  all: Record<string, Rule>,
): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {}
  for (const [name, rule] of Object.entries(all) as [RuleName, Rule][]) {
    const isChosen = chosen?.includes(name) ?? (name !== 'contributorButtons' || signIn)
    if (!isChosen || visited.scene.exceptions?.[name]) continue
    const problems = await rule(visited)
    if (problems.length > 0) found[name] = problems
  }
  return found
}

function prefixed<T>(prefix: string, found: Record<string, T>): Record<string, T> {
  return Object.fromEntries(
    Object.entries(found).map(([name, value]) => [`${prefix}: ${name}`, value]),
  )
}
