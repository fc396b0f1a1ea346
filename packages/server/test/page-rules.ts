import type { Page } from 'playwright-core'
import { accessibilityViolations, phone, saveScreenshot } from './browser.ts'

/** The narrowest screen that pages are made for. */
export const narrow = { width: 320, height: 800 }

/**
 * What is wrong with an open page: violations that axe finds, for colors in dark too, and parts wider than this screen,
 * a phone or a narrow one. Saves screenshots with this name.
 */
export async function pageFaults(page: Page, name: string): Promise<string[]> {
  await saveScreenshot(page, name)
  const faults = await accessibilityViolations(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.evaluate(endOfTransitions)
  await saveScreenshot(page, `${name}-dark`)
  const dark = await accessibilityViolations(page, ['color-contrast'])
  faults.push(...dark.map((fault) => `dark: ${fault}`), ...(await widthFaults(page)))
  for (const viewport of [phone, narrow]) {
    await page.setViewportSize(viewport)
    faults.push(...(await widthFaults(page)))
  }
  await saveScreenshot(page, `${name}-narrow`)
  return faults
}

/** Of those that the change of the color scheme begins in the next frame. */
const endOfTransitions = `(async () => {
  await new Promise(requestAnimationFrame)
  await new Promise(requestAnimationFrame)
  const finite = document.getAnimations()
    .filter((each) => each.effect?.getComputedTiming().endTime !== Infinity)
  await Promise.allSettled(finite.map((each) => each.finished))
})()`

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
