import { axe } from './axe.ts'
import { consoleOutput } from './console.ts'
import { firstFocus } from './first-focus.ts'
import { hostileText } from './hostile-text.ts'
import { keyboard } from './keyboard.ts'
import { links } from './links.ts'
import { contributorButtons, permissions } from './permissions.ts'
import type { Rule } from './rule.ts'
import { targets } from './targets.ts'
import { textAreas } from './text-areas.ts'
import { width } from './width.ts'

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
} satisfies Record<string, Rule>

/** Again on a phone, or only there. */
export const phoneRules = { width, targets, textAreas, console: consoleOutput } satisfies Record<
  string,
  Rule
>

export type RuleName = keyof typeof rules | keyof typeof phoneRules
