import { problems } from '../dashboard.ts'
import type { Rule } from './rule.ts'

/** axe finds nothing: WCAG 2.2 A and AA, and its best practices. */
export const axe: Rule = async ({ page }) => await problems(page)
