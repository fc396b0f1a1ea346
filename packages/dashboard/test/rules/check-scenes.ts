import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { appearances, nameOf } from '../appearances.ts'
import { consoleErrors, type Dashboard, openDashboard, settled } from '../dashboard.ts'
import { type Appearance, viewports } from '../opened-dashboard.ts'
import type { Area, Places, RuleName, Scene } from '../scenes/scene.ts'
import { leave, openVisitor, visit } from '../scenes/visit.ts'
import { refuseAlerts } from './hostile-text.ts'
import type { Rule, Visit } from './rule.ts'
import { phoneRules, rules } from './rules.ts'

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
  for (const appearance of appearances) {
    const scenes = area.scenes.filter(isIncluded).filter((scene) => isShown(scene, appearance))
    if (scenes.length === 0) continue
    describe(`${area.name}, ${nameOf(appearance)}`, () => {
      let page: Page
      const alerts: string[] = []
      const refused: string[] = []
      beforeAll(async () => {
        const { dashboard, places } = opened()
        page = await openVisitor(dashboard, area, places, appearance)
        refuseAlerts(page, alerts)
        page.on('response', (response) => {
          if (response.status() === 403) refused.push(`403: ${response.url()}`)
        })
      })
      afterAll(async () => await page.context().close())

      test.each(scenes)('$name, $state', async (scene) => {
        const { dashboard, places } = opened()
        for (const list of [alerts, refused, consoleErrors(page)]) list.length = 0
        try {
          await page.setViewportSize(viewports[scene.viewport ?? appearance.viewport ?? 'wide'])
          await visit(page, scene, places)
          const found = await check({ dashboard, page, scene, refused }, area, appearance)
          expect({ ...found, ...(alerts.length > 0 && { alerts }) }).toEqual({})
        } finally {
          await leave(page)
        }
      })
    })
  }
}

function isShown(scene: Scene, { language = 'en', viewport }: Appearance): boolean {
  if (scene.viewport && inject('isFull') && scene.viewport !== viewport) return false
  return language === 'en' || (!scene.act && !scene.focus)
}

/** The problems by rule. In `npm test` the same page is then made as narrow as a phone. */
async function check(visited: Visit, area: Area, { viewport }: Appearance) {
  const isPhone = (visited.scene.viewport ?? viewport) === 'phone'
  const found = await apply(visited, area, isPhone ? { ...phoneRules, ...rules } : rules)
  if (isPhone || inject('isFull')) return found
  await visited.page.setViewportSize(viewports.phone)
  await settled(visited.page)
  const narrow = await apply(visited, area, phoneRules)
  return { ...found, ...prefixed('phone', narrow) }
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
