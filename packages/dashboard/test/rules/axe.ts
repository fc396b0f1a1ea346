import { problems } from '../dashboard.ts'
import { viewports } from '../opened-dashboard.ts'
import type { Rule } from './rule.ts'

/**
 * axe finds nothing: WCAG 2.2 A and AA, and its best practices. On a phone the rule `targets` checks the
 * size of targets, because it knows rows that are one link and pages behind a dialog; axe does not.
 */
export const axe: Rule = async ({ page }) => {
  const found = await problems(page)
  if (page.viewportSize()!.width > viewports.phone.width) return found
  return found.filter((each) => !each.startsWith('target-size: '))
}

/** Only what a color scheme changes. */
export const contrast: Rule = async ({ page }) => await problems(page, ['color-contrast'])
