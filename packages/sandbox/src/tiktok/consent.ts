import { token } from '../core/ids.ts'
import type { ConsentCheck, ConsentDialog, ConsentRequest, Sandbox } from '../core/sandbox.ts'
import { isRegistered, redirectTo } from '../oauth/consent.ts'
import { logId } from './responses.ts'
import { settingsOf } from './settings.ts'

/** Scopes and what they allow (tiktok.md §1.6). */
export const tiktokScopes: Record<string, string> = {
  'user.info.basic': 'Read your profile info (avatar, display name)',
  'user.info.profile': 'Read additional profile info (bio, profile link, verification)',
  'user.info.stats': 'Read your engagement statistics (likes, followers, videos)',
  'video.list': 'Read your public videos',
  'video.publish': 'Post content to TikTok',
  'video.upload': 'Upload draft content to TikTok',
}

/** `GET /v2/auth/authorize/` (tiktok.md §1.1, §1.3). */
export const tiktokDialog: ConsentDialog = {
  paths: ['/tiktok/www/v2/auth/authorize', '/tiktok/www/v2/auth/authorize/'],
  isDialogPath: (pathname) => /^\/tiktok\/www\/v2\/auth\/authorize\/?$/.test(pathname),
  locked: ['user.info.basic'],
  scopeTexts: tiktokScopes,
  isCumulative: false,
  check,
  refusal: () => null,
  labelOf: (account) => `@${account.username}`,
  newCode: () => `${token('', 36)}*0!6410`,
  allowedUrl: (request, code, granted) =>
    redirectTo(request.redirect_uri, { code, scopes: granted.join(','), state: request.state }),
  cancelledUrl: (request) =>
    failed(
      request,
      'access_denied',
      'The resource owner or authorization server denied the request',
    ),
}

function check(sandbox: Sandbox, params: URLSearchParams): ConsentCheck {
  const app = sandbox.state.apps.get('tiktok')!
  const log_id = logId(sandbox.clock.now())
  const refuse = (error: string, error_description: string): ConsentCheck => ({
    ok: false,
    error: { status: 400, body: { error, error_description, log_id } },
  })
  if (params.get('client_key') !== app.client_id) {
    return refuse(
      'invalid_client',
      'Something went wrong: correct the following and try again: client_key',
    )
  }
  const uri = params.get('redirect_uri')
  if (!isRegistered(app, uri)) {
    return refuse(
      'invalid_request',
      'Something went wrong: correct the following and try again: redirect_uri',
    )
  }
  const scopes = (params.get('scope') ?? '').split(',').filter(Boolean)
  const state = params.get('state')
  const request: ConsentRequest = { app, redirect_uri: uri, state, scopes, rerequest: false }
  const redirectError = (error: string, text: string): ConsentCheck => ({
    ok: false,
    redirect: { location: failed(request, error, text) },
  })
  if (params.get('response_type') !== 'code') {
    return redirectError('unsupported_response_type', 'The response_type must be code')
  }
  const unknown = scopes.find((scope) => !Object.hasOwn(tiktokScopes, scope))
  if (scopes.length === 0 || unknown) {
    return redirectError('invalid_scope', 'The requested scope is invalid, unknown, or malformed')
  }
  const code_challenge = params.get('code_challenge')
  if (settingsOf(sandbox).tiktok_app_type === 'desktop' && !code_challenge) {
    return redirectError('invalid_request', 'code_challenge is required')
  }
  // Every Login Kit app has user.info.basic (tiktok.md §1.6).
  const complete = [...new Set(['user.info.basic', ...scopes])]
  return { ok: true, request: { ...request, scopes: complete, code_challenge } }
}

function failed(request: ConsentRequest, error: string, error_description: string): string {
  return redirectTo(request.redirect_uri, { error, error_description, state: request.state })
}
