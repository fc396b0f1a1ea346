import type { HttpBindings } from '@hono/node-server'
import type { CallLog } from './calls.ts'
import type { Clock } from './clock.ts'
import type { Courier } from './courier.ts'
import type { MediaStore } from './media-store.ts'
import type { Rates } from './rates.ts'
import type { Settings } from './settings.ts'
import type { State } from './state.ts'
import type { Ticker } from './ticker.ts'

/** What every handler gets: one sandbox's state, clock and ways to the outside. */
export type World = {
  state: State
  clock: Clock
  calls: CallLog
  media: MediaStore
  courier: Courier
  ticker: Ticker
  rates: Rates
  settings(): Settings
  /** The address under which the sandbox is reached, without a trailing slash. */
  origin(): string
}

export type Env = { Bindings: HttpBindings; Variables: { fault: string | null } }
