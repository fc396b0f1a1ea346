import { consoleErrors, overflow, steady } from '../dashboard.ts'
import type { RuleName } from '../scenes/scene.ts'
import { axe, contrast } from './axe.ts'
import { firstFocus } from './first-focus.ts'
import { hostileText } from './hostile-text.ts'
import { keyboard } from './keyboard.ts'
import { links } from './links.ts'
import { contributorButtons, permissions } from './permissions.ts'
import type { Rule } from './rule.ts'
import { targets } from './targets.ts'
import { textAreas } from './text-areas.ts'

/** The page is not wider than the screen. */
const width: Rule = async ({ page }) => await steady(page, () => overflow(page))

/** The console has no errors. */
const consoleOutput: Rule = async ({ page }) => [...consoleErrors(page)]

/** In this order, because the keyboard moves the focus and closes lists. */
export const rules = {
  firstFocus,
  width,
  hostileText,
  axe,
  links,
  permissions,
  contributorButtons,
  keyboard,
  console: consoleOutput,
} satisfies Partial<Record<RuleName, Rule>>

/** Again in the dark scheme. */
export const darkRules = { axe: contrast } satisfies Partial<Record<RuleName, Rule>>

/** On a phone. */
export const phoneRules = {
  width,
  hostileText,
  targets,
  textAreas,
  console: consoleOutput,
} satisfies Partial<Record<RuleName, Rule>>
