import type { Page } from 'playwright-core'

/** Keyboard navigation that checks the visible focus at every step. */
export type KeyboardUser = {
  /** Presses Tab until the element with this name has the focus, at most once around the page. */
  reach(name: string | RegExp): Promise<void>
  press(...keys: string[]): Promise<void>
  type(text: string): Promise<void>
  /** Accessible name of the focused element. */
  focused(): Promise<string>
  /** Focus problems found so far. */
  problems: string[]
}

const tabsMax = 150

export function keyboardOn(page: Page): KeyboardUser {
  const problems: string[] = []
  const checkFocus = async (after: string) => {
    const problem = (await page.evaluate(focusProblem)) as string | null
    if (problem) problems.push(`${new URL(page.url()).pathname}, after ${after}: ${problem}`)
  }
  const focused = () => focusedName(page)
  const isAt = (name: string | RegExp, at: string) =>
    typeof name === 'string' ? at === name : name.test(at)
  return {
    problems,
    focused,
    reach: async (name) => {
      for (let tabs = 0; tabs < tabsMax; tabs += 1) {
        const at = await focused()
        if (isAt(name, at)) return
        await page.keyboard.press('Tab')
        await checkFocus(`Tab from ${at}`)
      }
      throw new Error(`${name} cannot be reached with the keyboard on ${page.url()}`)
    },
    press: async (...keys) => {
      for (const key of keys) await page.keyboard.press(key)
    },
    type: async (text) => await page.keyboard.type(text),
  }
}

/** The accessible name of the focused element. */
export async function focusedName(page: Page): Promise<string> {
  return String(await page.evaluate(focusedNameScript))
}

const focusedNameScript = `(() => {
  const at = document.activeElement
  if (!at || at === document.body) return ''
  const own = at.getAttribute('aria-label')
  const by = at.getAttribute('aria-labelledby')?.split(' ').map((id) => document.getElementById(id)?.textContent).join(' ')
  const label = at.labels?.[0]?.textContent
  return (own ?? by ?? label ?? at.textContent ?? '').replace(/\\s*\\*$/, '').trim()
})()`

/**
 * Returns a focus problem: the focused element is out of sight, covered, or has no visible outline. For
 * a hidden input, its label counts.
 */
export const focusProblem = `(() => {
  const at = document.activeElement
  // After the last element, Tab leaves the page for the browser's toolbar.
  if (!at || at === document.body || at === document.documentElement) return null
  const name = at.outerHTML.slice(0, 160)
  const isTiny = ({ width, height }) => width < 5 || height < 5
  const hidden = isTiny(at.getBoundingClientRect()) || getComputedStyle(at).opacity === '0'
  const shown = hidden ? (at.labels?.[0] ?? at.parentElement) : at
  // Of a link in several lines, the first.
  const box = shown.getClientRects()[0] ?? shown.getBoundingClientRect()
  const [x, y] = [box.x + box.width / 2, box.y + Math.min(box.height / 2, 200)]
  if (y < 0 || y > innerHeight || x < 0 || x > innerWidth) return 'out of sight: ' + name
  const over = document.elementFromPoint(x, y)
  // Notifications disappear automatically.
  if (over?.closest('.mantine-Notification-root')) return null
  const belongs = over && (shown.contains(over) || over.contains(shown) || over.closest('label')?.control === at)
  if (!belongs) return 'covered by ' + (over?.outerHTML.slice(0, 120) ?? 'nothing at ' + [x, y]) + ': ' + name
  const drawn = (each) => {
    if (!each) return false
    const { outlineStyle, outlineWidth } = getComputedStyle(each)
    return outlineStyle !== 'none' && parseFloat(outlineWidth) >= 1
  }
  // The hours and minutes of a time share the outline of their field.
  const field = at.closest('.mantine-Input-input')
  if ([at, shown, field, at.parentElement, at.nextElementSibling, shown.nextElementSibling, shown.parentElement].some(drawn)) return null
  return 'not drawn: ' + name
})()`
