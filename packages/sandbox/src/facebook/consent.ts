import { token, traceId } from '../core/ids.ts'
import type { ConsentCheck, ConsentDialog, Sandbox } from '../core/sandbox.ts'
import { splitScopes } from '../graph/consent.ts'
import { envelope, GraphError } from '../graph/errors.ts'
import { isRegistered, redirectTo } from '../oauth/consent.ts'
import { pagesOf } from './people.ts'

/** Scopes and what they allow (facebook.md §1.1). */
export const facebookScopes: Record<string, string> = {
  public_profile: 'See your name and profile picture',
  email: 'See your email address',
  pages_show_list: 'Show a list of the Pages you manage',
  business_management: 'Manage your business',
  pages_manage_posts: 'Create and manage content on your Pages',
  pages_read_engagement: 'Read content posted on your Pages',
  pages_read_user_content: 'Read comments of other people on your Pages',
  pages_manage_engagement: 'Create and manage comments as your Pages',
  pages_manage_metadata: 'Manage settings and webhooks of your Pages',
  read_insights: 'See insights of your Pages',
}

/**
 * `GET /vNN.N/dialog/oauth` (facebook.md §1.1, §1.2). `config_id` replaces `scope`: all of its
 * permissions are granted or none. The error text for an unknown one is from memory.
 */
export const facebookDialog: ConsentDialog = {
  paths: ['/facebook/www/dialog/oauth', '/facebook/www/:version/dialog/oauth'],
  isDialogPath: (pathname) => /^\/facebook\/www(\/v\d+\.\d+)?\/dialog\/oauth\/?$/.test(pathname),
  locked: ['public_profile'],
  scopeTexts: facebookScopes,
  isCumulative: true,
  check,
  refusal: () => null,
  labelOf: (account) => account.name,
  pagesOf,
  newCode: () => token('AQC', 80),
  allowedUrl: (request, code) =>
    redirectTo(request.redirect_uri, { code, state: request.state }, '#_=_'),
  cancelledUrl: (request) =>
    redirectTo(
      request.redirect_uri,
      {
        error: 'access_denied',
        error_code: '200',
        error_description: 'Permissions error',
        error_reason: 'user_denied',
        state: request.state,
      },
      '#_=_',
    ),
}

function check(sandbox: Sandbox, params: URLSearchParams): ConsentCheck {
  const app = sandbox.state.apps.get('facebook')!
  if (params.get('client_id') !== app.client_id) {
    return refuse('Invalid App ID: The provided app ID does not look like a valid app ID.', 101)
  }
  const uri = params.get('redirect_uri')
  if (!isRegistered(app, uri)) {
    return refuse(
      'URL Blocked: This redirect failed because the redirect URI is not white-listed in the app’s client OAuth settings.',
      191,
    )
  }
  const type = params.get('response_type')
  if (type !== null && type !== 'code') return refuse(`Unsupported response_type: ${type}`, 100)
  const config = params.get('config_id')
  const requested = config === null ? splitScopes(params.get('scope')) : app.login_configs?.[config]
  const hasConfigs = Object.keys(app.login_configs ?? {}).length > 0
  if (!requested || (hasConfigs && config === null))
    return refuse('Invalid Parameter: config_id', 100)
  const unknown = requested.filter((scope) => !Object.hasOwn(facebookScopes, scope))
  if (unknown.length > 0) return refuse(`Invalid Scopes: ${unknown.join(', ')}`, 100)
  const scopes = [...new Set(['public_profile', ...requested])]
  const rerequest = params.get('auth_type') === 'rerequest'
  const state = params.get('state')
  const isWhole = config !== null
  return {
    ok: true,
    request: { app, redirect_uri: uri, state, scopes, rerequest, isAllOrNothing: isWhole },
  }
}

function refuse(message: string, code: number): ConsentCheck {
  const error = new GraphError(message, { code })
  return { ok: false, error: { status: 400, body: envelope(error, traceId()) } }
}
