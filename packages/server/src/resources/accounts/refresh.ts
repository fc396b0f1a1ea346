import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import type { Queries } from '../../database/open.ts'
import { type Claim, renewClaim } from '../../jobs/due.ts'
import { isAccessError } from '../../platforms/contract/errors.ts'
import type { TokenAbility, Tokens } from '../../platforms/contract/tokens.ts'
import { readTokens, storeRefreshedTokens } from './tokens.ts'

/** Outlasts the calls and the retries of storing their response, so that no other process refreshes. */
const leaseSeconds = 90
const expiresSoonMs = 10 * 60_000
/** A platform that refused a refresh token is not asked again for this long. */
const refusedMs = 12 * 3_600_000

/** A claimed access check. */
export type AccessCheck = {
  ctx: Context
  claim: Claim
  accountId: string
  ability: TokenAbility
  stored: Tokens
  refreshRefusedAt: string | null
  /** The target whose worker asked for the check; its own lease does not prevent a refresh. */
  targetId: string | null
}

export type RefreshResult =
  | { outcome: 'refreshed'; tokens: Tokens }
  /** The platform refused the refresh token. */
  | { outcome: 'refused' }
  /** The tokens cannot be refreshed. */
  | { outcome: 'not_possible' }
  /** A post of the account is being published with the current tokens, or the claim was lost. */
  | { outcome: 'busy' }
  | { outcome: 'unavailable' }

/** Whether less than ten minutes of the access are left and the tokens can be refreshed. */
export function isExpiringSoon(ability: TokenAbility | undefined, tokens: Tokens, now: Date) {
  if (!ability?.refresh || tokens.accessExpiresAt === null) return false
  return Date.parse(tokens.accessExpiresAt) - now.getTime() < expiresSoonMs
}

/** Whether to refresh before the probe: when the platform's tokens are due, or expire soon. */
export function isRefreshDue({ ctx, ability, stored, refreshRefusedAt }: AccessCheck): boolean {
  const now = ctx.clock.now()
  if (!ability.refresh || isRecent(refreshRefusedAt, now)) return false
  const dueAt = ability.refreshDueAt(stored)
  return (dueAt !== null && dueAt <= now) || isExpiringSoon(ability, stored, now)
}

function isRecent(refusedAt: string | null, now: Date): boolean {
  return refusedAt !== null && now.getTime() - Date.parse(refusedAt) < refusedMs
}

/**
 * Refreshes the tokens and stores the new ones before anything else is done with them. Only the
 * holder of the check's claim refreshes, since some platforms end the session when a refresh token is
 * used twice, and never while a post is being published: the refresh may end the current access token
 * (bluesky.md §1.7).
 */
export async function refreshTokens(check: AccessCheck): Promise<RefreshResult> {
  const { ctx, claim, ability, stored, accountId } = check
  if (!ability.refresh) return { outcome: 'not_possible' }
  if (await isPublishing(ctx.db.query, accountId, check.targetId)) return { outcome: 'busy' }
  if (!(await renewClaim(ctx.db.query, claim, leaseSeconds))) return { outcome: 'busy' }
  let fresh: Tokens
  try {
    // Members that the platform does not return, such as the key of the session, are kept.
    fresh = { ...stored, ...(await ability.refresh(stored)) }
  } catch (err) {
    const outcome = isAccessError(err) ? 'refused' : 'unavailable'
    ctx.log.warn({ err, account_id: accountId, outcome }, 'account.refresh_failed')
    return { outcome }
  }
  const isStored = await storeRefreshedTokens(ctx, accountId, { from: stored, to: fresh })
  if (isStored) return { outcome: 'refreshed', tokens: fresh }
  const newer = await readTokens(ctx, accountId)
  return newer ? { outcome: 'refreshed', tokens: newer } : { outcome: 'unavailable' }
}

/** Whether a worker has leased a target of the account, except `targetId`. */
async function isPublishing(
  db: Queries,
  accountId: string,
  targetId: string | null,
): Promise<boolean> {
  const { rows } = await sql`
    select 1 from post_target
    where account_id = ${accountId} and lease_until >= now() and id is distinct from ${targetId}
    limit 1`.execute(db)
  return rows.length > 0
}
