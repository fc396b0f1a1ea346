import type { Context } from '../../context.ts'
import type { PlatformValue } from '../../core/networks.ts'
import type { Tx } from '../../database/open.ts'
import { type Claim, lockClaim, release } from '../../jobs/due.ts'
import type { Work } from '../../jobs/loop.ts'
import { PlatformError } from '../../platforms/errors.ts'
import type { Platform } from '../../platforms/platform.ts'
import type { TokenAbility, Tokens } from '../../platforms/tokens.ts'
import { seal, unseal } from '../../security/secrets.ts'
import { tokenPurpose } from './connect.ts'
import { type Ended, endAccess } from './ended.ts'
import { claimWatch, later } from './watch.ts'

/** Without the loop to renew it: longer than the three calls it is for. */
const outOfTurnSeconds = 60
const checkEveryMs = 24 * 3_600_000
const againMs = 15 * 60_000
const againMsMax = 6 * 3_600_000

/** Keeps the accesses alive: refreshes them early and looks daily whether they still hold. */
export const accessWork: Work = {
  table: 'account_watch',
  kind: 'access',
  rowsAtOnce: 16,
  run: async (ctx, claim) => {
    await checkAccess(ctx, claim, { isDoubted: false })
  },
}

/**
 * After a platform refused an account's access: asks it a second time before anything is marked,
 * and refreshes where that can help. `unclear` when the platform cannot be asked now, or somebody
 * else is asking: try again later.
 */
export async function confirmAccess(
  ctx: Context,
  accountId: string,
): Promise<'holds' | 'ended' | 'unclear'> {
  const claim = await claimWatch(ctx.db.read, accountId, 'access', outOfTurnSeconds)
  if (!claim) return 'unclear'
  return await checkAccess(ctx, claim, { isDoubted: true })
}

type Checked =
  | { outcome: 'holds'; tokens: Tokens; isNew: boolean; granted: string[] | null }
  | { outcome: 'ended'; ended: Ended }
  | { outcome: 'unclear'; tokens: Tokens | null }

async function checkAccess(
  ctx: Context,
  claim: Claim,
  { isDoubted }: { isDoubted: boolean },
): Promise<'holds' | 'ended' | 'unclear'> {
  const account = await findWatched(ctx, claim)
  const platform = account && ctx.platforms.get(account.platform as PlatformValue)
  if (!account?.tokens_sealed || account.status !== 'connected' || !platform?.tokens) {
    await ctx.db.transact((tx) => release(tx, claim, null))
    return 'ended'
  }
  const purpose = tokenPurpose(account.id)
  const tokens = JSON.parse(unseal(ctx.config.keyring, purpose, account.tokens_sealed)) as Tokens
  const checked = await ask(ctx, platform.tokens, tokens, isDoubted)
  const isSubscribed = await subscribe(ctx, account, platform, checked)
  await record(ctx, claim, account, platform, checked, isSubscribed)
  return checked.outcome
}

/** Network only. One refusal is confirmed by a second call before it counts (decisions.md §4). */
async function ask(
  ctx: Context,
  ability: TokenAbility,
  before: Tokens,
  isDoubted: boolean,
): Promise<Checked> {
  let tokens = before
  let fresh: Tokens | null = null
  try {
    const dueAt = ability.refreshDueAt(tokens)
    const isDue = dueAt !== null && dueAt <= ctx.clock.now()
    if (ability.refresh && (isDue || (isDoubted && tokens.refresh))) {
      fresh = await ability.refresh(tokens)
      tokens = fresh
    }
    await ability.probe(tokens)
    const granted = (await ability.readGranted?.(tokens)) ?? null
    return { outcome: 'holds', tokens, isNew: fresh !== null, granted }
  } catch (err) {
    if (!isEnd(err)) return { outcome: 'unclear', tokens: fresh }
    try {
      await ability.probe(tokens)
      return { outcome: 'holds', tokens, isNew: fresh !== null, granted: null }
    } catch (second) {
      if (!isEnd(second)) return { outcome: 'unclear', tokens: fresh }
      return { outcome: 'ended', ended: endOf(second) }
    }
  }
}

/**
 * Has the platform send its webhooks for the account, once (instagram.md §6, facebook-pages.md §6).
 * Without them polling finds the same, later; so a refusal is tried again with the next check.
 */
async function subscribe(
  ctx: Context,
  account: Watched,
  platform: Platform,
  checked: Checked,
): Promise<boolean> {
  if (account.state.subscribed === true) return true
  if (!platform.inbound?.subscribe || checked.outcome !== 'holds') return false
  try {
    await platform.inbound.subscribe({
      access: checked.tokens.access,
      platformAccountId: account.platform_account_id,
    })
    return true
  } catch (err) {
    ctx.log.info({ err, account_id: account.id }, 'account.not_subscribed')
    return false
  }
}

function isEnd(err: unknown): err is PlatformError {
  return (
    err instanceof PlatformError && (err.kind === 'access_expired' || err.kind === 'disconnected')
  )
}

function endOf(err: PlatformError): Ended {
  if (err.kind === 'disconnected') return { status: 'disconnected', reason: 'by_platform' }
  return { status: 'expired', reason: (err.reason ?? 'token_revoked') as Ended['reason'] }
}

type Watched = NonNullable<Awaited<ReturnType<typeof findWatched>>>

async function findWatched(ctx: Context, claim: Claim) {
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

async function record(
  ctx: Context,
  claim: Claim,
  account: Watched,
  platform: Platform,
  checked: Checked,
  isSubscribed: boolean,
): Promise<void> {
  const now = ctx.clock.now()
  await ctx.db.transact(async (tx) => {
    const isHeld = await lockClaim(tx, claim)
    // A platform may give each refresh token once: what it gave is kept even by a late worker.
    if (checked.outcome !== 'ended') await keepTokens(ctx, tx, account, checked, now)
    if (!isHeld) return
    const keep = (state: { clear: boolean; subscribed: boolean }, failures: number) =>
      tx
        .updateTable('account_watch')
        .set({ failures, state: JSON.stringify({ checked_at: now.toISOString(), ...state }) })
        .where('id', '=', claim.key)
        .execute()
    if (checked.outcome === 'ended') {
      await endAccess(ctx, tx, account.id, checked.ended, now)
      await keep({ clear: false, subscribed: false }, 0)
      return await release(tx, claim, null)
    }
    const isClear = checked.outcome === 'holds'
    if (isClear && checked.granted) {
      await tx
        .updateTable('account')
        .set({
          permissions_granted: checked.granted,
          permissions_missing: platform.permissions
            .map(({ scope }) => scope)
            .filter((scope) => !checked.granted?.includes(scope)),
        })
        .where('id', '=', account.id)
        .execute()
    }
    const failures = isClear ? 0 : account.failures + 1
    await keep({ clear: isClear, subscribed: isSubscribed }, failures)
    await release(tx, claim, nextCheck(platform, checked, failures, now))
  })
}

/** Only while the connection is the one that was asked about: a reconnect brings its own tokens. */
async function keepTokens(
  ctx: Context,
  tx: Tx,
  account: Watched,
  checked: Exclude<Checked, { outcome: 'ended' }>,
  now: Date,
): Promise<void> {
  const tokens = checked.outcome === 'holds' && !checked.isNew ? null : checked.tokens
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

/** Daily, or when a refresh is due or the access ends; after an unclear answer soon, with growing patience. */
function nextCheck(platform: Platform, checked: Checked, failures: number, now: Date): Date {
  if (checked.outcome !== 'holds') {
    return later(now, Math.min(againMs * 2 ** Math.min(failures - 1, 10), againMsMax))
  }
  const { accessExpiresAt } = checked.tokens
  const daily = later(now, checkEveryMs)
  const refreshAt = platform.tokens?.refreshDueAt(checked.tokens) ?? daily
  // Where its refresh was refused the access holds until here.
  const endsAt = accessExpiresAt === null ? daily : new Date(accessExpiresAt)
  const coming = [daily, refreshAt, endsAt].filter((moment) => moment > now)
  return coming.reduce((first, moment) => (moment < first ? moment : first))
}
