import { consoleErrors } from '../dashboard.ts'
import type { Rule } from './rule.ts'

/** The console has no errors. */
export const consoleOutput: Rule = async ({ page }) => [...consoleErrors(page)]
