import type { Platform, PlatformPermission, PlatformSetup } from '../platform.ts'
import { instagramComments } from './comments.ts'
import { instagramConnect } from './connect.ts'
import { instagramInbound } from './inbound.ts'
import { instagramInsights } from './insights.ts'
import { instagramPublish } from './publish.ts'
import { instagramTokens } from './tokens.ts'

/** instagram.md §1.1. */
const permissions: readonly PlatformPermission[] = [
  {
    scope: 'instagram_business_basic',
    required: true,
    enables: ['publish', 'comments', 'reply', 'hide', 'insights'],
  },
  { scope: 'instagram_business_content_publish', required: true, enables: ['publish'] },
  {
    scope: 'instagram_business_manage_comments',
    required: false,
    enables: ['comments', 'reply', 'hide'],
  },
  { scope: 'instagram_business_manage_insights', required: false, enables: ['insights'] },
]

/** Instagram with Instagram Login, at graph.instagram.com: professional accounts only. */
export function createInstagram(setup: PlatformSetup): Platform {
  return {
    value: 'instagram',
    name: 'Instagram',
    permissions,
    // instagram.md §3.1, §7: captions of 2200, carousels of 10.
    limits: { text_max: 2_200, media_max: 10 },
    connect: instagramConnect(setup, permissions),
    publish: instagramPublish(setup),
    comments: instagramComments(setup),
    insights: instagramInsights(setup),
    tokens: instagramTokens(setup),
    inbound: instagramInbound(setup),
  }
}
