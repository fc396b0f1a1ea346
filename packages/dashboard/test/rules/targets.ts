import { steady } from '../dashboard.ts'
import type { Rule } from './rule.ts'

/** WCAG 2.2, 2.5.8, in CSS pixels. */
const targetMin = 24
/** What a thumb needs; for the buttons that a page is there for. */
const thumbMin = 40

/** On a phone, everything that can be tapped is large enough for a finger. */
export const targets: Rule = async ({ page }) => [
  ...((await steady(page, () => page.evaluate(smallTargets))) as string[]),
  ...((await steady(page, () => page.evaluate(lowButtons))) as string[]),
]

/** Buttons below the title, in rows and at the end of a dialog. */
const lowButtons = `(() => {
  const buttons = document.querySelectorAll('.page-actions > *, .stack-table td > .mantine-Button-root, [role=dialog] .dialog-buttons .mantine-Button-root')
  return [...buttons]
    .filter((each) => each.matches('a, button') && each.checkVisibility({ visibilityProperty: true }))
    .filter((each) => each.getBoundingClientRect().height < ${thumbMin})
    .map((each) => 'lower than ${thumbMin} pixels: ' + each.outerHTML.slice(0, 160))
})()`

/**
 * Targets smaller than WCAG 2.2 asks for (2.5.8): a link within a sentence may be as high as its
 * line, and a smaller one must have a circle of that size for itself.
 */
const smallTargets = `(() => {
  const kinds = 'a[href], button, input, select, textarea, summary, [role=button], [role=checkbox], [role=option], [role=menuitem], [role=tab]'
  const boxOf = (each) => {
    const { width, height } = each.getBoundingClientRect()
    const label = each.labels?.[0]
    return label && (width < 5 || height < ${targetMin} || getComputedStyle(each).opacity === '0') ? label.getBoundingClientRect() : each.getBoundingClientRect()
  }
  const shown = [...document.querySelectorAll(kinds)].filter((each) => {
    const { width, height } = boxOf(each)
    return each.checkVisibility({ visibilityProperty: true }) && width > 1 && height > 1 && !each.disabled && !each.closest('[aria-hidden=true], [inert]')
  })
  const isInSentence = (each) => each.matches('a') && getComputedStyle(each).display === 'inline' && each.parentElement.textContent.trim() !== each.textContent.trim()
  const middle = ({ x, y, width, height }) => [x + width / 2, y + height / 2]
  const near = (one, other) => {
    const [x, y] = middle(one)
    const dx = Math.max(other.left - x, 0, x - other.right)
    const dy = Math.max(other.top - y, 0, y - other.bottom)
    return Math.hypot(dx, dy) < ${targetMin} / 2
  }
  /** Not covered by a dialog, a menu or the sticky bar. */
  const isOnTop = (each) => {
    each.scrollIntoView({ block: 'center' })
    const box = boxOf(each)
    const over = document.elementFromPoint(...middle(box))
    return over !== null && (each.contains(over) || over.contains(each) || [...(each.labels ?? [])].some((label) => label.contains(over)))
  }
  const found = []
  for (const each of shown) {
    const box = boxOf(each)
    if (box.width >= ${targetMin} - 0.5 && box.height >= ${targetMin} - 0.5) continue
    if (isInSentence(each) || !isOnTop(each)) continue
    const here = boxOf(each)
    const isBeside = (other) => other !== each && !other.contains(each) && !each.contains(other)
    const neighbour = shown.filter((other) => isBeside(other) && near(here, boxOf(other))).find(isOnTop)
    if (neighbour) found.push(Math.round(box.width) + 'x' + Math.round(box.height) + ' ' + each.outerHTML.slice(0, 160) + ' NEXT TO ' + neighbour.outerHTML.slice(0, 120))
  }
  return found.slice(0, 8)
})()`
