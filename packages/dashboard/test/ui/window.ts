import { timeoutManager } from '@tanstack/react-query'
import { fireEvent } from '@testing-library/dom'
import { GlobalWindow, EventTarget as WindowEventTarget } from 'happy-dom'
import { populateGlobal } from 'vitest/runtime'

export const windowUrl = 'http://localhost:4000/'

/** What the server and the page share: the server of a test runs in the same process. */
const nodeGlobals = ['Blob', 'File', 'FormData', 'Performance', 'Crypto'] as const

/** What has no meaning without a layout. The page gets an answer, as from a window that never changes. */
class NeverObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
  takeRecords() {
    return []
  }
}

/**
 * Hidden by stylesheets, which are not loaded. Of each pair for wide and narrow windows, the narrow part
 * is hidden in a wide window, and the other way round.
 */
const hiddenCss = `
  :root { visibility: visible }
  @media (min-width: 48em) { .mantine-hidden-from-sm { display: none } }
  @media (min-width: 62em) { .mantine-hidden-from-md { display: none } }
  @media (min-width: 75em) { .mantine-hidden-from-lg { display: none } }
  @media (max-width: 47.99em) { .mantine-visible-from-sm { display: none } }
  @media (max-width: 61.99em) { .mantine-visible-from-md { display: none } }
  @media (max-width: 74.99em) { .mantine-visible-from-lg { display: none } }`

let shared: GlobalWindow | null = null

/** The window of this worker, whose globals (`document`, `location` …) are the worker's. */
export function sharedWindow(): GlobalWindow {
  shared ??= createWindow()
  return shared
}

function createWindow(): GlobalWindow {
  const window = new GlobalWindow({
    url: windowUrl,
    width: 1360,
    height: 860,
    settings: {
      disableErrorCapturing: true,
      device: { prefersReducedMotion: 'reduce', prefersColorScheme: 'light' },
      navigation: { disableMainFrameNavigation: true, disableChildPageNavigation: true },
    },
  })
  const node = Object.fromEntries(nodeGlobals.map((name) => [name, globalThis[name]]))
  populateGlobal(globalThis, window, { bindFunctions: true })
  for (const [name, value] of Object.entries(node)) {
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true })
  }
  Object.assign(globalThis, {
    ResizeObserver: NeverObserver,
    IntersectionObserver: NeverObserver,
    // React waits for each update of a test if this is true; here it works as on a page.
    IS_REACT_ACT_ENVIRONMENT: false,
  })
  giveElementsASize(window)
  setCurrentEvents()
  readFilesOfNode(window)
  readFormsOfPage(window)
  // Queries keep what they read for minutes after the page is closed.
  timeoutManager.setTimeoutProvider({
    setTimeout: (run, ms) => setTimeout(run, ms).unref(),
    clearTimeout: (id) => clearTimeout(id),
    setInterval: (run, ms) => setInterval(run, ms).unref(),
    clearInterval: (id) => clearInterval(id),
  })
  Object.assign(document, { execCommand: insertText })
  // Mantine's text areas measure their text again when fonts are loaded.
  Object.assign(document, { fonts: Object.assign(new EventTarget(), { ready: Promise.resolve() }) })
  return window
}

/** Node's FormData takes no form, but React passes one when a form is sent while the page changes. */
function readFormsOfPage(window: GlobalWindow): void {
  class PageFormData extends FormData {
    constructor(form?: HTMLFormElement, submitter?: HTMLElement | null) {
      super()
      if (!form) return
      const fields = new window.FormData(form as never, submitter as never)
      for (const [name, value] of fields) this.append(name, value as string)
    }
  }
  Object.defineProperty(globalThis, 'FormData', {
    value: PageFormData,
    configurable: true,
    writable: true,
  })
}

/** Sets `window.event` during an event: React renders at once after a key press or a click. */
function setCurrentEvents(): void {
  const { dispatchEvent } = WindowEventTarget.prototype
  WindowEventTarget.prototype.dispatchEvent = function (event) {
    const outer = globalThis.event
    globalThis.event = event as never
    try {
      return dispatchEvent.call(this, event)
    } finally {
      globalThis.event = outer
    }
  }
}

/** The only editing command that pages use. */
function insertText(_command: 'insertText', _showUi: boolean, text: string): boolean {
  const field = document.activeElement as HTMLTextAreaElement
  const { selectionStart: start, selectionEnd: end, value } = field
  fireEvent.input(field, { target: { value: value.slice(0, start) + text + value.slice(end) } })
  field.setSelectionRange(start + text.length, start + text.length)
  return true
}

/** happy-dom's FileReader reads only its own files. */
function readFilesOfNode({ FileReader, Blob }: GlobalWindow): void {
  const read = FileReader.prototype.readAsDataURL
  FileReader.prototype.readAsDataURL = async function (file) {
    const bytes = new Uint8Array(await file.arrayBuffer())
    read.call(this, new Blob([bytes], { type: file.type }))
  }
}

/** One size for every element: a menu whose button has none counts as out of sight. */
function giveElementsASize({ Element, HTMLElement }: GlobalWindow): void {
  const [width, height] = [100, 20]
  Element.prototype.getBoundingClientRect = () => new DOMRect(0, 0, width, height) as never
  const sizes = {
    clientWidth: width,
    clientHeight: height,
    offsetWidth: width,
    offsetHeight: height,
  }
  for (const [name, value] of Object.entries(sizes)) {
    const isRoot = (each: unknown) => each === document.documentElement
    const whole = () => (name.endsWith('Width') ? innerWidth : innerHeight)
    Object.defineProperty(HTMLElement.prototype, name, {
      configurable: true,
      get() {
        return isRoot(this) ? whole() : value
      },
    })
  }
}

export function resizeWindow(size: { width: number; height: number }): void {
  sharedWindow().happyDOM.setViewport(size)
}

/** Empties the window and opens it again at a URL, as a new page of the same browser. */
export function resetWindow(url: string, size: { width: number; height: number }): HTMLElement {
  const window = sharedWindow()
  window.happyDOM.setURL(url)
  // `setURL` leaves the history as it is, and Back would lead past this page.
  history.pushState(null, '', url)
  window.happyDOM.setViewport(size)
  document.head.innerHTML = `<title>Postern</title><style>${hiddenCss}</style>`
  document.body.innerHTML = '<div id="root"></div>'
  for (const { name } of [...document.documentElement.attributes]) {
    document.documentElement.removeAttribute(name)
  }
  return document.getElementById('root')!
}
