import { overflow, steady } from '../dashboard.ts'
import type { Rule } from './rule.ts'

/** The page is not wider than the screen. */
export const width: Rule = async ({ page }) => await steady(page, () => overflow(page))
