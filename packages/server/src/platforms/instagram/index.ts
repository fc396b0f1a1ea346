import type { AppRules, Platform, PlatformPermission, PlatformSetup } from '../contract/platform.ts'
import { findMetaFormatError } from '../meta/meta-app.ts'
import { instagramComments } from './comments.ts'
import { instagramConnect } from './connect.ts'
import { instagramInbound } from './inbound.ts'
import { instagramInsights } from './insights.ts'
import { instagramHashtagsMax, instagramMedia, instagramText } from './limits.ts'
import { instagramPublish } from './publish.ts'
import { instagramReview } from './review.ts'
import { instagramTokens } from './tokens.ts'

/** Instagram issues no app tokens, so a wrong secret is noticed only at the first login. */
const app: AppRules = {
  where:
    'App Dashboard → Instagram → API setup with Instagram login: the Instagram app ID and secret, which are not those of the Meta app.',
  findFormatError: findMetaFormatError,
  differsFrom: ['facebook'],
}

/** instagram.md §1.1. */
const permissions: readonly PlatformPermission[] = [
  {
    scope: 'instagram_business_basic',
    required: true,
    enables: ['publish', 'comments', 'reply', 'hide', 'insights'],
    label: { en: 'See the profile and posts', de: 'Profil und Beiträge ansehen' },
  },
  {
    scope: 'instagram_business_content_publish',
    required: true,
    enables: ['publish'],
    label: { en: 'Publish posts', de: 'Beiträge veröffentlichen' },
  },
  {
    scope: 'instagram_business_manage_comments',
    required: false,
    enables: ['comments', 'reply', 'hide'],
    label: {
      en: 'Read, reply to and hide comments',
      de: 'Kommentare lesen, beantworten und ausblenden',
    },
  },
  {
    scope: 'instagram_business_manage_insights',
    required: false,
    enables: ['insights'],
    label: { en: 'Read insights', de: 'Insights abrufen' },
  },
]

/** Instagram with Instagram Login, at graph.instagram.com: professional accounts only. */
export function createInstagram(setup: PlatformSetup): Platform {
  return {
    value: 'instagram',
    name: 'Instagram',
    mark: 'M8.2 3h7.6a5.2 5.2 0 0 1 5.2 5.2v7.6a5.2 5.2 0 0 1-5.2 5.2H8.2A5.2 5.2 0 0 1 3 15.8V8.2A5.2 5.2 0 0 1 8.2 3ZM7.8 12a4.2 4.2 0 1 0 8.4 0a4.2 4.2 0 1 0-8.4 0ZM17 6.9v.2',
    accounts: 'people',
    permissions,
    text: instagramText,
    media: instagramMedia,
    // instagram.md §3.1.
    writing: {
      mentions: {
        works: true,
        help: {
          en: 'Use the username: @name, up to 20 per caption',
          de: 'Nutzername: @name, bis zu 20 pro Bildunterschrift',
        },
      },
      linkCard: 'none',
      hashtagsMax: instagramHashtagsMax,
    },
    // The fold is undocumented; observed on the platform.
    preview: { layout: 'media_first', foldChars: 125, foldLines: 3, cropsToFirst: true },
    app,
    review: instagramReview,
    connect: instagramConnect(setup, permissions),
    publish: instagramPublish(setup),
    comments: instagramComments(setup),
    insights: instagramInsights(setup),
    tokens: instagramTokens(setup),
    inbound: instagramInbound(setup),
  }
}
