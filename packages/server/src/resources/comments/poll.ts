import type { Context } from '../../context.ts'
import { limits } from '../../core/limits.ts'
import type { Tx } from '../../database/open.ts'
import { type Claim, lockClaim, release } from '../../jobs/due.ts'
import type { Work } from '../../jobs/loop.ts'
import { PlatformError } from '../../platforms/errors.ts'
import { type Usage, withUsageListener } from '../../platforms/meta/graph-usage.ts'
import { missingPermission } from '../../platforms/permissions.ts'
import { confirmAccess } from '../accounts/access.ts'
import { pauseReading, readingPausedUntil, restAfter } from '../accounts/pause.ts'
import { discoverPosts, type Listing, nextListingAt } from './discover.ts'
import { findAccount, openCommentAccess } from './platform-access.ts'
import { pauseAccount, pauseSeconds } from './refusal.ts'
import { RunAborted, type SyncRun } from './run.ts'
import { lockConnectedAccount } from './schedule.ts'
import { findDuePost, recordPostFailure, syncPost } from './sync.ts'
import { backOffMs } from './sync-times.ts'

const unableMs = 6 * 3_600_000
const endedMs = 60_000

/**
 * Fetches the comments of an account: finds its posts and reads those that are due. All calls to
 * the platform are outside of transactions; each transaction checks the claim. What the calls of
 * one run don't suffice for goes on in the next, behind the other accounts.
 */
export function createCommentPolling({ callsPerRunMax }: { callsPerRunMax: number }): Work {
  return {
    table: 'account_watch',
    kind: 'comments',
    rowsAtOnce: limits.comment.accountsAtOnce,
    run: async (ctx, claim) => {
      try {
        await pollAccount(ctx, claim, callsPerRunMax)
      } catch (err) {
        if (!(err instanceof RunAborted)) throw err
        // Disconnected meanwhile, or another worker's by now: the next turn finds out which.
        await sleepUntil(ctx, claim, new Date(ctx.clock.now().getTime() + endedMs))
      }
    },
  }
}

export const commentPolling = createCommentPolling(limits.comment)

async function pollAccount(ctx: Context, claim: Claim, callsLeft: number): Promise<void> {
  const watch = await findWatch(ctx, claim)
  const account = watch && (await findAccount(ctx.db.read, watch.account_id))
  const acting = account && openCommentAccess(ctx, account)
  const now = ctx.clock.now()
  if (!watch || !account || !acting) return await sleep(ctx, claim, account?.id ?? null)
  const pausedUntil = readingPausedUntil(account, now)
  if (pausedUntil) return await sleepUntil(ctx, claim, pausedUntil)
  if (missingPermission(acting.platform, account.permissions_granted, 'comments')) {
    return await sleepUntil(ctx, claim, new Date(now.getTime() + unableMs))
  }
  const run: SyncRun = { claim, account, acting, callsLeft, restsUntil: null }
  let listing = watch.state as Listing
  try {
    await withUsageListener(heardIn(ctx, run), async () => {
      listing = await discoverPosts(ctx, run, listing)
      await readDuePosts(ctx, run)
    })
  } catch (err) {
    if (!(err instanceof PlatformError)) throw err
    ctx.log.warn({ err, account_id: account.id }, 'comments.reading_failed')
    return await afterFailure(ctx, run, { listing, failures: watch.failures + 1 }, err)
  }
  await finishRun(ctx, run, listing)
}

/**
 * Near a limit the run has few more calls, so that it gets on, and at the limit none: what it read is
 * kept, and another goes on where it stands.
 */
function heardIn(ctx: Context, run: SyncRun): (usage: Usage) => void {
  return (usage) => {
    const restsUntil = restAfter(usage, ctx.clock.now())
    if (!restsUntil) return
    run.restsUntil = restsUntil
    run.callsLeft = usage.percent < 100 ? Math.min(run.callsLeft, limits.comment.callsNearMax) : 0
  }
}

async function findWatch(ctx: Context, claim: Claim) {
  return await ctx.db.read
    .selectFrom('account_watch')
    .select(['account_id', 'state', 'failures'])
    .where('id', '=', claim.key)
    .executeTakeFirst()
}

/** Until the account is connected again, which makes its watch due. */
async function sleep(ctx: Context, claim: Claim, accountId: string | null): Promise<void> {
  const later = new Date(ctx.clock.now().getTime() + unableMs)
  await ctx.db.transact(async (tx) => {
    const isConnected = accountId !== null && (await lockConnectedAccount(tx, accountId))
    await release(tx, claim, isConnected ? later : null)
  })
}

async function sleepUntil(ctx: Context, claim: Claim, dueAt: Date): Promise<void> {
  await ctx.db.transact((tx) => release(tx, claim, dueAt))
}

async function readDuePosts(ctx: Context, run: SyncRun): Promise<void> {
  while (run.callsLeft > 0) {
    const watch = await findDuePost(ctx.db.read, run.account.id, ctx.clock.now())
    if (!watch) return
    try {
      await syncPost(ctx, run, watch)
    } catch (err) {
      if (!isOfPost(err)) throw err
      ctx.log.warn({ err, post_id: watch.post_id }, 'comments.post_failed')
      await recordPostFailure(ctx, run, watch)
    }
  }
}

/** Whether an error is about one post and the account's others can still be read. */
function isOfPost(err: unknown): boolean {
  if (err instanceof RunAborted) return false
  if (!(err instanceof PlatformError)) return true
  return err.kind === 'rejected' || err.kind === 'not_ready'
}

/** Due again when the next post is, or the next listing. */
async function finishRun(ctx: Context, run: SyncRun, listing: Listing): Promise<void> {
  const now = ctx.clock.now()
  await ctx.db.transact(async (tx) => {
    if (!(await lockClaim(tx, run.claim))) return
    await keep(tx, run.claim, listing, 0)
    const posts = await nextPostAt(tx, run.account.id)
    const listed = nextListingAt(listing, now)
    const next = posts && posts < listed ? posts : listed
    if (run.restsUntil) await restReading(ctx, tx, run.account.id, run.restsUntil)
    await release(tx, run.claim, run.restsUntil && run.restsUntil > next ? run.restsUntil : next)
  })
}

async function restReading(ctx: Context, tx: Tx, accountId: string, until: Date): Promise<void> {
  await pauseReading(tx, accountId, until)
  ctx.log.info({ account_id: accountId, until }, 'comments.resting')
}

async function nextPostAt(tx: Tx, accountId: string): Promise<Date | null> {
  const row = await tx
    .selectFrom('post_watch')
    .select('due_at')
    .where('account_id', '=', accountId)
    .where('due_at', 'is not', null)
    .orderBy('due_at')
    .limit(1)
    .executeTakeFirst()
  return row?.due_at ?? null
}

async function keep(tx: Tx, claim: Claim, listing: Listing, failures: number): Promise<void> {
  await tx
    .updateTable('account_watch')
    .set({ state: JSON.stringify(listing), failures })
    .where('id', '=', claim.key)
    .execute()
}

/** A rate limit rests the account, a lost access is confirmed, everything else waits a while. */
async function afterFailure(
  ctx: Context,
  run: SyncRun,
  kept: { listing: Listing; failures: number },
  err: PlatformError,
): Promise<void> {
  const dueAt = await againAt(ctx, run, kept.failures, err)
  await ctx.db.transact(async (tx) => {
    const isConnected = await lockConnectedAccount(tx, run.account.id)
    if (!(await lockClaim(tx, run.claim))) return
    // A place in a listing may be what the platform refuses: it begins anew.
    const { listing: _place, ...listing } = kept.listing
    await keep(tx, run.claim, listing, kept.failures)
    await release(tx, run.claim, isConnected ? dueAt : null)
  })
}

async function againAt(
  ctx: Context,
  run: SyncRun,
  failures: number,
  err: PlatformError,
): Promise<Date> {
  const after = (ms: number) => new Date(ctx.clock.now().getTime() + ms)
  switch (err.kind) {
    case 'rate_limited': {
      const seconds = err.retryAfterSeconds ?? pauseSeconds * 2 ** Math.min(failures - 1, 4)
      return await pauseAccount(ctx, run.account.id, seconds)
    }
    case 'permission_missing':
      return after(unableMs)
    case 'access_expired':
    case 'disconnected':
      await confirmAccess(ctx, run.account.id)
      return after(backOffMs(failures))
    default:
      return after(backOffMs(failures))
  }
}
