import { token } from '../core/ids.ts'
import type { ConsentCheck, ConsentDialog, ConsentError, Sandbox } from '../core/sandbox.ts'
import { isRegistered, redirectTo } from '../oauth/consent.ts'

/** Scopes and what they allow (instagram.md §1.1). */
export const instagramScopes: Record<string, string> = {
  instagram_business_basic: 'See your profile and media',
  instagram_business_content_publish: 'Publish photos, videos, reels and stories',
  instagram_business_manage_comments: 'Read, answer, hide and delete comments',
  instagram_business_manage_insights: 'See insights of your account and media',
  instagram_business_manage_messages: 'Read and answer messages',
}

const personalError =
  'This is a personal account: the user is not an instagram business. Switch to a professional account in the app first.'
const personalRefusal =
  'This is a personal account, which apps cannot manage. Switch to a professional account in the Instagram app first.'

const authorizePath = '/instagram/www/oauth/authorize'

/** `GET /oauth/authorize` of Instagram Login (instagram.md §1.1, §1.2). */
export const instagramDialog: ConsentDialog = {
  paths: [authorizePath],
  isDialogPath: (pathname) => pathname === authorizePath,
  locked: ['instagram_business_basic'],
  scopeTexts: instagramScopes,
  isCumulative: false,
  check,
  refusal: (account) =>
    account.account_type === 'PERSONAL'
      ? { text: personalRefusal, error: errorOf(personalError) }
      : null,
  labelOf: (account) => `@${account.username}`,
  newCode: () => token('AQD', 60),
  allowedUrl: (request, code) =>
    redirectTo(request.redirect_uri, { code, state: request.state }, '#_'),
  cancelledUrl: (request) =>
    redirectTo(request.redirect_uri, {
      error: 'access_denied',
      error_reason: 'user_denied',
      error_description: 'The user denied your request',
      state: request.state,
    }),
}

function check(sandbox: Sandbox, params: URLSearchParams): ConsentCheck {
  const app = sandbox.state.apps.get('instagram')!
  if (params.get('client_id') !== app.client_id) return refuse('Invalid platform app')
  const uri = params.get('redirect_uri')
  if (!isRegistered(app, uri)) return refuse('Invalid redirect_uri')
  if (params.get('response_type') !== 'code') return refuse('Invalid response_type')
  const scopes = [...new Set((params.get('scope') ?? '').split(/[\s,]+/).filter(Boolean))]
  const unknown = scopes.filter((scope) => !Object.hasOwn(instagramScopes, scope))
  if (unknown.length > 0) return refuse(`Invalid Scopes: ${unknown.join(', ')}`)
  if (!scopes.includes('instagram_business_basic')) {
    return refuse('Invalid Scopes: instagram_business_basic is required')
  }
  const state = params.get('state')
  return { ok: true, request: { app, redirect_uri: uri, state, scopes, rerequest: false } }
}

function refuse(message: string): ConsentCheck {
  return { ok: false, error: errorOf(message) }
}

function errorOf(message: string): ConsentError {
  const body = { error_type: 'OAuthException', code: 400, error_message: message }
  return { status: 400, body }
}
