import { createEvent, fireEvent } from '@testing-library/dom'
import type { UserEvent } from '@testing-library/user-event'
import {
  getByAltTextSelector,
  getByLabelSelector,
  getByPlaceholderSelector,
  getByRoleSelector,
  getByTextSelector,
  getByTitleSelector,
  Ivya,
} from 'ivya'

type Text = string | RegExp
type TextOptions = { exact?: boolean }
type RoleOptions = NonNullable<Parameters<typeof getByRoleSelector>[1]>
type Filter = { hasText?: Text; hasNotText?: Text; has?: UiLocator; hasNot?: UiLocator }
type State = 'attached' | 'detached' | 'visible' | 'hidden'
type Modifier = 'Alt' | 'Control' | 'ControlOrMeta' | 'Meta' | 'Shift'
type ClickOptions = { modifiers?: Modifier[]; button?: 'left' | 'right'; force?: boolean }
type UploadedFile = { name: string; mimeType: string; buffer: Buffer }

/** As long as for tests with Chromium; only a test that fails waits for it. */
const waitMsMax = 30_000
const pollMs = 25

/**
 * An element of the page that is looked up at each use, as a locator of Playwright and with its rules:
 * actions wait until there is exactly one match. What needs a layout is missing.
 */
export type UiLocator = ReturnType<typeof createLocator>

/** Playwright's rules for selectors, from its own code: https://www.npmjs.com/package/ivya. */
function findAll(selector: string): HTMLElement[] {
  const engine = Ivya.create({ browser: 'chromium' })
  return engine.queryLocatorSelectorAll(selector, document) as HTMLElement[]
}

export function createLocator(selector: string, user: () => UserEvent) {
  const within = (more: string) => createLocator(`${selector} >> ${more}`, user)
  const all = () => findAll(selector)

  const one = async (): Promise<HTMLElement> => {
    await until(() => requireOne(selector, all()) !== null, selector)
    return requireOne(selector, all())!
  }
  /** The element once it is visible and enabled. */
  const ready = async (): Promise<HTMLElement> => {
    const isReady = () => {
      const element = requireOne(selector, all())
      return element !== null && isVisible(element) && !isDisabled(element)
    }
    await until(isReady, `${selector}, visible and enabled`)
    return requireOne(selector, all())!
  }
  const focused = async () => {
    const element = await ready()
    element.focus()
    return element
  }

  return {
    selector,
    toString: () => `locator(${selector})`,
    /** The whole page, for what is not in this element. */
    page: () => createLocator('css=html', user),

    getByRole: (role: string, options?: RoleOptions) => within(getByRoleSelector(role, options)),
    getByText: (text: Text, options?: TextOptions) => within(getByTextSelector(text, options)),
    getByLabel: (text: Text, options?: TextOptions) => within(getByLabelSelector(text, options)),
    getByTitle: (text: Text, options?: TextOptions) => within(getByTitleSelector(text, options)),
    getByAltText: (text: Text, options?: TextOptions) =>
      within(getByAltTextSelector(text, options)),
    getByPlaceholder: (text: Text, options?: TextOptions) =>
      within(getByPlaceholderSelector(text, options)),
    locator: (more: string, filter?: Filter) => within([more, ...filterParts(filter)].join(' >> ')),
    filter: (filter: Filter) => within(filterParts(filter).join(' >> ')),
    and: (other: { selector: string }) => within(`internal:and=${JSON.stringify(other.selector)}`),
    or: (other: { selector: string }) => within(`internal:or=${JSON.stringify(other.selector)}`),
    nth: (at: number) => within(`nth=${at}`),
    first: () => within('nth=0'),
    last: () => within('nth=-1'),

    count: async () => all().length,
    all: async () => all().map((_, at) => within(`nth=${at}`)),
    allTextContents: async () => all().map((each) => each.textContent ?? ''),
    allInnerTexts: async () => all().map((each) => each.innerText),
    textContent: async () => (await one()).textContent,
    innerText: async () => (await one()).innerText,
    inputValue: async () => ((await one()) as HTMLInputElement).value,
    getAttribute: async (name: string) => (await one()).getAttribute(name),
    isDisabled: async () => isDisabled(await one()),
    isEnabled: async () => !isDisabled(await one()),
    isChecked: async () => isChecked(await one()),
    isVisible: async () => all().some(isVisible),
    isHidden: async () => !all().some(isVisible),
    evaluate: async <Result>(run: (element: never) => Result): Promise<Awaited<Result>> =>
      await run((await one()) as never),
    waitFor: async ({ state = 'visible' }: { state?: State } = {}) => {
      const isInState = () => {
        const element = requireOne(selector, all())
        if (state === 'detached') return element === null
        if (state === 'attached') return element !== null
        return (element !== null && isVisible(element)) === (state === 'visible')
      }
      await until(isInState, `${selector}, ${state}`)
    },

    click: async ({ modifiers = [], button = 'left', force = false }: ClickOptions = {}) => {
      const element = force ? await one() : await ready()
      const held = modifiers.map((name) => (name === 'ControlOrMeta' ? 'Control' : name))
      const keys = { left: '[MouseLeft]', right: '[MouseRight]' }[button]
      for (const name of held) await user().keyboard(`{${name}>}`)
      await user().pointer({ keys, target: element })
      for (const name of held) await user().keyboard(`{/${name}}`)
    },
    dblclick: async () => await user().dblClick(await ready()),
    /** Drag and drop without positions. */
    dragTo: async (target: { selector: string }) => {
      const element = await ready()
      await drag(element, await createLocator(target.selector, user).evaluate((each) => each))
    },
    hover: async () => await user().hover(await one()),
    focus: async () => (await one()).focus(),
    blur: async () => (await one()).blur(),
    /** Replaces the value at once, without a key press per character. */
    fill: async (value: string) => {
      const element = await focused()
      fireEvent.input(element, { target: { value } })
      if (/^(date|time|datetime-local|month|color)$/.test((element as HTMLInputElement).type)) {
        fireEvent.change(element, { target: { value } })
      }
    },
    clear: async () => {
      fireEvent.input(await focused(), { target: { value: '' } })
    },
    press: async (key: string) => {
      await focused()
      await user().keyboard(keyCombination(key))
    },
    pressSequentially: async (text: string) => {
      await focused()
      await user().keyboard(literalKeys(text))
    },
    check: async () => {
      const element = await ready()
      if (!isChecked(element)) await user().click(element)
    },
    uncheck: async () => {
      const element = await ready()
      if (isChecked(element)) await user().click(element)
    },
    selectOption: async (value: string | string[] | { label: string }) =>
      await user().selectOptions(
        await ready(),
        typeof value === 'object' && 'label' in value ? value.label : value,
      ),
    setInputFiles: async (files: UploadedFile | UploadedFile[]) => {
      const given = [files]
        .flat()
        .map(
          ({ name, mimeType, buffer }) =>
            new File([new Uint8Array(buffer)], name, { type: mimeType }),
        )
      await user().upload(await one(), given)
    },
  }
}

async function drag(from: HTMLElement, to: HTMLElement): Promise<void> {
  const dataTransfer = new DataTransfer()
  for (const name of ['dragStart', 'dragEnter', 'dragOver', 'drop', 'dragEnd'] as const) {
    const element = name === 'dragStart' || name === 'dragEnd' ? from : to
    // Testing Library would copy the data for each event, and without its methods.
    const event = createEvent[name](element)
    Object.defineProperty(event, 'dataTransfer', { value: dataTransfer })
    fireEvent(element, event)
    await new Promise((resolve) => setTimeout(resolve))
  }
}

/** Waits until the condition holds; a condition that throws ends the wait at once. */
export async function until(isTrue: () => boolean, what: string): Promise<void> {
  const end = performance.now() + waitMsMax
  while (!isTrue()) {
    if (performance.now() > end) {
      throw new Error(`Not found: ${what}\n${document.body.innerText.slice(0, 3_000)}`)
    }
    await new Promise((resolve) => setTimeout(resolve, pollMs))
  }
}

/** `Control+Enter` in the notation of user-event. */
export function keyCombination(combination: string): string {
  const names = combination === '+' ? ['+'] : combination.split('+')
  const keys = names.map((name) => (name === 'ControlOrMeta' ? 'Control' : name))
  const held = keys.slice(0, -1)
  const last = keys.at(-1) === 'Space' ? ' ' : keys.at(-1)!
  const pressed = last.length === 1 ? literalKeys(last) : `{${last}}`
  return [...held.map((name) => `{${name}>}`), pressed, ...held.map((name) => `{/${name}}`)].join(
    '',
  )
}

export function literalKeys(text: string): string {
  return text.replace(/[{[]/g, '$&$&')
}

function filterParts({ hasText, hasNotText, has, hasNot }: Filter = {}): string[] {
  // Looked up in the filtered element, not in the page.
  const text = (value: Text) => (typeof value === 'string' ? `${JSON.stringify(value)}i` : value)
  return [
    ...(hasText === undefined ? [] : [`internal:has-text=${text(hasText)}`]),
    ...(hasNotText === undefined ? [] : [`internal:has-not-text=${text(hasNotText)}`]),
    ...(has === undefined ? [] : [`internal:has=${JSON.stringify(relative(has))}`]),
    ...(hasNot === undefined ? [] : [`internal:has-not=${JSON.stringify(relative(hasNot))}`]),
  ]
}

/** The selector from the filtered element on, instead of from the page. */
function relative({ selector }: { selector: string }): string {
  return selector.replace(/^css=(:root|html) >> /, '')
}

function requireOne(selector: string, found: HTMLElement[]): HTMLElement | null {
  if (found.length <= 1) return found[0] ?? null
  const list = found.slice(0, 5).map((each) => each.outerHTML.slice(0, 300))
  throw new Error(`${found.length} elements match ${selector}:\n${list.join('\n')}`)
}

function isVisible(element: Element): boolean {
  for (let at: Element | null = element; at; at = at.parentElement) {
    const { display, visibility } = getComputedStyle(at)
    if (display === 'none') return false
    if (at === element && visibility === 'hidden') return false
  }
  return element.isConnected
}

function isDisabled(element: Element): boolean {
  return element.matches(':disabled') || element.closest('[aria-disabled="true"]') !== null
}

function isChecked(element: Element): boolean {
  if (element instanceof HTMLInputElement) return element.checked
  return element.getAttribute('aria-checked') === 'true'
}
