import type { Account, FaultKind, Grant } from '../core/records.ts'
import type { Sandbox } from '../core/sandbox.ts'
import { endReason } from '../oauth/grants.ts'

/** The kinds of faults in words. */
export const faultLabels: Record<FaultKind, string> = {
  rate_limited: 'Rate limit reached',
  transient: 'Temporary platform error',
  http_500: 'HTTP 500',
  redirect: 'Redirect to another host',
  timeout: 'No response',
  hang: 'Response never ends',
  slow_ms: 'Slow response',
  connection_reset: 'Connection reset',
  after_accepting_500: 'Accepted, then HTTP 500',
  after_accepting_timeout: 'Accepted, then no response',
  answer: 'A given response',
  after_accepting_answer: 'Accepted, then a given response',
}

const grantLabels = {
  active: 'Connected',
  only_refresh: 'Access token expired',
  checkpoint: 'Must confirm login',
  removed: 'App removed',
  password_changed: 'Password changed',
  expired: 'Access expired',
  revoked: 'Access revoked',
} as const

export type GrantState = keyof typeof grantLabels

export const grantLabel = (state: GrantState): string => grantLabels[state]

/** `active` while the app holds an access token that works, `only_refresh` if just a refresh token does. */
export function grantState(sandbox: Sandbox, grant: Readonly<Grant>): GrantState {
  if (grant.checkpoint) return 'checkpoint'
  if (grant.status === 'removed') return 'removed'
  const tokens = sandbox.state.tokens.by('grant', grant.id)
  const reasons = tokens.map((token) => endReason(sandbox, token, grant))
  const working = tokens.filter((_, index) => reasons[index] === null)
  if (working.length > 0 && working.every(({ kind }) => kind === 'refresh')) {
    return 'only_refresh'
  }
  if (tokens.length === 0 || working.length > 0) return 'active'
  if (reasons.at(-1) === 460) return 'password_changed'
  return reasons.at(-1) === 463 ? 'expired' : 'revoked'
}

const accountTypes = {
  BUSINESS: 'Business account',
  MEDIA_CREATOR: 'Creator account',
  PERSONAL: 'Personal account, cannot connect',
} as const

/** What is special about an account, as "Page · Business portfolio". */
export function accountNotes(account: Readonly<Account>): string {
  return [
    account.kind === 'page' ? 'Page' : '',
    account.account_type ? accountTypes[account.account_type] : '',
    account.is_private ? 'Private' : '',
    account.page?.business_id ? 'Business portfolio' : '',
  ]
    .filter(Boolean)
    .join(' · ')
}

/** The name of a Page, the handle of another account. */
export function accountLabel({ kind, name, username }: Readonly<Account>): string {
  return kind === 'page' ? name : `@${username}`
}

const postTypes: readonly [RegExp, string][] = [
  [/carousel/i, 'Carousel'],
  [/reel/i, 'Reel'],
  [/stor(y|ies)/i, 'Story'],
  [/video/i, 'Video'],
  [/image|photo/i, 'Photo'],
]

/** A network's type of post in words. */
export function postTypeLabel(type: string): string {
  return postTypes.find(([pattern]) => pattern.test(type))?.[1] ?? 'Text'
}

/** JSON with indentation; other text unchanged. */
export function prettyJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
