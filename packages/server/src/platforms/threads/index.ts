import type { AppRules, Platform, PlatformPermission, PlatformSetup } from '../contract/platform.ts'
import { findMetaFormatError, metaTokenRequest } from '../meta/meta-app.ts'
import { threadsComments } from './comments.ts'
import { threadsConnect } from './connect.ts'
import { threadsInbound } from './inbound.ts'
import { threadsInsights } from './insights.ts'
import { threadsMedia, threadsText } from './limits.ts'
import { threadsPublish } from './publish.ts'
import { threadsReview } from './review.ts'
import { threadsTokens } from './tokens.ts'

const app: AppRules = {
  where:
    'App Dashboard → Use cases → Access the Threads API → Settings: the Threads app ID and secret, which are not those of the Meta app.',
  findFormatError: findMetaFormatError,
  differsFrom: ['facebook', 'instagram'],
  tokenRequest: metaTokenRequest('/oauth/access_token'),
}

/** threads.md §1.3; replying needs only the publish permission (contract.md §7). */
const permissions: readonly PlatformPermission[] = [
  {
    scope: 'threads_basic',
    required: true,
    enables: ['publish', 'delete', 'comments', 'reply', 'hide', 'insights'],
    label: { en: 'See the profile and posts', de: 'Profil und Beiträge ansehen' },
  },
  {
    scope: 'threads_content_publish',
    required: true,
    enables: ['publish', 'reply'],
    label: { en: 'Publish posts and replies', de: 'Beiträge und Antworten veröffentlichen' },
  },
  {
    scope: 'threads_read_replies',
    required: false,
    enables: ['comments'],
    label: { en: 'Read replies to posts', de: 'Antworten auf Beiträge lesen' },
  },
  {
    scope: 'threads_manage_replies',
    required: false,
    enables: ['hide'],
    label: { en: 'Hide replies', de: 'Antworten ausblenden' },
  },
  {
    scope: 'threads_manage_insights',
    required: false,
    enables: ['insights'],
    label: { en: 'Read insights', de: 'Insights abrufen' },
  },
  {
    scope: 'threads_delete',
    required: false,
    enables: ['delete'],
    label: { en: 'Delete posts', de: 'Beiträge löschen' },
  },
]

/** Threads, at graph.threads.com. */
export function createThreads(setup: PlatformSetup): Platform {
  return {
    value: 'threads',
    name: 'Threads',
    mark: 'M2.8 12a9.2 9.2 0 1 0 18.4 0a9.2 9.2 0 1 0-18.4 0ZM15.2 12a3.2 3.2 0 1 1-3.2-3.2A3.2 3.2 0 0 1 15.2 12v1.2a1.9 1.9 0 0 0 3.8 0',
    accounts: 'people',
    permissions,
    text: threadsText,
    media: threadsMedia,
    // threads.md §3.1.
    writing: {
      mentions: {
        works: true,
        help: { en: 'Use the username: @name', de: 'Nutzername: @name' },
      },
      linkCard: 'first_link',
    },
    // The fold is undocumented; observed on the platform.
    preview: { layout: 'thread', foldChars: 500, foldLines: 40 },
    app,
    review: threadsReview,
    connect: threadsConnect(setup, permissions),
    publish: threadsPublish(setup),
    comments: threadsComments(setup),
    insights: threadsInsights(setup),
    tokens: threadsTokens(setup, permissions),
    inbound: threadsInbound(setup),
  }
}
