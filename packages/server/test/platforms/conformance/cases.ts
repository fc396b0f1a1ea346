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
export const exceptions: readonly Exception[] = [
  {
    platform: 'mastodon',
    world: 'real',
    name: 'canceling on the consent page connects nothing, and the link still works',
    reason: 'snac’s login page has no button to refuse',
  },
  {
    platform: 'mastodon',
    world: 'real',
    name: 'links, mentions and hashtags are marked as such',
    reason: 'snac finds no mention of a server with a port, such as localhost:8001',
  },
  {
    platform: 'mastodon',
    world: 'real',
    name: 'deleting a published post removes it from the network',
    reason: 'snac 2.75 has no call to delete a post',
  },
  {
    platform: 'mastodon',
    world: 'real',
    name: 'deleting a published thread removes each part from the network',
    reason: 'snac 2.75 has no call to delete a post',
  },
]
