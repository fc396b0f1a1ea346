import { token } from '../core/ids.ts'
import type { ConsentCheck, ConsentDialog, ConsentRequest, Sandbox } from '../core/sandbox.ts'
import { isRegistered, redirectTo } from '../oauth/consent.ts'

export const scopePrefix = 'https://www.googleapis.com/auth/'

/** Scopes and what the consent page says (youtube.md §1.3). */
export const youtubeScopes: Record<string, string> = {
  [`${scopePrefix}youtube.upload`]: 'Manage your YouTube videos',
  [`${scopePrefix}youtube.readonly`]: 'View your YouTube account',
  [`${scopePrefix}youtube.force-ssl`]:
    'See, edit, and permanently delete your YouTube videos, ratings, comments and captions',
  [`${scopePrefix}yt-analytics.readonly`]:
    'View YouTube Analytics reports for your YouTube content',
  [`${scopePrefix}youtube`]: 'Manage your YouTube account',
}

const path = '/youtube/www/o/oauth2/v2/auth'

/** The code says whether a refresh token comes with it (youtube.md §1.1). */
export type CodeKind = 'consent' | 'offline' | 'online'
const kindLetters: Record<CodeKind, string> = { consent: 'C', offline: 'O', online: 'N' }
type Request = ConsentRequest & { codeKind?: CodeKind }

export function codeKindOf(code: string): CodeKind {
  const kinds = Object.keys(kindLetters) as CodeKind[]
  return kinds.find((kind) => code.startsWith(`4/0${kindLetters[kind]}`)) ?? 'online'
}

export const youtubeDialog: ConsentDialog = {
  paths: [path],
  isDialogPath: (pathname) => pathname === path,
  locked: [],
  scopeTexts: youtubeScopes,
  isCumulative: false,
  check,
  refusal: () => null,
  labelOf: (account) => account.name,
  newCode: (request: Request) => token(`4/0${kindLetters[request.codeKind ?? 'online']}`, 36),
  // One permission is enough for a success; without any it is a refusal (youtube.md §1.1).
  allowedUrl: (request, code, granted) =>
    granted.length === 0
      ? failed(request, 'access_denied')
      : redirectTo(request.redirect_uri, {
          state: request.state,
          code,
          scope: granted.join(' '),
        }),
  cancelledUrl: (request) => failed(request, 'access_denied'),
}

function check(sandbox: Sandbox, params: URLSearchParams): ConsentCheck {
  const app = sandbox.state.apps.get('youtube')!
  const refuse = (error: string): ConsentCheck => ({
    ok: false,
    error: { status: 400, body: { error, error_description: 'Access blocked' } },
  })
  if (params.get('client_id') !== app.client_id) return refuse('invalid_client')
  const redirect_uri = params.get('redirect_uri')
  if (!isRegistered(app, redirect_uri)) return refuse('redirect_uri_mismatch')
  if (params.get('response_type') !== 'code') return refuse('unsupported_response_type')
  const scopes = (params.get('scope') ?? '').split(' ').filter(Boolean)
  const isKnown = scopes.every((scope) => Object.hasOwn(youtubeScopes, scope))
  if (scopes.length === 0 || !isKnown) return refuse('invalid_scope')
  const code_challenge = params.get('code_challenge')
  if (code_challenge && params.get('code_challenge_method') !== 'S256') {
    return refuse('invalid_request')
  }
  const isOffline = params.get('access_type') === 'offline'
  const asksAgain = (params.get('prompt') ?? '').split(' ').includes('consent')
  const codeKind = isOffline ? (asksAgain ? 'consent' : 'offline') : 'online'
  const state = params.get('state')
  const request: Request = {
    app,
    redirect_uri,
    state,
    scopes,
    rerequest: false,
    code_challenge,
    codeKind,
  }
  return { ok: true, request }
}

function failed(request: ConsentRequest, error: string): string {
  return redirectTo(request.redirect_uri, { error, state: request.state })
}
