import { token } from '../core/ids.ts'
import type { ConsentCheck, ConsentDialog, ConsentRequest, Sandbox } from '../core/sandbox.ts'
import { isRegistered, redirectTo } from '../oauth/consent.ts'
import { settingsOf } from './settings.ts'

const shareScopes: Record<string, string> = {
  openid: 'Use your name and photo',
  profile: 'Use your name and photo',
  email: 'Use the primary email address of your LinkedIn account',
  w_member_social: 'Create, modify, and delete posts, comments, and reactions on your behalf',
}

const communityScopes: Record<string, string> = {
  r_basicprofile: 'Use your basic profile including your name, photo, headline, and public URL',
  rw_organization_admin: 'Manage your organizations’ pages and retrieve reporting data',
  r_organization_social: 'Retrieve your organizations’ posts, comments, and reactions',
  w_organization_social: 'Create, modify, and delete posts on your organizations’ behalf',
  r_organization_social_feed: 'Retrieve comments and reactions of your organizations',
  w_organization_social_feed: 'Create, modify, and delete comments on your organizations’ behalf',
  r_organization_followers: 'Use your followers’ data',
  r_member_postAnalytics: 'Retrieve your posts and their reporting data',
  r_member_profileAnalytics: 'Retrieve your profile’s reporting data',
  w_member_social: shareScopes.w_member_social!,
}

const path = '/linkedin/www/oauth/v2/authorization'

/** `GET /oauth/v2/authorization`: all scopes or none, those of the app's product (linkedin.md §1.1). */
export const linkedinDialog: ConsentDialog = {
  paths: [path],
  isDialogPath: (pathname) => pathname === path,
  locked: [],
  scopeTexts: { ...shareScopes, ...communityScopes },
  isCumulative: false,
  check,
  refusal: () => null,
  labelOf: (account) => account.name,
  newCode: () => token('AQS', 90),
  allowedUrl: (request, code) => redirectTo(request.redirect_uri, { code, state: request.state }),
  cancelledUrl: (request) => failed(request, 'user_cancelled_authorize'),
}

function check(sandbox: Sandbox, params: URLSearchParams): ConsentCheck {
  const app = sandbox.state.apps.get('linkedin')!
  const refuse = (text: string): ConsentCheck => ({
    ok: false,
    error: { status: 401, body: { error: 'Bummer, something went wrong.', text } },
  })
  if (params.get('client_id') !== app.client_id) return refuse("Client_id doesn't match")
  const redirect_uri = params.get('redirect_uri')
  if (!isRegistered(app, redirect_uri)) return refuse("Redirect_uri doesn't match")
  if (params.get('response_type') !== 'code') return refuse('Invalid response_type')
  const scopes = (params.get('scope') ?? '').split(/[\s,]+/).filter(Boolean)
  const isShare = settingsOf(sandbox).linkedin_product === 'share'
  const allowed = isShare ? shareScopes : communityScopes
  const unknown = scopes.filter((scope) => !Object.hasOwn(allowed, scope))
  if (scopes.length === 0 || unknown.length > 0) return refuse('unauthorized_scope_error')
  const state = params.get('state')
  const rerequest = false
  return {
    ok: true,
    request: { app, redirect_uri, state, scopes, rerequest, isAllOrNothing: true },
  }
}

function failed(request: ConsentRequest, error: string): string {
  const error_description = 'The user cancelled the authorization'
  return redirectTo(request.redirect_uri, { error, error_description, state: request.state })
}
