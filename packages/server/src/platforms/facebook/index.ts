import type { AppRules, Platform, PlatformPermission, PlatformSetup } from '../contract/platform.ts'
import { findMetaFormatError, metaTokenRequest } from '../meta/meta-app.ts'
import { facebookComments } from './comments.ts'
import { facebookConnect } from './connect.ts'
import { facebookInbound } from './inbound.ts'
import { facebookInsights } from './insights.ts'
import { facebookMedia, facebookText } from './limits.ts'
import { facebookPublish } from './publish.ts'
import { facebookReview } from './review.ts'
import { facebookTokens } from './tokens.ts'

const app: AppRules = {
  where: 'App Dashboard → App settings → Basic: App ID and App secret.',
  findFormatError: findMetaFormatError,
  tokenRequest: metaTokenRequest('/v25.0/oauth/access_token'),
}

/** facebook.md §1.1. */
const permissions: readonly PlatformPermission[] = [
  {
    scope: 'pages_show_list',
    required: true,
    enables: ['publish'],
    label: { en: 'See your list of Pages', de: 'Liste Ihrer Seiten ansehen' },
  },
  {
    scope: 'pages_manage_posts',
    required: true,
    enables: ['publish', 'delete'],
    label: { en: 'Publish on the Page', de: 'Auf der Seite veröffentlichen' },
  },
  {
    scope: 'pages_read_engagement',
    required: true,
    enables: ['publish', 'delete', 'comments', 'reply', 'hide', 'insights'],
    label: { en: 'See the Page and its posts', de: 'Seite und Beiträge ansehen' },
  },
  {
    scope: 'pages_read_user_content',
    required: false,
    enables: ['comments'],
    label: { en: 'Read comments on the Page', de: 'Kommentare auf der Seite lesen' },
  },
  {
    scope: 'pages_manage_engagement',
    required: false,
    enables: ['reply', 'hide'],
    label: { en: 'Reply to and hide comments', de: 'Kommentare beantworten und ausblenden' },
  },
  {
    scope: 'read_insights',
    required: false,
    enables: ['insights'],
    label: { en: 'Read insights', de: 'Insights abrufen' },
  },
  // For page webhooks and for pages of a business portfolio.
  {
    scope: 'pages_manage_metadata',
    required: false,
    enables: [],
    label: { en: 'Receive comments in real time', de: 'Kommentare in Echtzeit erhalten' },
  },
  {
    scope: 'business_management',
    required: false,
    enables: [],
    label: {
      en: 'See Pages of a business portfolio',
      de: 'Seiten eines Business-Portfolios ansehen',
    },
  },
]

/** Facebook Pages, at graph.facebook.com: one login gives access to several pages. */
export function createFacebook(setup: PlatformSetup): Platform {
  return {
    value: 'facebook',
    name: 'Facebook',
    mark: 'M8.2 3h7.6a5.2 5.2 0 0 1 5.2 5.2v7.6a5.2 5.2 0 0 1-5.2 5.2H8.2A5.2 5.2 0 0 1 3 15.8V8.2A5.2 5.2 0 0 1 8.2 3ZM12.6 21v-8.7c0-2.3 1.2-3.6 3.4-3.6h1M9.6 13.4h6.2',
    accounts: 'pages',
    permissions,
    text: facebookText,
    media: facebookMedia,
    // Page posts have text and a link only (facebook.md §3).
    writing: {
      mentions: {
        works: false,
        help: {
          en: 'Not available: @name stays plain text',
          de: 'Nicht möglich: @name bleibt normaler Text',
        },
      },
      linkCard: 'option',
    },
    // The fold is undocumented; observed on the platform.
    preview: { layout: 'text_first', foldChars: 477, foldLines: 5 },
    app,
    review: facebookReview,
    connect: facebookConnect(setup, permissions),
    publish: facebookPublish(setup),
    comments: facebookComments(setup),
    insights: facebookInsights(setup),
    tokens: facebookTokens(setup, permissions),
    inbound: facebookInbound(setup),
  }
}
