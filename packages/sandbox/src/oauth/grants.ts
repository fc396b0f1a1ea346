import { randomUUID } from 'node:crypto'
import { token as randomToken } from '../core/ids.ts'
import type { Code, EndReason, Grant, Platform, Token } from '../core/records.ts'
import type { World } from '../core/world.ts'

export type Consent = {
  platform: Platform
  client_id: string
  redirect_uri: string
  account_id: string
  /** What the app asked for in this dialog. */
  asked: string[]
  allowed: string[]
  page_ids: string[]
  isCumulative: boolean
}

/** The newest dialog decides, unless the platform keeps what earlier ones allowed. */
export function recordConsent(world: World, consent: Consent): Readonly<Grant> {
  const now = world.clock.ms()
  const old = findGrant(world, consent.platform, consent.account_id)
  const declined = consent.asked.filter((scope) => !consent.allowed.includes(scope))
  if (!old) {
    return world.state.grants.put({
      id: randomUUID(),
      platform: consent.platform,
      app_id: consent.client_id,
      account_id: consent.account_id,
      permissions: consent.allowed,
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
  const kept =
    consent.isCumulative && old.status === 'active'
      ? old.permissions.filter((scope) => !consent.asked.includes(scope))
      : []
  return world.state.grants.update(old.id, {
    permissions: [...kept, ...consent.allowed],
    declined,
    page_ids: consent.page_ids,
    status: 'active',
    updated_at: now,
  })
}

export function findGrant(
  world: World,
  platform: Platform,
  accountId: string,
): Readonly<Grant> | undefined {
  return world.state.grants.by('account', accountId).find((grant) => grant.platform === platform)
}

export function issueCode(
  world: World,
  grant: Readonly<Grant>,
  facts: Pick<Code, 'id' | 'redirect_uri' | 'scopes' | 'code_challenge'>,
): Readonly<Code> {
  return world.state.codes.put({
    ...facts,
    platform: grant.platform,
    client_id: grant.app_id,
    grant_id: grant.id,
    created_at: world.clock.ms(),
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
  world: World,
  grant: Readonly<Grant>,
  facts: TokenFacts,
): Readonly<Token> {
  const now = world.clock.ms()
  return world.state.tokens.put({
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

/** Makes every token of the grant answer 190 with this subcode, for good. */
export function endTokens(world: World, grantId: string, reason: EndReason): void {
  const grant = world.state.grants.get(grantId)!
  world.state.grants.update(grantId, {
    epoch: grant.epoch + 1,
    ended_by: reason,
    updated_at: world.clock.ms(),
  })
}

/** Why a token no longer works, as Meta's subcode, or null (facebook-pages.md §7 for 492). */
export function endOf(
  world: World,
  token: Readonly<Token>,
  grant: Readonly<Grant>,
): EndReason | 492 | null {
  if (token.epoch < grant.epoch) return grant.ended_by ?? 467
  if (grant.checkpoint) return 459
  if (token.expires_at !== null && token.expires_at <= world.clock.ms()) return 463
  const page = token.page_id ? world.state.accounts.get(token.page_id) : undefined
  if (token.page_id && !page?.page?.roles[grant.account_id]) return 492
  return null
}

export type CodeProblem = 'unknown_or_used' | 'expired' | 'redirect_mismatch'

/** Takes a code once: right app, right redirect URI, not older than `lifetimeMs` (threads.md §1.4). */
export function redeemCode(
  world: World,
  text: string | undefined,
  expected: { client_id: string; redirect_uri: string | undefined; lifetimeMs: number },
): { code: Readonly<Code>; grant: Readonly<Grant> } | { problem: CodeProblem; wasUsed: boolean } {
  const code = text ? world.state.codes.get(text) : undefined
  if (!code || code.client_id !== expected.client_id) {
    return { problem: 'unknown_or_used', wasUsed: false }
  }
  if (code.used) return { problem: 'unknown_or_used', wasUsed: true }
  if (world.clock.ms() - code.created_at >= expected.lifetimeMs) {
    return { problem: 'expired', wasUsed: false }
  }
  if (code.redirect_uri !== expected.redirect_uri) {
    return { problem: 'redirect_mismatch', wasUsed: false }
  }
  world.state.codes.update(code.id, { used: true })
  return { code, grant: world.state.grants.get(code.grant_id)! }
}
