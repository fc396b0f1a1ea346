import type { Page } from 'playwright-core'
import { inject } from 'vitest'
import { accessibilityViolations, desktop, phone } from './browser.ts'

const allAppearances = [
  { name: 'desktop-light', viewport: desktop, colorScheme: 'light' },
  { name: 'desktop-dark', viewport: desktop, colorScheme: 'dark' },
  { name: 'phone-light', viewport: phone, colorScheme: 'light' },
  { name: 'phone-dark', viewport: phone, colorScheme: 'dark' },
] as const

/** `npm test` uses only the first appearance, `npm run test:full` all of them. */
export const pageAppearances = inject('isFull') ? allAppearances : allAppearances.slice(0, 1)

/** The narrowest screen that pages are made for. */
export const narrow = { width: 320, height: 800 }

/** What is wrong with an open page: violations that axe finds, and parts wider than this screen or a narrow one. */
export async function pageFaults(page: Page): Promise<string[]> {
  const violations = await accessibilityViolations(page)
  const wide = await widthFaults(page)
  await page.setViewportSize(narrow)
  return [...violations, ...wide, ...(await widthFaults(page))]
}

/**
 * Elements that make the page wider than the screen, and contents that scroll sideways within a part of it. Only code
 * and tables may do so.
 */
export async function widthFaults(page: Page): Promise<string[]> {
  return (await page.evaluate(`(() => {
    const width = document.documentElement.clientWidth
    const isWider = document.documentElement.scrollWidth > width
    const isCut = (each) => each.scrollWidth > each.clientWidth + 1 &&
      /auto|scroll/.test(getComputedStyle(each).overflowX) && !each.matches('pre, .table')
    return [...document.querySelectorAll('body *')]
      .filter((each) => isWider ? each.getBoundingClientRect().right > width + 1 : isCut(each))
      .slice(0, 5)
      .map((each) => 'wider than ' + width + ' px: ' + each.outerHTML.slice(0, 200))
  })()`)) as string[]
}
