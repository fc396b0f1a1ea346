import type { ConsentDialog, ConsentError, ConsentRequest, Sandbox } from '../core/sandbox.ts'
import { isRegistered, redirectTo } from '../oauth/consent.ts'
import type { MetaPlatform } from './call.ts'

/** The errors of a login page for a wrong request. */
export type LoginErrors = {
  app: ConsentError
  redirectUri: ConsentError
  responseType: ConsentError
  unknownScopes: (scopes: string[]) => ConsentError
  basicScope: ConsentError
}

/** The login pages of Threads and Instagram (threads.md §1.1, §1.2, instagram.md §1.1, §1.2). */
export function loginDialog(
  platform: MetaPlatform,
  scopeTexts: Record<string, string>,
  basicScope: string,
): Omit<ConsentDialog, 'check' | 'refusal' | 'newCode'> {
  const path = `/${platform}/www/oauth/authorize`
  return {
    paths: [path],
    isDialogPath: (pathname) => pathname === path,
    locked: [basicScope],
    scopeTexts,
    isCumulative: false,
    labelOf: (account) => `@${account.username}`,
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
}

/** Checks the parameters of a login page in Meta's order. */
export function checkLogin(
  sandbox: Sandbox,
  platform: MetaPlatform,
  params: URLSearchParams,
  dialog: Pick<ConsentDialog, 'scopeTexts' | 'locked'>,
  errors: LoginErrors,
): { ok: true; request: ConsentRequest } | { ok: false; error: ConsentError } {
  const app = sandbox.state.apps.get(platform)!
  if (params.get('client_id') !== app.client_id) return { ok: false, error: errors.app }
  const uri = params.get('redirect_uri')
  if (!isRegistered(app, uri)) return { ok: false, error: errors.redirectUri }
  if (params.get('response_type') !== 'code') return { ok: false, error: errors.responseType }
  const scopes = splitScopes(params.get('scope'))
  const unknown = scopes.filter((scope) => !Object.hasOwn(dialog.scopeTexts, scope))
  if (unknown.length > 0) return { ok: false, error: errors.unknownScopes(unknown) }
  const lacksBasic = dialog.locked.some((scope) => !scopes.includes(scope))
  if (lacksBasic) return { ok: false, error: errors.basicScope }
  const state = params.get('state')
  return { ok: true, request: { app, redirect_uri: uri, state, scopes, rerequest: false } }
}

/** Splits scopes at commas or spaces (threads.md §1.1). */
export function splitScopes(text: string | null): string[] {
  return [...new Set((text ?? '').split(/[\s,]+/).filter(Boolean))]
}
