import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { focusedName } from '../keyboard-user.ts'
import type { Scene } from '../scenes/scene.ts'
import type { Rule } from './rule.ts'

const focusMsMax = 5_000

/**
 * The scene's first field has the focus; in an open dialog the focus is inside it. Where a pressed button
 * disappears, the browser has no focus for a moment.
 */
export const firstFocus: Rule = async ({ page, scene }) => {
  const read = () => problemsOf(page, scene)
  await expect
    .poll(read, { timeout: focusMsMax })
    .toEqual([])
    .catch(() => {})
  return await read()
}

async function problemsOf(page: Page, scene: Scene): Promise<string[]> {
  const name = await focusedName(page)
  if (scene.focus) {
    return new RegExp(`^(${scene.focus})$`).test(name) ? [] : [`the focus is on “${name}”`]
  }
  const isOutside = await page.evaluate(`(() => {
    const dialogs = document.querySelectorAll('[role=dialog][aria-modal=true]')
    return dialogs.length > 0 && ![...dialogs].some((each) => each.contains(document.activeElement))
  })()`)
  return isOutside ? [`the focus is outside of the dialog, on “${name}”`] : []
}
