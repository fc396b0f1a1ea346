import type { AppRules, Platform, PlatformSetup } from '../contract/platform.ts'
import { youtubeComments } from './comments.ts'
import { youtubeConnect } from './connect.ts'
import { youtubeInsights } from './insights.ts'
import { youtubeMedia, youtubeText } from './limits.ts'
import { youtubePermissions } from './permissions.ts'
import { youtubePublish } from './publish.ts'
import { youtubeReview } from './review.ts'
import { youtubeTokens } from './tokens.ts'

/** youtube.md §1.1; service accounts and API keys do not work. */
const clientId = /^[\w-]+\.apps\.googleusercontent\.com$/

const app: AppRules = {
  where: 'Google Cloud console → Google Auth Platform → Clients → the web application.',
  findFormatError: (app, name) =>
    clientId.test(app.clientId)
      ? null
      : `${name}_CLIENT_ID does not end with .apps.googleusercontent.com`,
}

/** YouTube with the Data API and the Analytics API of Google. */
export function createYoutube(setup: PlatformSetup): Platform {
  return {
    value: 'youtube',
    name: 'YouTube',
    mark: 'M3 8.2A2.7 2.7 0 0 1 5.7 5.5H18.3A2.7 2.7 0 0 1 21 8.2V15.8A2.7 2.7 0 0 1 18.3 18.5H5.7A2.7 2.7 0 0 1 3 15.8ZM10 9V15L15.2 12Z',
    accounts: 'pages',
    permissions: youtubePermissions,
    text: youtubeText,
    media: youtubeMedia,
    writing: {
      mentions: {
        works: true,
        help: { en: 'Use the handle: @name', de: 'Handle: @name' },
      },
      linkCard: 'none',
    },
    // The fold is undocumented; observed on the platform.
    preview: { layout: 'media_first', foldChars: 100, foldLines: 2 },
    app,
    review: youtubeReview,
    connect: youtubeConnect(setup),
    publish: youtubePublish(setup),
    comments: youtubeComments(setup),
    insights: youtubeInsights(setup),
    tokens: youtubeTokens(setup),
  }
}
