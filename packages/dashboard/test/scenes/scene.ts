import type { Page } from 'playwright-core'
import type { Dashboard } from '../dashboard.ts'
import type { Appearance } from '../opened-dashboard.ts'

/** The rules of `rules/rules.ts`. */
export type RuleName =
  | 'axe'
  | 'console'
  | 'contributorButtons'
  | 'firstFocus'
  | 'hostileText'
  | 'keyboard'
  | 'links'
  | 'permissions'
  | 'targets'
  | 'textAreas'
  | 'width'

/** IDs and URLs used in an area's scenes. */
export type Places = Record<string, string>

/**
 * One state of a page or dialog. Every rule applies to it, and `npm run screenshots` takes its picture.
 * `empty`: a new installation; `full`: after the area's `fill`; `failing`: full, but everything except
 * the session answers 500.
 */
export type Scene = {
  name: string
  state: 'empty' | 'full' | 'failing'
  path: string | ((places: Places) => string)
  /** Actions after the page has loaded, such as opening a dialog. They find elements by English names. */
  act?: (page: Page) => Promise<void>
  /** Opened only at this size. */
  viewport?: 'phone'
  /** The name of the field that has the focus at first, as a regular expression. */
  focus?: string
  /** The page says that something does not exist. */
  isMissing?: boolean
  /** Rules that do not apply here, with the reason. */
  exceptions?: Partial<Record<RuleName, string>>
}

export type Area = {
  name: string
  /** Fills the test app, hostile texts included. */
  fill: (dashboard: Dashboard) => Promise<Places>
  /** Opens a page as another member than the owner. */
  signIn?: (dashboard: Dashboard, places: Places, appearance: Appearance) => Promise<Page>
  /** The rules of the area; all but those of another role by default. */
  rules?: readonly RuleName[]
  scenes: readonly Scene[]
}

export function pathOf({ path }: Scene, places: Places): string {
  return typeof path === 'string' ? path : path(places)
}
