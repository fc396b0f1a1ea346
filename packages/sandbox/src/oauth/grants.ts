import { randomUUID } from 'node:crypto'
import { token as randomToken } from '../core/ids.ts'
import type { Code, EndReason, Grant, Platform, Token } from '../core/records.ts'
import { networkOf, type Sandbox } from '../core/sandbox.ts'

export type Consent = {
  platform: Platform
  client_id: string
  redirect_uri: string
  account_id: string
  /** The permissions that the app requested in this dialog. */
  requested: string[]
  granted: string[]
  page_ids: string[]
  isCumulative: boolean
}

/** Replaces the permissions of earlier dialogs, or adds to them on a cumulative platform. */
export function recordConsent(sandbox: Sandbox, consent: Consent): Readonly<Grant> {
  const now = sandbox.clock.ms()
  // Where apps register themselves, a person can allow several of them.
  const clientId = networkOf(sandbox, consent.platform).app ? undefined : consent.client_id
  const existing = findGrant(sandbox, consent.platform, consent.account_id, clientId)
  const declined = consent.requested.filter((scope) => !consent.granted.includes(scope))
  if (!existing) {
    return sandbox.state.grants.put({
      id: randomUUID(),
      platform: consent.platform,
      app_id: consent.client_id,
      account_id: consent.account_id,
      permissions: consent.granted,
      declined,
      page_ids: consent.page_ids,
      status: 'active',
      epoch: 1,
      ended_by: null,
      checkpoint: false,
      created_at: now,
      updated_at: now,
    })
  }
  const earlier =
    consent.isCumulative && existing.status === 'active'
      ? existing.permissions.filter((scope) => !consent.requested.includes(scope))
      : []
  return sandbox.state.grants.update(existing.id, {
    permissions: [...earlier, ...consent.granted],
    declined,
    page_ids: consent.page_ids,
    status: 'active',
    updated_at: now,
  })
}

export function findGrant(
  sandbox: Sandbox,
  platform: Platform,
  accountId: string,
  clientId?: string,
): Readonly<Grant> | undefined {
  return sandbox.state.grants
    .by('account', accountId)
    .find((grant) => grant.platform === platform && (clientId ?? grant.app_id) === grant.app_id)
}

export function issueCode(
  sandbox: Sandbox,
  grant: Readonly<Grant>,
  facts: Pick<Code, 'id' | 'redirect_uri' | 'scopes' | 'code_challenge'>,
): Readonly<Code> {
  return sandbox.state.codes.put({
    ...facts,
    platform: grant.platform,
    client_id: grant.app_id,
    grant_id: grant.id,
    created_at: sandbox.clock.ms(),
    used: false,
  })
}

export type TokenFacts = {
  kind: Token['kind']
  prefix: string
  lifetimeMs: number | null
  scopes: string[]
  page_id?: string
}

export function issueToken(
  sandbox: Sandbox,
  grant: Readonly<Grant>,
  facts: TokenFacts,
): Readonly<Token> {
  const now = sandbox.clock.ms()
  return sandbox.state.tokens.put({
    id: randomToken(facts.prefix),
    platform: grant.platform,
    kind: facts.kind,
    grant_id: grant.id,
    page_id: facts.page_id ?? null,
    scopes: facts.scopes,
    issued_at: now,
    expires_at: facts.lifetimeMs === null ? null : now + facts.lifetimeMs,
    epoch: grant.epoch,
  })
}

/** Makes every existing token of the grant fail with code 190 and this subcode. */
export function invalidateTokens(sandbox: Sandbox, grantId: string, reason: EndReason): void {
  const grant = sandbox.state.grants.get(grantId)!
  sandbox.state.grants.update(grantId, {
    epoch: grant.epoch + 1,
    ended_by: reason,
    updated_at: sandbox.clock.ms(),
  })
}

/** The subcode that an invalid token fails with, or null if it is valid (492: facebook.md §7). */
export function endReason(
  sandbox: Sandbox,
  token: Readonly<Token>,
  grant: Readonly<Grant>,
): EndReason | 492 | null {
  if (token.epoch < grant.epoch) return grant.ended_by ?? 467
  if (grant.checkpoint) return 459
  if (token.expires_at !== null && token.expires_at <= sandbox.clock.ms()) return 463
  if (dataAccessEndsAt(sandbox, grant) <= sandbox.clock.ms()) return 493
  const page = token.page_id ? sandbox.state.accounts.get(token.page_id) : undefined
  if (token.page_id && !page?.page?.roles[grant.account_id]) return 492
  return null
}

/** When access ends without a new login, whatever the token (facebook.md §1.3). */
export function dataAccessEndsAt(sandbox: Sandbox, grant: Readonly<Grant>): number {
  return (
    grant.updated_at + (networkOf(sandbox, grant.platform).dataAccessMs ?? Number.POSITIVE_INFINITY)
  )
}

export type CodeProblem = 'unknown_or_used' | 'expired' | 'redirect_mismatch'

/** Redeems a code once, for the right app and redirect URI, within `lifetimeMs` (threads.md §1.4). */
export function redeemCode(
  sandbox: Sandbox,
  text: string | undefined,
  expected: { client_id: string; redirect_uri: string | undefined; lifetimeMs: number },
): { code: Readonly<Code>; grant: Readonly<Grant> } | { problem: CodeProblem; wasUsed: boolean } {
  const code = text ? sandbox.state.codes.get(text) : undefined
  if (!code || code.client_id !== expected.client_id) {
    return { problem: 'unknown_or_used', wasUsed: false }
  }
  if (code.used) return { problem: 'unknown_or_used', wasUsed: true }
  if (sandbox.clock.ms() - code.created_at >= expected.lifetimeMs) {
    return { problem: 'expired', wasUsed: false }
  }
  if (code.redirect_uri !== expected.redirect_uri) {
    return { problem: 'redirect_mismatch', wasUsed: false }
  }
  sandbox.state.codes.update(code.id, { used: true })
  return { code, grant: sandbox.state.grants.get(code.grant_id)! }
}
