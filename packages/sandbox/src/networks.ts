import { bluesky } from './bluesky/network.ts'
import type { Network } from './core/sandbox.ts'
import { facebook } from './facebook/network.ts'
import { instagram } from './instagram/network.ts'
import { linkedin } from './linkedin/network.ts'
import { mastodon } from './mastodon/network.ts'
import { threads } from './threads/network.ts'
import { tiktok } from './tiktok/network.ts'
import { wordpress } from './wordpress/network.ts'
import { youtube } from './youtube/network.ts'

/** All networks, in the order in which the panel lists them. */
export const networks: readonly Network[] = [
  threads,
  instagram,
  facebook,
  tiktok,
  youtube,
  linkedin,
  mastodon,
  bluesky,
  wordpress,
]
