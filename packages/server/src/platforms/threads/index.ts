import type { Platform, PlatformPermission, PlatformSetup } from '../platform.ts'
import { threadsComments } from './comments.ts'
import { threadsConnect } from './connect.ts'
import { threadsInbound } from './inbound.ts'
import { threadsInsights } from './insights.ts'
import { threadsPublish } from './publish.ts'
import { threadsTokens } from './tokens.ts'

/** threads.md §1.3; replying needs only the ordinary publish permission (spec/interface.md). */
const permissions: readonly PlatformPermission[] = [
  {
    scope: 'threads_basic',
    required: true,
    enables: ['publish', 'comments', 'reply', 'hide', 'insights'],
  },
  { scope: 'threads_content_publish', required: true, enables: ['publish', 'reply'] },
  { scope: 'threads_read_replies', required: false, enables: ['comments'] },
  { scope: 'threads_manage_replies', required: false, enables: ['hide'] },
  { scope: 'threads_manage_insights', required: false, enables: ['insights'] },
]

/** Threads, at graph.threads.net. */
export function createThreads(setup: PlatformSetup): Platform {
  return {
    value: 'threads',
    name: 'Threads',
    permissions,
    // threads.md §3.6; a carousel holds 20.
    limits: { text_max: 500, media_max: 20 },
    connect: threadsConnect(setup, permissions),
    publish: threadsPublish(setup),
    comments: threadsComments(setup),
    insights: threadsInsights(setup),
    tokens: threadsTokens(setup, permissions),
    inbound: threadsInbound(setup),
  }
}
