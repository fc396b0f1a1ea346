import type { Context } from '../../../context.ts'
import { limits } from '../../../core/limits.ts'
import type { Tx } from '../../../database/open.ts'
import { type Claim, lockClaim, release } from '../../../jobs/due.ts'
import type { Work } from '../../../jobs/loop.ts'
import { OutboundError } from '../../../outbound/outbound.ts'
import { PlatformError } from '../../../platforms/contract/errors.ts'
import { missingPermission } from '../../../platforms/contract/permissions.ts'
import { type Usage, withUsageListener } from '../../../platforms/contract/usage.ts'
import { pauseSync, syncPausedUntil, usagePauseUntil } from '../../accounts/pause.ts'
import { findPlatformAccount } from '../../accounts/platform-access.ts'
import { pauseAccountFor, pauseSeconds } from '../../accounts/refusal.ts'
import { discoverPosts, type Listing, nextListingAt } from './discover.ts'
import { openCommentAccess } from './platform-access.ts'
import { isRunOver, RunAborted, type SyncRun } from './run.ts'
import { lockConnectedAccount } from './schedule.ts'
import { findDuePost, recordPostFailure, syncPost } from './sync.ts'
import { backOffMs } from './sync-times.ts'

const recheckMs = 6 * 3_600_000
const abortedRetryMs = 60_000
const busyMs = 30_000

/**
 * Syncs the comments of an account: finds its posts and reads those that are due. Calls to the
 * platform are made outside transactions; each transaction checks the claim. A run that has used up
 * its calls or its time continues in the next one, after the other accounts.
 */
export function createCommentPolling({ callsPerRunMax }: { callsPerRunMax: number }): Work {
  return {
    table: 'account_poll',
    kind: 'comments',
    rowsAtOnce: limits.comment.accountsAtOnce,
    run: async (ctx, claim) => {
      try {
        await pollAccount(ctx, claim, callsPerRunMax)
      } catch (err) {
        if (!(err instanceof RunAborted)) throw err
        // The account was disconnected or another worker has the claim; the next run finds out.
        await postponeUntil(ctx, claim, new Date(ctx.clock.now().getTime() + abortedRetryMs))
      }
    },
  }
}

export const commentPolling = createCommentPolling(limits.comment)

async function pollAccount(ctx: Context, claim: Claim, callsLeft: number): Promise<void> {
  const schedule = await findSchedule(ctx, claim)
  const account = schedule && (await findPlatformAccount(ctx.db.query, schedule.account_id))
  const access = account && openCommentAccess(ctx, account)
  const now = ctx.clock.now()
  if (!schedule || !account || !access) return await suspend(ctx, claim, account?.id ?? null)
  const pausedUntil = syncPausedUntil(account, now)
  if (pausedUntil) return await postponeUntil(ctx, claim, pausedUntil)
  if (missingPermission(access.platform, account.permissions_granted, 'comments')) {
    return await postponeUntil(ctx, claim, new Date(now.getTime() + recheckMs))
  }
  const endsAt = new Date(now.getTime() + limits.work.readingMsMax)
  const run: SyncRun = { claim, account, access, callsLeft, endsAt, backOffUntil: null }
  let listing = schedule.state as Listing
  try {
    await withUsageListener(limitCalls(ctx, run), async () => {
      listing = await discoverPosts(ctx, run, listing)
      await syncDuePosts(ctx, run)
    })
  } catch (err) {
    if (!(err instanceof PlatformError)) throw err
    ctx.log.warn({ err, account_id: account.id }, 'comments.reading_failed')
    return await afterFailure(ctx, run, { listing, failures: schedule.failures + 1 }, err)
  }
  await finishRun(ctx, run, listing)
}

/**
 * Leaves the run a few calls near a platform's limit, and none at the limit. What it has read is
 * stored, and the next run continues from there.
 */
function limitCalls(ctx: Context, run: SyncRun): (usage: Usage) => void {
  return (usage) => {
    const backOffUntil = usagePauseUntil(usage, ctx.clock.now())
    if (!backOffUntil) return
    run.backOffUntil = backOffUntil
    run.callsLeft = usage.percent < 100 ? Math.min(run.callsLeft, limits.comment.callsNearMax) : 0
  }
}

async function findSchedule(ctx: Context, claim: Claim) {
  return await ctx.db.query
    .selectFrom('account_poll')
    .select(['account_id', 'state', 'failures'])
    .where('id', '=', claim.key)
    .executeTakeFirst()
}

/** Stops polling a disconnected account; connecting it again makes it due. */
async function suspend(ctx: Context, claim: Claim, accountId: string | null): Promise<void> {
  const later = new Date(ctx.clock.now().getTime() + recheckMs)
  await ctx.db.transact(async (tx) => {
    const isConnected = accountId !== null && (await lockConnectedAccount(tx, accountId))
    await release(tx, claim, isConnected ? later : null)
  })
}

async function postponeUntil(ctx: Context, claim: Claim, dueAt: Date): Promise<void> {
  await ctx.db.transact((tx) => release(tx, claim, dueAt))
}

async function syncDuePosts(ctx: Context, run: SyncRun): Promise<void> {
  while (!isRunOver(ctx, run)) {
    const post = await findDuePost(ctx.db.query, run.account.id, ctx.clock.now())
    if (!post) return
    try {
      await syncPost(ctx, run, post)
    } catch (err) {
      if (!isPostError(err)) throw err
      ctx.log.warn({ err, post_id: post.post_id }, 'comments.post_failed')
      await recordPostFailure(ctx, run, post)
    }
  }
}

/** Whether the error concerns one post, so that the account's other posts can still be read. */
function isPostError(err: unknown): boolean {
  if (err instanceof RunAborted) return false
  if (!(err instanceof PlatformError)) return true
  if (err.cause instanceof OutboundError && err.cause.kind === 'too_large') return true
  return err.kind === 'rejected' || err.kind === 'not_ready'
}

/** Makes the account due again for its next post or listing. */
async function finishRun(ctx: Context, run: SyncRun, listing: Listing): Promise<void> {
  const now = ctx.clock.now()
  await ctx.db.transact(async (tx) => {
    if (!(await lockClaim(tx, run.claim))) return
    await saveState(tx, run.claim, listing, 0)
    const nextPost = await nextPostAt(tx, run.account.id)
    const nextListing = nextListingAt(listing, now)
    const next = nextPost && nextPost < nextListing ? nextPost : nextListing
    if (run.backOffUntil) await backOffAccount(ctx, tx, run.account.id, run.backOffUntil)
    await release(
      tx,
      run.claim,
      run.backOffUntil && run.backOffUntil > next ? run.backOffUntil : next,
    )
  })
}

async function backOffAccount(ctx: Context, tx: Tx, accountId: string, until: Date): Promise<void> {
  await pauseSync(tx, accountId, until)
  ctx.log.info({ account_id: accountId, until }, 'comments.backed_off')
}

async function nextPostAt(tx: Tx, accountId: string): Promise<Date | null> {
  const row = await tx
    .selectFrom('post_poll')
    .select('due_at')
    .where('account_id', '=', accountId)
    .where('due_at', 'is not', null)
    .orderBy('due_at')
    .limit(1)
    .executeTakeFirst()
  return row?.due_at ?? null
}

async function saveState(tx: Tx, claim: Claim, listing: Listing, failures: number): Promise<void> {
  await tx
    .updateTable('account_poll')
    .set({ state: JSON.stringify(listing), failures })
    .where('id', '=', claim.key)
    .execute()
}

/** A rate limit pauses the account, lost access ends the polling, any other error backs off. */
async function afterFailure(
  ctx: Context,
  run: SyncRun,
  state: { listing: Listing; failures: number },
  err: PlatformError,
): Promise<void> {
  const dueAt = await retryAt(ctx, run, state.failures, err)
  await ctx.db.transact(async (tx) => {
    const isConnected = await lockConnectedAccount(tx, run.account.id)
    if (!(await lockClaim(tx, run.claim))) return
    // The platform may have refused the cursor, so the listing starts again.
    const { listing: _cursor, ...listing } = state.listing
    await saveState(tx, run.claim, listing, state.failures)
    await release(tx, run.claim, isConnected ? dueAt : null)
  })
}

async function retryAt(
  ctx: Context,
  run: SyncRun,
  failures: number,
  err: PlatformError,
): Promise<Date> {
  const after = (ms: number) => new Date(ctx.clock.now().getTime() + ms)
  switch (err.kind) {
    case 'rate_limited': {
      const seconds = err.retryAfterSeconds ?? pauseSeconds * 2 ** Math.min(failures - 1, 4)
      return await pauseAccountFor(ctx, run.account.id, seconds)
    }
    case 'permission_missing':
      return after(recheckMs)
    case 'access_busy':
      return after(busyMs)
    default:
      return after(backOffMs(failures))
  }
}
