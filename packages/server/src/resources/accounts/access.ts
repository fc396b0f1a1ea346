import type { Context } from '../../context.ts'
import type { PlatformValue } from '../../core/networks.ts'
import type { Tx } from '../../database/open.ts'
import { type Claim, lockClaim, release } from '../../jobs/due.ts'
import type { Work } from '../../jobs/loop.ts'
import { PlatformError } from '../../platforms/errors.ts'
import type { Platform } from '../../platforms/platform.ts'
import type { TokenAbility, Tokens } from '../../platforms/tokens.ts'
import { seal, unseal } from '../../security/secrets.ts'
import { type AccessLoss, recordAccessLoss } from './access-loss.ts'
import { tokenPurpose } from './connect.ts'
import { claimCheck, delayWithJitter } from './schedule.ts'

/** This lease is not renewed, so it must outlast the three platform calls of a check. */
const confirmLeaseSeconds = 60
const checkEveryMs = 24 * 3_600_000
const retryMs = 15 * 60_000
const retryMsMax = 6 * 3_600_000

/** Refreshes tokens before they expire and checks daily that they are still valid. */
export const accessWork: Work = {
  table: 'account_watch',
  kind: 'access',
  rowsAtOnce: 16,
  run: async (ctx, claim) => {
    await checkAccess(ctx, claim, { wasRefused: false })
  },
}

/**
 * Checks an account's access after a platform refused it, before the account's status changes.
 * Refreshes the tokens if possible. `unclear` if the platform is unavailable or another process is
 * checking: retry later.
 */
export async function confirmAccess(
  ctx: Context,
  accountId: string,
): Promise<'valid' | 'lost' | 'unclear'> {
  const claim = await claimCheck(ctx.db.read, accountId, 'access', confirmLeaseSeconds)
  if (!claim) return 'unclear'
  return await checkAccess(ctx, claim, { wasRefused: true })
}

type AccessCheck =
  | { outcome: 'valid'; tokens: Tokens; isNew: boolean; granted: string[] | null }
  | { outcome: 'lost'; loss: AccessLoss }
  | { outcome: 'unclear'; tokens: Tokens | null }

async function checkAccess(
  ctx: Context,
  claim: Claim,
  { wasRefused }: { wasRefused: boolean },
): Promise<'valid' | 'lost' | 'unclear'> {
  const account = await findCheckedAccount(ctx, claim)
  const platform = account && ctx.platforms.get(account.platform as PlatformValue)
  if (!account?.tokens_sealed || account.status !== 'connected' || !platform?.tokens) {
    await ctx.db.transact((tx) => release(tx, claim, null))
    return 'lost'
  }
  const purpose = tokenPurpose(account.id)
  const tokens = JSON.parse(unseal(ctx.config.keyring, purpose, account.tokens_sealed)) as Tokens
  const result = await probeAccess(ctx, platform.tokens, tokens, wasRefused)
  const isSubscribed = await subscribe(ctx, account, platform, result)
  await recordResult(ctx, claim, account, platform, result, isSubscribed)
  return result.outcome
}

/** Calls the platform only. A refusal counts after a second call confirms it (decisions.md §4). */
async function probeAccess(
  ctx: Context,
  ability: TokenAbility,
  stored: Tokens,
  wasRefused: boolean,
): Promise<AccessCheck> {
  let tokens = stored
  let refreshed: Tokens | null = null
  try {
    const dueAt = ability.refreshDueAt(tokens)
    const isDue = dueAt !== null && dueAt <= ctx.clock.now()
    if (ability.refresh && (isDue || (wasRefused && tokens.refresh))) {
      refreshed = await ability.refresh(tokens)
      tokens = refreshed
    }
    await ability.probe(tokens)
    const granted = (await ability.readGranted?.(tokens)) ?? null
    return { outcome: 'valid', tokens, isNew: refreshed !== null, granted }
  } catch (err) {
    if (!isAccessError(err)) return { outcome: 'unclear', tokens: refreshed }
    try {
      await ability.probe(tokens)
      return { outcome: 'valid', tokens, isNew: refreshed !== null, granted: null }
    } catch (second) {
      if (!isAccessError(second)) return { outcome: 'unclear', tokens: refreshed }
      return { outcome: 'lost', loss: toAccessLoss(second) }
    }
  }
}

/**
 * Subscribes to the account's platform webhooks, once (instagram.md §6, facebook-pages.md §6). A
 * failure is retried with the next check; until then polling finds the same events.
 */
async function subscribe(
  ctx: Context,
  account: CheckedAccount,
  platform: Platform,
  result: AccessCheck,
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

function isAccessError(err: unknown): err is PlatformError {
  return (
    err instanceof PlatformError && (err.kind === 'access_expired' || err.kind === 'disconnected')
  )
}

function toAccessLoss(err: PlatformError): AccessLoss {
  if (err.kind === 'disconnected') return { status: 'disconnected', reason: 'by_platform' }
  return { status: 'expired', reason: (err.reason ?? 'token_revoked') as AccessLoss['reason'] }
}

type CheckedAccount = NonNullable<Awaited<ReturnType<typeof findCheckedAccount>>>

async function findCheckedAccount(ctx: Context, claim: Claim) {
  return await ctx.db.read
    .selectFrom('account_watch')
    .innerJoin('account', 'account.id', 'account_watch.account_id')
    .select([
      'account.id',
      'account.platform',
      'account.status',
      'account.platform_account_id',
      'account.tokens_sealed',
      'account_watch.failures',
      'account_watch.state',
    ])
    .where('account_watch.id', '=', claim.key)
    .executeTakeFirst()
}

async function recordResult(
  ctx: Context,
  claim: Claim,
  account: CheckedAccount,
  platform: Platform,
  result: AccessCheck,
  isSubscribed: boolean,
): Promise<void> {
  const now = ctx.clock.now()
  await ctx.db.transact(async (tx) => {
    const isLeaseHeld = await lockClaim(tx, claim)
    // Refresh tokens may be single-use, so new tokens are stored even if the lease has expired.
    if (result.outcome !== 'lost') await storeTokens(ctx, tx, account, result, now)
    if (!isLeaseHeld) return
    const updateCheck = (state: { clear: boolean; subscribed: boolean }, failures: number) =>
      tx
        .updateTable('account_watch')
        .set({ failures, state: JSON.stringify({ checked_at: now.toISOString(), ...state }) })
        .where('id', '=', claim.key)
        .execute()
    if (result.outcome === 'lost') {
      await recordAccessLoss(ctx, tx, account.id, result.loss, now)
      await updateCheck({ clear: false, subscribed: false }, 0)
      return await release(tx, claim, null)
    }
    const isValid = result.outcome === 'valid'
    if (isValid && result.granted) {
      await tx
        .updateTable('account')
        .set({
          permissions_granted: result.granted,
          permissions_missing: platform.permissions
            .map(({ scope }) => scope)
            .filter((scope) => !result.granted?.includes(scope)),
        })
        .where('id', '=', account.id)
        .execute()
    }
    const failures = isValid ? 0 : account.failures + 1
    await updateCheck({ clear: isValid, subscribed: isSubscribed }, failures)
    await release(tx, claim, nextCheckAt(platform, result, failures, now))
  })
}

/** Stores new tokens unless the account was reconnected, which brought newer ones. */
async function storeTokens(
  ctx: Context,
  tx: Tx,
  account: CheckedAccount,
  result: Exclude<AccessCheck, { outcome: 'lost' }>,
  now: Date,
): Promise<void> {
  const tokens = result.outcome === 'valid' && !result.isNew ? null : result.tokens
  if (!tokens?.access) return
  await tx
    .updateTable('account')
    .set({
      tokens_sealed: seal(ctx.config.keyring, tokenPurpose(account.id), JSON.stringify(tokens)),
      access_expires_at: tokens.accessExpiresAt ? new Date(tokens.accessExpiresAt) : null,
      updated_at: now,
    })
    .where('id', '=', account.id)
    .where('status', '=', 'connected')
    .where('tokens_sealed', '=', account.tokens_sealed)
    .execute()
}

/** Daily, or earlier for a due refresh or the expiry; with exponential back-off if `unclear`. */
function nextCheckAt(platform: Platform, result: AccessCheck, failures: number, now: Date): Date {
  if (result.outcome !== 'valid') {
    return delayWithJitter(now, Math.min(retryMs * 2 ** Math.min(failures - 1, 10), retryMsMax))
  }
  const { accessExpiresAt } = result.tokens
  const daily = delayWithJitter(now, checkEveryMs)
  const refreshAt = platform.tokens?.refreshDueAt(result.tokens) ?? daily
  // After a refused refresh, the access is still valid until it expires.
  const expiresAt = accessExpiresAt === null ? daily : new Date(accessExpiresAt)
  const candidates = [daily, refreshAt, expiresAt].filter((time) => time > now)
  return candidates.reduce((first, time) => (time < first ? time : first))
}
