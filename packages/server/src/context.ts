import type { Clock } from './base/clock.ts'
import type { Config } from './base/config.ts'
import type { Log } from './base/log.ts'
import type { Mail } from './base/mail.ts'
import type { Outbound } from './base/outbound.ts'
import type { Database } from './database/open.ts'
import type { Platforms } from './platforms/registry.ts'

/** Everything a verb may need that is not its input, and nothing more (a test counts the fields). */
export type Context = {
  readonly config: Config
  readonly clock: Clock
  readonly db: Database
  readonly log: Log
  readonly mail: Mail
  readonly outbound: Outbound
  readonly platforms: Platforms
}
