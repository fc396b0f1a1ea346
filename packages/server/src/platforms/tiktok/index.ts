import type { Platform, PlatformPermission, PlatformSetup } from '../platform.ts'
import { tiktokConnect } from './connect.ts'
import { tiktokInbound } from './inbound.ts'
import { tiktokInsights } from './insights.ts'
import { tiktokPublish } from './publish.ts'
import { tiktokTokens } from './tokens.ts'

/** tiktok.md §1.6. The Login Kit has no comments, so nothing enables them (§0). */
const permissions: readonly PlatformPermission[] = [
  { scope: 'user.info.basic', required: true, enables: ['publish', 'insights'] },
  { scope: 'video.publish', required: true, enables: ['publish'] },
  // The @handle; without it a profile and its posts have no address.
  { scope: 'user.info.profile', required: false, enables: [] },
  { scope: 'user.info.stats', required: false, enables: ['insights'] },
  { scope: 'video.list', required: false, enables: ['insights'] },
]

/** TikTok with Login Kit and Content Posting, at open.tiktokapis.com. */
export function createTiktok(setup: PlatformSetup): Platform {
  return {
    value: 'tiktok',
    name: 'TikTok',
    permissions,
    // tiktok.md §5.2 (a video's title) and §5.5 (photos of one post).
    limits: { text_max: 2_200, media_max: 35 },
    connect: tiktokConnect(setup, permissions),
    publish: tiktokPublish(setup),
    insights: tiktokInsights(setup),
    tokens: tiktokTokens(setup),
    inbound: tiktokInbound(setup),
  }
}
