import { steady } from '../dashboard.ts'
import type { Rule } from './rule.ts'

/** On a phone, text begins at the top of its field, and a placeholder is whole. */
export const textAreas: Rule = async ({ page }) =>
  await steady(page, async () => (await page.evaluate(cutTexts)) as string[])

/** Mantine measures the height with hidden fields. */
const cutTexts = `[...document.querySelectorAll('textarea')]
  .filter((each) => each.checkVisibility({ visibilityProperty: true }))
  .filter((each) => getComputedStyle(each).alignContent !== 'normal' ||
    each.value === '' && each.scrollHeight > each.clientHeight)
  .map((each) => each.outerHTML.slice(0, 200))`
