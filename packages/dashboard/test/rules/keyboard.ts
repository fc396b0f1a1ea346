import { focusProblem } from '../keyboard-user.ts'
import type { Rule } from './rule.ts'

/** With more controls, a page repeats those of its rows. */
const tabsMax = 60

type Walk = { reached: number; problems: string[]; missed: string[] }

/**
 * Tab reaches every control of the page's content, or of the open dialog, and each shows the focus.
 * The navigation is a scene by itself.
 */
export const keyboard: Rule = async ({ page }) => {
  const count = (await page.evaluate(startWalk)) as number
  const tabs = Math.min(count, tabsMax)
  for (let tab = 0; tab < tabs; tab += 1) await page.keyboard.press('Tab')
  const { problems, missed } = (await page.evaluate('globalThis.endWalk()')) as Walk
  return count > tabsMax ? problems : [...problems, ...missed.map((html) => `not reached: ${html}`)]
}

/**
 * Focuses the start of the content and looks at the focus after each Tab. Of radio buttons with one name
 * Tab reaches one.
 */
const startWalk = `(() => {
  const dialog = [...document.querySelectorAll('[role=dialog]')].filter((each) => each.checkVisibility()).at(-1)
  const place = dialog ?? document.querySelector('main') ?? document.body
  const kinds = 'a[href], button, input, select, textarea, summary, [tabindex="0"]'
  const isReachable = (each) =>
    each.tabIndex >= 0 && !each.disabled && each.type !== 'hidden' &&
    each.checkVisibility({ visibilityProperty: true }) && !each.closest('[inert], [aria-hidden=true]')
  const names = new Set()
  const expected = [...place.querySelectorAll(kinds)].filter(isReachable).filter((each) => {
    if (each.type !== 'radio') return true
    const isFirst = !names.has(each.name)
    names.add(each.name)
    return isFirst
  })
  const reached = new Set()
  const problems = []
  const isReached = (each) => reached.has(each) || each.type === 'radio' && [...reached].some((other) => other.name === each.name)
  const handleKey = ({ key }) => {
    if (key !== 'Tab') return
    reached.add(document.activeElement)
    const problem = ${focusProblem}
    if (problem) problems.push(problem)
  }
  addEventListener('keyup', handleKey, { capture: true })
  if (!place.contains(document.activeElement) || !dialog) {
    const hadIndex = place.hasAttribute('tabindex')
    if (!hadIndex) place.tabIndex = -1
    place.focus({ preventScroll: true })
    if (!hadIndex) place.removeAttribute('tabindex')
  } else {
    reached.add(document.activeElement)
  }
  globalThis.endWalk = () => {
    removeEventListener('keyup', handleKey, { capture: true })
    const missed = expected.filter((each) => isReachable(each) && !isReached(each))
    return { reached: reached.size, problems: problems.slice(0, 8), missed: missed.slice(0, 8).map((each) => each.outerHTML.slice(0, 160)) }
  }
  return expected.length
})()`
