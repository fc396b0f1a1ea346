import type { ServerPlatformValue } from '../../../src/core/networks.ts'
import type { Case } from './author.ts'
import { accessCases } from './cases/access.ts'
import { connectCases } from './cases/connect.ts'
import { engageCases } from './cases/engage.ts'
import { publishCases } from './cases/publish.ts'
import type { WorldName } from './world.ts'

export const cases: readonly Case[] = [
  ...connectCases,
  ...publishCases,
  ...engageCases,
  ...accessCases,
]

type Exception = {
  platform: ServerPlatformValue
  world: WorldName
  /** The name of the case. */
  name: string
  reason: string
}

/** Cases that servers cannot pass. The run fails if one of them passes, or if it names no case. */
export const exceptions: readonly Exception[] = []
