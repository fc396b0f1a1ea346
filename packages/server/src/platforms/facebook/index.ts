import type { Platform, PlatformPermission, PlatformSetup } from '../platform.ts'
import { facebookComments } from './comments.ts'
import { facebookConnect } from './connect.ts'
import { facebookInbound } from './inbound.ts'
import { facebookInsights } from './insights.ts'
import { facebookPublish } from './publish.ts'
import { facebookTokens } from './tokens.ts'

/** facebook-pages.md §1.1. */
const permissions: readonly PlatformPermission[] = [
  { scope: 'pages_show_list', required: true, enables: ['publish'] },
  { scope: 'pages_manage_posts', required: true, enables: ['publish'] },
  {
    scope: 'pages_read_engagement',
    required: true,
    enables: ['publish', 'comments', 'reply', 'hide', 'insights'],
  },
  { scope: 'pages_read_user_content', required: false, enables: ['comments'] },
  { scope: 'pages_manage_engagement', required: false, enables: ['reply', 'hide'] },
  { scope: 'read_insights', required: false, enables: ['insights'] },
  // Webhooks of a page, and the pages of a business portfolio.
  { scope: 'pages_manage_metadata', required: false, enables: [] },
  { scope: 'business_management', required: false, enables: [] },
]

/** Facebook Pages, at graph.facebook.com: one login gives access to several pages. */
export function createFacebook(setup: PlatformSetup): Platform {
  return {
    value: 'facebook',
    name: 'Facebook',
    permissions,
    // facebook-pages.md §3.
    limits: { text_max: 63_206, media_max: 10 },
    connect: facebookConnect(setup, permissions),
    publish: facebookPublish(setup),
    comments: facebookComments(setup),
    insights: facebookInsights(setup),
    tokens: facebookTokens(setup, permissions),
    inbound: facebookInbound(setup),
  }
}
