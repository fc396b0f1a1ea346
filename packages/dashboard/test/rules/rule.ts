import type { Page } from 'playwright-core'
import type { Dashboard } from '../dashboard.ts'
import type { Scene } from '../scenes/scene.ts'

/** A scene that is open in the browser. */
export type Visit = {
  dashboard: Dashboard
  page: Page
  scene: Scene
  /** Paths of the requests of this visit that the API refused with 403. */
  refused: readonly string[]
}

/** Returns the problems of a page; each is one line. */
export type Rule = (visit: Visit) => Promise<string[]>
