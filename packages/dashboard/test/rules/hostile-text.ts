import type { Page } from 'playwright-core'
import type { Rule } from './rule.ts'

/** Texts of other people run nothing, render no markup, stay within their boxes and can be read. */
export const hostileText: Rule = async ({ page }) => {
  const title = await page.title()
  const read = (script: string) => page.evaluate(script) as Promise<string[]>
  const [markup, outside, unnamed] = [
    await read(`[...document.querySelectorAll('${injected}')].map((each) => each.outerHTML)`),
    await read(outOfItsBox),
    await read(unreadable),
  ]
  return [
    ...(/Postern/.test(title) ? [] : [`the title is “${title}”`]),
    ...markup.map((html) => `rendered as markup: ${html.slice(0, 200)}`),
    ...outside.map((html) => `out of its box: ${html}`),
    ...unnamed.map((html) => `nothing to read: ${html}`),
  ]
}

/** Fails the visit if a script of a text opens a dialog of the browser. */
export function refuseAlerts(page: Page, heard: string[]): void {
  page.on('dialog', (dialog) => {
    // The question before a page with unsaved text is left has no message.
    if (dialog.type() !== 'beforeunload') heard.push(`something ran: ${dialog.message()}`)
    void dialog.accept()
  })
}

const injected =
  'img[src="x"], script:not([src]), h1[style*="200px"], [onerror], [href^="javascript:"]'

/** Visible links, buttons, headings and options without a visible or accessible name. */
const unreadable = `(() => {
  const unseen = /^[\\p{Z}\\p{C}\\p{M}\\p{Default_Ignorable_Code_Point}\\u2800]*$/u
  const things = [...document.querySelectorAll('a, button, h1, h2, h3, [role=option], [role=menuitem]')]
  return things.filter((each) => {
    const name = (each.getAttribute('aria-label') ?? '') + each.textContent
    return each.checkVisibility() && !each.closest('[aria-hidden=true]') && unseen.test(name)
  }).slice(0, 5).map((each) => each.outerHTML.slice(0, 300))
})()`

/** Texts that overflow their card or dialog without scrolling. A dialog itself scrolls only downwards. */
const outOfItsBox = `(() => {
  const isDialog = (each) => each.matches('.mantine-Modal-content')
  const scrolls = (each) => each && !isDialog(each) && (/auto|scroll|hidden|clip/.test(getComputedStyle(each).overflowX) || scrolls(each.parentElement))
  const found = []
  for (const box of document.querySelectorAll('.mantine-Paper-root, .mantine-Modal-content, td, th')) {
    const { left, right } = box.getBoundingClientRect()
    if (right - left < 1) continue
    const walker = document.createTreeWalker(box, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) {
      const parent = walker.currentNode.parentElement
      if (!walker.currentNode.data.trim() || /STYLE|SCRIPT/.test(parent.tagName) || parent.clientWidth <= 1) continue
      const range = document.createRange()
      range.selectNodeContents(walker.currentNode)
      const text = range.getBoundingClientRect()
      if (text.width === 0 || (text.right <= right + 1 && text.left >= left - 1)) continue
      if (!scrolls(parent)) found.push(parent.outerHTML.slice(0, 200))
    }
  }
  return found.slice(0, 5)
})()`
