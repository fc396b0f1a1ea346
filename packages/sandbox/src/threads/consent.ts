import { token } from '../core/ids.ts'
import type { App } from '../core/records.ts'
import type { ConsentCheck, ConsentDialog, Sandbox } from '../core/sandbox.ts'
import { isRegistered, redirectTo } from '../oauth/consent.ts'
import { settingsOf } from './settings.ts'

/** Scopes and what they allow (threads.md §1.3). */
export const threadsScopes: Record<string, string> = {
  threads_basic: 'See your profile and posts',
  threads_content_publish: 'Create and publish posts',
  threads_read_replies: 'Read replies to your posts',
  threads_manage_replies: 'Hide and approve replies, control who can reply',
  threads_manage_insights: 'See insights of your profile and posts',
  threads_delete: 'Delete your posts',
  threads_manage_mentions: 'Read posts that mention you',
  threads_keyword_search: 'Search public posts',
  threads_location_tagging: 'Tag locations',
  threads_profile_discovery: 'Look up public profiles',
  threads_share_to_instagram: 'Share your posts to Instagram',
}

const authorizePath = '/threads/www/oauth/authorize'

/** `GET /oauth/authorize` of Threads (threads.md §1.1, §1.2). */
export const threadsDialog: ConsentDialog = {
  paths: [authorizePath],
  isDialogPath: (pathname) => pathname === authorizePath,
  locked: ['threads_basic'],
  scopeTexts: threadsScopes,
  isCumulative: false,
  check,
  refusal: () => null,
  labelOf: (account) => `@${account.username}`,
  newCode: () => token('AQB', 60),
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
  const app = sandbox.state.apps.get('threads')!
  if (params.get('client_id') !== app.client_id) {
    return refuse(4476002, 'No app ID was provided in the request.')
  }
  const uri = params.get('redirect_uri')
  const problem = redirectProblem(app, uri)
  if (problem || uri === null) return problem ?? refuse(100, 'redirect_uri is required')
  if (params.get('response_type') !== 'code') {
    return refuse(100, 'Invalid Request: The parameter response_type must be code')
  }
  const scopes = splitScopes(params.get('scope'))
  const unknown = scopes.find((scope) => !Object.hasOwn(threadsScopes, scope))
  if (unknown) return refuse(100, `Invalid Scopes: ${unknown}`)
  if (!scopes.includes('threads_basic')) {
    return refuse(100, 'Invalid Request: The scope threads_basic is required')
  }
  if (!settingsOf(sandbox).threads_app_live) {
    return refuse(1349245, 'Invalid Request: The  user has not accepted the invite to test the app')
  }
  const state = params.get('state')
  return { ok: true, request: { app, redirect_uri: uri, state, scopes, rerequest: false } }
}

/** Error 1349187 for an unregistered URI; its exact text is undocumented (threads.md §1.1). */
function redirectProblem(app: Readonly<App>, uri: string | null): ConsentCheck | undefined {
  if (isRegistered(app, uri)) return undefined
  return refuse(
    1349187,
    'URL Blocked: This redirect failed because the redirect URI is not white-listed in the app settings.',
  )
}

function refuse(code: number, message: string): ConsentCheck {
  return { ok: false, error: { status: 400, body: { error_message: message, error_code: code } } }
}

/** Splits scopes at commas or spaces (threads.md §1.1). */
export function splitScopes(text: string | null): string[] {
  return [...new Set((text ?? '').split(/[\s,]+/).filter(Boolean))]
}
