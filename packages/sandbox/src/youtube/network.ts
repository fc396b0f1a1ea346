import { token } from '../core/ids.ts'
import type { Network, Sandbox } from '../core/sandbox.ts'
import { youtubeDialog } from './consent.ts'
import { errorResponse, YoutubeError } from './errors.ts'
import { newAccount, seed } from './people.ts'
import { youtubeAnalytics, youtubeData, youtubeOAuth, youtubePages } from './routes.ts'
import { youtubeSettings } from './settings.ts'
import { newCommentId } from './write-comments.ts'

export const youtube: Network = {
  id: 'youtube',
  name: 'YouTube',
  accent: '#c00',
  app: {
    client_id: '900400400400-sandbox.apps.googleusercontent.com',
    client_secret: 'sandbox-youtube-secret',
  },
  seed,
  newAccount,
  // A status is all that is stored: the next call of the channel tells it.
  accountChanged: () => {},
  dialog: youtubeDialog,
  apis: [youtubeData, youtubeAnalytics, youtubeOAuth, youtubePages],
  posts: {
    defaults: { media_type: 'VIDEO', product_type: '' },
    newId: () => token('', 8),
    permalinks: ['/youtube/www/shorts/:code'],
    code: 'id',
  },
  comments: {
    newId: newCommentId,
    nests: false,
    ownerName: (owner) => owner.username,
    // There is no push for comments (youtube.md §5.1).
    sendWebhook: () => {},
  },
  settings: [youtubeSettings],
  faultResponse,
  hasRefreshTokens: true,
  // Google tells nobody that a person removed the app (youtube.md §1.2).
  sendDeauthorize: () => {},
}

function faultResponse(_sandbox: Sandbox, kind: 'rate_limited' | 'transient'): Response {
  return errorResponse(
    kind === 'rate_limited'
      ? new YoutubeError(403, 'userRateLimitExceeded', 'The request rate is too high.')
      : new YoutubeError(503, 'backendError', 'Backend Error', { domain: 'global' }),
  )
}
