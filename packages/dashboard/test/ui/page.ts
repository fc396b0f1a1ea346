import type { UserEvent } from '@testing-library/user-event'
import { createLocator, keyCombination, literalKeys, until } from './locator.ts'
import { matchesGlob, type PageNetwork } from './network.ts'
import { resizeWindow } from './window.ts'

/** A loaded page: what `load` returned, until it is loaded again or closed. */
type Loaded = { user: UserEvent; unload(): void }
type Options = { network: PageNetwork; load: (url: string) => Loaded }

/** A page of the dashboard without a browser, with the part of Playwright's page that needs no layout. */
export type UiPage = ReturnType<typeof createPage>

export function createPage(firstUrl: string, { network, load }: Options) {
  let loaded: Loaded | null = load(firstUrl)
  const user = () => {
    if (!loaded) throw new Error('The page is closed.')
    return loaded.user
  }
  const open = (url: string) => {
    loaded?.unload()
    loaded = load(new URL(url, location.href).href)
  }
  // happy-dom does not load pages; an unload inside of the event that caused it would surprise React.
  location.assign = (url) => void setTimeout(() => open(String(url)))
  const root = createLocator('css=:root', user)
  const locator = (selector: string, filter?: Parameters<typeof root.locator>[1]) =>
    createLocator('css=html', user).locator(selector, filter)
  return {
    getByRole: root.getByRole,
    getByText: root.getByText,
    getByLabel: root.getByLabel,
    getByTitle: root.getByTitle,
    getByAltText: root.getByAltText,
    getByPlaceholder: root.getByPlaceholder,
    locator,
    keyboard: {
      press: async (key: string) => await user().keyboard(keyCombination(key)),
      type: async (text: string) => await user().keyboard(literalKeys(text)),
      down: async (key: string) => await user().keyboard(`{${key}>}`),
      up: async (key: string) => await user().keyboard(`{/${key}}`),
    },
    url: () => location.href,
    title: async () => document.title,
    content: async () => document.documentElement.outerHTML,
    goto: async (url: string) => open(url),
    reload: async () => open(location.href),
    goBack: async () => history.back(),
    goForward: async () => history.forward(),
    waitForURL: async (expected: string | RegExp | ((url: URL) => boolean)) => {
      const isThere = () => {
        if (typeof expected === 'string') return matchesGlob(expected, location.href)
        if (expected instanceof RegExp) return expected.test(location.href)
        return expected(new URL(location.href))
      }
      await until(isThere, `the URL ${expected}`)
    },
    /** Runs a script in the page, as a string. */
    evaluate: async <Result = unknown>(script: string) =>
      (await new Function(`return (${script})`)()) as Result,
    route: network.route,
    unroute: network.unroute,
    setViewportSize: async (size: { width: number; height: number }) => resizeWindow(size),
    on: network.on,
    waitForResponse: network.waitForResponse,
    waitForRequest: network.waitForRequest,
    context: () => ({
      setOffline: async (isOffline: boolean) => network.setOffline(isOffline),
      clearCookies: async () => network.cookies.clear(),
      close: async () => close(),
    }),
    close: async () => close(),
  }

  function close() {
    loaded?.unload()
    loaded = null
  }
}
