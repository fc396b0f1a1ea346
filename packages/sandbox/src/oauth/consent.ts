import type { Account, App, Platform } from '../core/records.ts'
import type { World } from '../core/world.ts'
import { issueCode, recordConsent } from './grants.ts'

/** An authorize request that passed the platform's checks. */
export type ConsentRequest = {
  app: Readonly<App>
  redirect_uri: string
  state: string | null
  scopes: string[]
  /** Facebook's `auth_type=rerequest`: declined permissions are asked again. */
  rerequest: boolean
  /** Facebook Login for Business: the person grants all of it or nothing. */
  isWhole?: boolean
  /** TikTok desktop apps only (tiktok.md §1.2). */
  code_challenge?: string | null
}

/** The platform's own error page: the person never returns to the app. */
export type ConsentError = { status: number; body: unknown }
/** An error that the platform reports to the app on the redirect URI. */
export type ConsentRedirect = { location: string }

export type ConsentCheck =
  | { ok: true; request: ConsentRequest }
  | { ok: false; error: ConsentError }
  | { ok: false; redirect: ConsentRedirect }

/** How one platform asks for consent. */
export type ConsentDialog = {
  platform: Platform
  /** Address of the authorize page under the origin; Facebook's has a version in it. */
  isDialogPath(pathname: string): boolean
  /** Permissions that cannot be unticked. */
  locked: string[]
  /** Sentences for the permissions the page lists. */
  words: Record<string, string>
  check(world: World, params: URLSearchParams): ConsentCheck
  /** Why this account cannot be connected, or null. */
  refusal(account: Readonly<Account>): string | null
  newCode(): string
  /** Where the person goes after Allow, given the code. */
  allowed(request: ConsentRequest, code: string, granted: string[]): string
  cancelled(request: ConsentRequest): string
}

export type ConsentChoice = { account: Readonly<Account>; permissions: string[]; pages: string[] }

/** The permissions this person is asked for: Facebook skips what was declined before (§1.1). */
export function askedOf(
  world: World,
  request: ConsentRequest,
  account: Readonly<Account>,
): string[] {
  const isAskedAgain = request.rerequest || request.isWhole
  if (account.platform !== 'facebook' || isAskedAgain) return request.scopes
  const declined = world.state.grants
    .by('account', account.id)
    .filter((grant) => grant.status === 'active')
    .flatMap((grant) => grant.declined)
  return request.scopes.filter((scope) => !declined.includes(scope))
}

/** Records what the person allowed and says where the platform sends them. */
export function allow(
  world: World,
  dialog: ConsentDialog,
  request: ConsentRequest,
  choice: ConsentChoice,
): string {
  const asked = askedOf(world, request, choice.account)
  const allowed = asked.filter(
    (scope) =>
      request.isWhole || dialog.locked.includes(scope) || choice.permissions.includes(scope),
  )
  const grant = recordConsent(world, {
    platform: dialog.platform,
    client_id: request.app.client_id,
    redirect_uri: request.redirect_uri,
    account_id: choice.account.id,
    asked: request.scopes,
    allowed,
    page_ids: choice.pages,
  })
  const code = issueCode(world, grant, {
    id: dialog.newCode(),
    redirect_uri: request.redirect_uri,
    scopes: allowed,
    code_challenge: request.code_challenge ?? null,
  })
  return dialog.allowed(request, code.id, allowed)
}

/** Where a person who cancels goes; whether the state comes along is a setting. */
export function cancel(world: World, dialog: ConsentDialog, request: ConsentRequest): string {
  const state = world.settings().cancel_omits_state ? null : request.state
  return dialog.cancelled({ ...request, state })
}

/** Adds parameters to a redirect URI; those that are null are left out. */
export function redirectTo(
  uri: string,
  params: Record<string, string | null>,
  fragment = '',
): string {
  const query = new URLSearchParams()
  for (const [key, value] of Object.entries(params)) if (value !== null) query.set(key, value)
  return `${uri}${uri.includes('?') ? '&' : '?'}${query}${fragment}`
}

/** Exact match, trailing slash included (threads.md §1.1). */
export function isRegistered(app: Readonly<App>, uri: string | null): uri is string {
  return uri !== null && app.redirect_uris.includes(uri)
}

/** The pages of which this Facebook user has any role, in a steady order. */
export function pagesOf(world: World, userId: string): Readonly<Account>[] {
  return world.state.accounts
    .by('platform', 'facebook:page')
    .filter((page) => page.page?.roles[userId] !== undefined)
}

export function profilesOf(world: World, platform: Platform): Readonly<Account>[] {
  return world.state.accounts.by('platform', `${platform}:profile`)
}
