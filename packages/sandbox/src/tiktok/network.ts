import { decimalId } from '../core/ids.ts'
import type { Network, Sandbox } from '../core/sandbox.ts'
import { tiktokDialog } from './consent.ts'
import { newAccount, seed } from './people.ts'
import { resumePublications } from './progress.ts'
import { logId } from './responses.ts'
import { tiktokOpen, tiktokUpload } from './routes.ts'
import { tiktokSettings } from './settings.ts'
import { sendRemoved } from './webhooks.ts'

export const tiktok: Network = {
  id: 'tiktok',
  name: 'TikTok',
  accent: '#c4183c',
  app: { client_id: 'sbawsandboxtiktok', client_secret: 'sandbox-tiktok-secret' },
  seed,
  newAccount,
  dialog: tiktokDialog,
  redirectProblem,
  apis: [tiktokOpen, tiktokUpload],
  posts: {
    defaults: { media_type: 'VIDEO', product_type: '' },
    newId: () => decimalId('74', 19),
    permalinks: ['/tiktok/www/:user/video/:code', '/tiktok/www/:user/photo/:code'],
    code: 'id',
  },
  comments: null,
  settings: [tiktokSettings],
  faultResponse: faultAnswer,
  hasRefreshTokens: true,
  sendDeauthorize: (sandbox, account, reason = 1) => sendRemoved(sandbox, account.id, reason),
  resume: resumePublications,
}

/** Redirect URIs have no query and fewer than 512 characters (tiktok.md §1.1). */
function redirectProblem(uri: string): string | null {
  if (uri.includes('?')) return `TikTok: "${uri}" must not have query parameters.`
  return uri.length >= 512 ? 'TikTok: a redirect URI has fewer than 512 characters.' : null
}

/** 429 rate_limit_exceeded and 5xx internal_error (tiktok.md §2). */
function faultAnswer(sandbox: Sandbox, kind: 'rate_limited' | 'transient'): Response {
  const [status, code, message] =
    kind === 'rate_limited'
      ? ([429, 'rate_limit_exceeded', 'The API rate limit was exceeded.'] as const)
      : ([500, 'internal_error', 'An internal error occurred.'] as const)
  const log_id = logId(sandbox.clock.now())
  const error = { code, message: `${message} Please try again later.`, log_id }
  return Response.json({ data: {}, error }, { status })
}
