import type { Context } from '../../context.ts'
import type { PlatformValue } from '../../core/networks.ts'
import type { Tx } from '../../database/open.ts'
import { type Claim, lockClaim, release } from '../../jobs/due.ts'
import type { Work } from '../../jobs/loop.ts'
import { isAccessError, type PlatformError } from '../../platforms/contract/errors.ts'
import type { Platform } from '../../platforms/contract/platform.ts'
import type { Tokens } from '../../platforms/contract/tokens.ts'
import { type AccessLoss, recordAccessLoss } from './access-loss.ts'
import { refreshFacts } from './facts.ts'
import { type AccessCheck, isRefreshDue, type RefreshResult, refreshTokens } from './refresh.ts'
import { delayWithJitter } from './schedule.ts'
import { areSameTokens, unsealTokens } from './tokens.ts'

const checkEveryMs = 24 * 3_600_000
const retryMs = 15 * 60_000
const retryMsMax = 6 * 3_600_000
const busyMs = 30_000

/** Refreshes tokens before they expire and checks daily that they are still valid. */
export const accessWork: Work = {
  table: 'account_poll',
  kind: 'access',
  rowsAtOnce: 16,
  run: async (ctx, claim) => {
    await checkAccess(ctx, claim, null)
  },
}

/** `tokens` are the account's current ones, whose access the check found valid or could not probe. */
export type CheckedAccess =
  | { outcome: 'valid' | 'unclear' | 'busy'; tokens: Tokens }
  | { outcome: 'lost' }

type ProbeResult = { refresh: RefreshResult | null } & (
  | { outcome: 'valid'; tokens: Tokens; granted: string[] | null; endsAt: Date | null }
  | { outcome: 'unclear' | 'busy'; tokens: Tokens }
  | { outcome: 'lost'; tokens: Tokens; loss: AccessLoss }
)

/**
 * Probes a claimed account's access, refreshes its tokens if they are due or refused, and records the
 * result. `unclear` if the platform is unavailable; `busy` if the tokens must be refreshed but a post
 * of the account, other than `targetId`, is being published with them, or if the claim was lost.
 */
export async function checkAccess(
  ctx: Context,
  claim: Claim,
  targetId: string | null,
): Promise<CheckedAccess> {
  const account = await findCheckedAccount(ctx, claim)
  const platform = account && ctx.platforms.get(account.platform as PlatformValue)
  if (!account?.tokens_sealed || account.status !== 'connected' || !platform?.tokens) {
    await ctx.db.transact((tx) => release(tx, claim, null))
    return { outcome: 'lost' }
  }
  const result = await probeAccess({
    ctx,
    claim,
    accountId: account.id,
    ability: platform.tokens,
    stored: unsealTokens(ctx, account.id, account.tokens_sealed),
    refreshRefusedAt: (account.state.refresh_refused_at as string | undefined) ?? null,
    targetId,
  })
  const isSubscribed = await subscribe(ctx, account, platform, result)
  const recorded = await recordResult(ctx, claim, account, platform, result, isSubscribed)
  if (recorded.outcome === 'valid') {
    await refreshFacts(ctx, account.id, platform.tokens, recorded.tokens)
  }
  return recorded
}

/**
 * Calls the platform only. Access is lost after two refused probes, with a refresh between them if the
 * tokens were not refreshed before.
 */
async function probeAccess(check: AccessCheck): Promise<ProbeResult> {
  const { ability } = check
  let tokens = check.stored
  let refresh = isRefreshDue(check) ? await refreshTokens(check) : null
  for (let isConfirmation = false; ; isConfirmation = true) {
    if (refresh?.outcome === 'refreshed') tokens = refresh.tokens
    if (refresh?.outcome === 'busy') return { outcome: 'busy', tokens, refresh }
    if (refresh?.outcome === 'unavailable') return { outcome: 'unclear', tokens, refresh }
    try {
      await ability.probe(tokens)
      const granted = (await ability.readGranted?.(tokens)) ?? null
      const endsAt = (await ability.readAccessEnd?.(tokens)) ?? null
      return { outcome: 'valid', tokens, granted, endsAt, refresh }
    } catch (err) {
      if (!isAccessError(err)) return { outcome: 'unclear', tokens, refresh }
      const loss = toAccessLoss(err, tokens, check.ctx.clock.now())
      if (isConfirmation) return { outcome: 'lost', tokens, loss, refresh }
      // Without a refresh token, the access token refreshes itself and is refused for that too.
      if (tokens.refresh) refresh ??= await refreshTokens(check)
    }
  }
}

/**
 * Subscribes to the account's platform webhooks, once (instagram.md §6, facebook.md §6). A
 * failure is retried with the next check; until then polling finds the same events.
 */
async function subscribe(
  ctx: Context,
  account: CheckedAccount,
  platform: Platform,
  result: ProbeResult,
): Promise<boolean> {
  if (account.state.subscribed === true) return true
  if (!platform.inbound?.subscribe || result.outcome !== 'valid') return false
  try {
    await platform.inbound.subscribe({
      access: result.tokens.access,
      platformAccountId: account.platform_account_id,
    })
    return true
  } catch (err) {
    ctx.log.info({ err, account_id: account.id }, 'account.not_subscribed')
    return false
  }
}

/** A token that is refused after its own expiry has expired, whatever the platform calls it. */
function toAccessLoss(err: PlatformError, { accessExpiresAt }: Tokens, now: Date): AccessLoss {
  if (err.kind === 'disconnected') return { status: 'disconnected', reason: 'by_platform' }
  const reason = err.reason ?? 'token_revoked'
  const isOver = accessExpiresAt !== null && Date.parse(accessExpiresAt) <= now.getTime()
  const isExpiry = reason === 'token_revoked' && isOver
  return {
    status: 'expired',
    reason: (isExpiry ? 'token_expired' : reason) as AccessLoss['reason'],
  }
}

type CheckedAccount = NonNullable<Awaited<ReturnType<typeof findCheckedAccount>>>

async function findCheckedAccount(ctx: Context, claim: Claim) {
  return await ctx.db.query
    .selectFrom('account_poll')
    .innerJoin('account', 'account.id', 'account_poll.account_id')
    .select([
      'account.id',
      'account.platform',
      'account.status',
      'account.platform_account_id',
      'account.tokens_sealed',
      'account_poll.failures',
      'account_poll.state',
    ])
    .where('account_poll.id', '=', claim.key)
    .executeTakeFirst()
}

async function recordResult(
  ctx: Context,
  claim: Claim,
  account: CheckedAccount,
  platform: Platform,
  result: ProbeResult,
  isSubscribed: boolean,
): Promise<CheckedAccess> {
  const now = ctx.clock.now()
  return await ctx.db.transact(async (tx) => {
    if (!(await lockClaim(tx, claim))) return { outcome: 'busy', tokens: result.tokens }
    const state = {
      checked_at: now.toISOString(),
      subscribed: isSubscribed,
      refresh_refused_at: refreshRefusedAt(account, result, now),
    }
    if (result.outcome === 'busy') {
      await release(tx, claim, new Date(now.getTime() + busyMs))
      return { outcome: 'busy', tokens: result.tokens }
    }
    if (result.outcome === 'lost') {
      const newer = await findNewerTokens(ctx, tx, account.id, result.tokens)
      if (!newer) {
        await recordAccessLoss(ctx, tx, account.id, result.loss, now)
        await updateCheck(tx, claim, { ...state, subscribed: false }, 0)
        await release(tx, claim, null)
        return { outcome: 'lost' }
      }
      await release(tx, claim, now)
      return { outcome: 'unclear', tokens: newer }
    }
    if (result.outcome === 'valid' && result.granted) {
      await storeGranted(tx, account.id, platform, result.granted)
    }
    if (result.outcome === 'valid' && result.endsAt) {
      await storeAccessEnd(tx, account.id, result.endsAt)
    }
    const failures = result.outcome === 'valid' ? 0 : account.failures + 1
    await updateCheck(tx, claim, state, failures)
    await release(tx, claim, nextCheckAt(platform, result, failures, now))
    return { outcome: result.outcome, tokens: result.tokens }
  })
}

function refreshRefusedAt(account: CheckedAccount, { refresh }: ProbeResult, now: Date) {
  if (refresh?.outcome === 'refused') return now.toISOString()
  return refresh?.outcome === 'refreshed' ? null : account.state.refresh_refused_at
}

/** The tokens of an account that was reconnected during the check; `null` if it was not. */
async function findNewerTokens(
  ctx: Context,
  tx: Tx,
  accountId: string,
  refused: Tokens,
): Promise<Tokens | null> {
  const row = await tx
    .selectFrom('account')
    .select('tokens_sealed')
    .where('id', '=', accountId)
    .where('status', '=', 'connected')
    .forUpdate()
    .executeTakeFirst()
  const current = row?.tokens_sealed && unsealTokens(ctx, accountId, row.tokens_sealed)
  return current && !areSameTokens(current, refused) ? current : null
}

async function storeGranted(
  tx: Tx,
  accountId: string,
  platform: Platform,
  granted: string[],
): Promise<void> {
  const missing = platform.permissions
    .map(({ scope }) => scope)
    .filter((scope) => !granted.includes(scope))
  await tx
    .updateTable('account')
    .set({ permissions_granted: granted, permissions_missing: missing })
    .where('id', '=', accountId)
    .execute()
}

async function storeAccessEnd(tx: Tx, accountId: string, endsAt: Date): Promise<void> {
  await tx
    .updateTable('account')
    .set({ access_expires_at: endsAt })
    .where('id', '=', accountId)
    .where('access_expires_at', 'is distinct from', endsAt)
    .execute()
}

async function updateCheck(
  tx: Tx,
  claim: Claim,
  state: Record<string, unknown>,
  failures: number,
): Promise<void> {
  await tx
    .updateTable('account_poll')
    .set({ failures, state: JSON.stringify(state) })
    .where('id', '=', claim.key)
    .execute()
}

/**
 * Daily, or earlier for a due refresh or the expiry; with exponential back-off if `unclear`. Tokens
 * whose refresh is due only after their expiry are refreshed when they are needed, at least daily.
 */
function nextCheckAt(
  platform: Platform,
  result: Exclude<ProbeResult, { outcome: 'lost' }>,
  failures: number,
  now: Date,
): Date {
  if (result.outcome !== 'valid') {
    return delayWithJitter(now, Math.min(retryMs * 2 ** Math.min(failures - 1, 10), retryMsMax))
  }
  const { accessExpiresAt } = result.tokens
  const daily = delayWithJitter(now, checkEveryMs)
  const refreshAt = platform.tokens?.refreshDueAt(result.tokens) ?? daily
  const expiresAt = accessExpiresAt === null ? daily : new Date(accessExpiresAt)
  const isRefreshedLazily = refreshAt > expiresAt && result.refresh?.outcome !== 'refused'
  // After a refused refresh, the access is still valid until it expires.
  const candidates = [daily, refreshAt, ...(isRefreshedLazily ? [] : [expiresAt])]
  return candidates
    .filter((time) => time > now)
    .reduce((first, time) => (time < first ? time : first))
}
