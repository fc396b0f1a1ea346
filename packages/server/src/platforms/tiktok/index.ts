import type { AppRules, Platform, PlatformPermission, PlatformSetup } from '../contract/platform.ts'
import { tiktokConnect } from './connect.ts'
import { tiktokInbound } from './inbound.ts'
import { tiktokInsights } from './insights.ts'
import { tiktokMedia, tiktokText } from './limits.ts'
import { tiktokPublish } from './publish.ts'
import { tiktokReview } from './review.ts'
import { tiktokTokens } from './tokens.ts'

const clientKey = /^[a-z0-9]{10,30}$/

const app: AppRules = {
  where: 'TikTok for Developers → Manage apps → the app: Client key and Client secret.',
  findFormatError: ({ clientId }, name) => {
    if (/^\d+$/.test(clientId)) {
      return `${name}_CLIENT_ID is a number, so it is the id of the app. Use the client key.`
    }
    return clientKey.test(clientId) ? null : `${name}_CLIENT_ID does not look like a client key`
  },
  tokenRequest: ({ clientId, clientSecret, bases }) => ({
    url: `${bases.token}/v2/oauth/token/`,
    form: {
      client_key: clientId,
      client_secret: clientSecret,
      grant_type: 'client_credentials',
    },
  }),
  hasUrlPrefix: true,
}

/** tiktok.md §1.6. No permission enables comments, as Login Kit has none (tiktok.md §0). */
const permissions: readonly PlatformPermission[] = [
  {
    scope: 'user.info.basic',
    required: true,
    enables: ['publish', 'insights'],
    label: { en: 'See basic profile', de: 'Basisprofil ansehen' },
  },
  {
    scope: 'video.publish',
    required: true,
    enables: ['publish'],
    label: { en: 'Publish videos and photos', de: 'Videos und Fotos veröffentlichen' },
  },
  // For the @handle, which is part of the URLs of the profile and its posts.
  {
    scope: 'user.info.profile',
    required: false,
    enables: [],
    label: {
      en: 'See profile name and URL',
      de: 'Profilnamen und -URL ansehen',
    },
  },
  {
    scope: 'user.info.stats',
    required: false,
    enables: ['insights'],
    label: { en: 'Read account metrics', de: 'Kontokennzahlen abrufen' },
  },
  {
    scope: 'video.list',
    required: false,
    enables: ['insights'],
    label: { en: 'Read video metrics', de: 'Videokennzahlen abrufen' },
  },
]

/** TikTok with Login Kit and Content Posting, at open.tiktokapis.com. */
export function createTiktok(setup: PlatformSetup): Platform {
  return {
    value: 'tiktok',
    name: 'TikTok',
    mark: 'M13.2 3.2v11.9a3.9 3.9 0 1 1-3.9-3.9M13.2 3.2c.4 3 2.3 4.9 5.3 5.1',
    accounts: 'people',
    permissions,
    text: tiktokText,
    media: tiktokMedia,
    // tiktok.md §5.2.
    writing: {
      mentions: {
        works: true,
        help: { en: 'Use the username: @name', de: 'Nutzername: @name' },
      },
      linkCard: 'none',
    },
    // The fold is undocumented; observed on the platform.
    preview: { layout: 'full_screen', foldChars: 100, foldLines: 2 },
    app,
    review: tiktokReview,
    connect: tiktokConnect(setup, permissions),
    publish: tiktokPublish(setup),
    insights: tiktokInsights(setup),
    tokens: tiktokTokens(setup),
    inbound: tiktokInbound(setup),
  }
}
