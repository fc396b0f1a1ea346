import type { Clock } from './core/clock.ts'
import type { Config } from './core/config.ts'
import type { Database } from './database/open.ts'
import type { Mail } from './outbound/mail.ts'
import type { Outbound } from './outbound/outbound.ts'
import type { Platforms } from './platforms/registry.ts'
import type { Log } from './telemetry/log.ts'

/** The dependencies of every operation (a test counts the fields). */
export type Context = {
  readonly config: Config
  readonly clock: Clock
  readonly db: Database
  readonly log: Log
  readonly mail: Mail
  readonly outbound: Outbound
  readonly platforms: Platforms
}
