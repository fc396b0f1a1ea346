import { focusedName } from '../keyboard-user.ts'
import type { Rule } from './rule.ts'

/** The scene's first field has the focus; in an open dialog the focus is inside it. */
export const firstFocus: Rule = async ({ page, scene }) => {
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
