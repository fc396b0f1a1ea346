import type { Context } from '../../context.ts'
import { isAccessError, PlatformError } from '../../platforms/contract/errors.ts'
import type { Platform } from '../../platforms/contract/platform.ts'
import type { Tokens } from '../../platforms/contract/tokens.ts'
import { checkAccess } from './access.ts'
import { isExpiringSoon } from './refresh.ts'
import { claimCheck } from './schedule.ts'
import { areSameTokens, readTokens } from './tokens.ts'

/** This lease is not renewed, so it must outlast the platform calls of a check. */
const checkLeaseSeconds = 60
/** Another process's refresh takes about a second. */
const busyMsMax = 5_000
const busyPollMs = 250
/** Once with tokens that another process stored, once with refreshed ones. */
const repeatsMax = 2

/** The tokens with which a run calls the platform; `withTokens` replaces them with newer ones. */
export type AccountTokens = {
  readonly accountId: string
  readonly platform: Platform
  tokens: Tokens
  /** The target that the run has claimed, if it publishes. */
  readonly targetId: string | null
  isRefreshTried?: boolean
}

export function holdTokens(
  account: { id: string; platform: Platform; tokens: Tokens },
  targetId: string | null = null,
): AccountTokens {
  const { id, platform, tokens } = account
  return { accountId: id, platform, tokens, targetId }
}

/**
 * Runs a call to the platform with the account's current tokens. A refresh by another process may have
 * ended the access token of this run (bluesky.md §1.7), so a refused call is repeated with newer tokens
 * if the account has any, or else if checking the access brings some. `call` must make its only writing
 * request last. Throws `access_expired` or `disconnected` only once the account's status has changed;
 * otherwise `access_unclear`, or `access_busy` if the tokens are being refreshed.
 */
export async function withTokens<Result>(
  ctx: Context,
  held: AccountTokens,
  call: (tokens: Tokens) => Promise<Result>,
): Promise<Result> {
  const isBusy = (await refreshIfExpiring(ctx, held)) === 'busy'
  for (let repeats = 0; ; repeats += 1) {
    try {
      return await call(held.tokens)
    } catch (err) {
      if (!isAccessError(err)) throw err
      const outcome = await recheckAccess(ctx, held, isBusy ? 0 : busyMsMax)
      if (outcome === 'lost') throw err
      if (outcome === 'renewed' && repeats < repeatsMax) continue
      throw new PlatformError(outcome === 'busy' ? 'access_busy' : 'access_unclear', {
        platformCode: err.platformCode,
        platformMessage: err.platformMessage,
        cause: err,
      })
    }
  }
}

/** Tried once per run; without success the call is made with the current tokens. */
async function refreshIfExpiring(ctx: Context, held: AccountTokens): Promise<Recheck | null> {
  const { platform, tokens, isRefreshTried } = held
  if (isRefreshTried || !isExpiringSoon(platform.tokens, tokens, ctx.clock.now())) return null
  const outcome = await recheckAccess(ctx, held)
  held.isRefreshTried = outcome !== 'renewed'
  return outcome
}

/**
 * `renewed`: the account has other tokens, which the run now has too. `valid`: a probe with the same
 * tokens succeeded. `lost`: the account's status has changed. `busy`: another process is still checking
 * or publishing. `unclear`: the platform is unavailable.
 */
type Recheck = 'renewed' | 'valid' | 'lost' | 'busy' | 'unclear'

/** Finds out why the platform refused these tokens; waits up to `waitMsMax` while others use them. */
export async function recheckAccess(
  ctx: Context,
  held: AccountTokens,
  waitMsMax: number = busyMsMax,
): Promise<Recheck> {
  const startedAt = performance.now()
  for (;;) {
    const current = await readTokens(ctx, held.accountId)
    if (!current) return 'lost'
    if (replaceTokens(held, current)) return 'renewed'
    const claim = await claimCheck(ctx.db.query, held.accountId, 'access', checkLeaseSeconds)
    if (claim) {
      const checked = await checkAccess(ctx, claim, held.targetId)
      if (checked.outcome === 'lost') return 'lost'
      if (replaceTokens(held, checked.tokens)) return 'renewed'
      if (checked.outcome !== 'busy') return checked.outcome
    }
    if (performance.now() - startedAt >= waitMsMax) return 'busy'
    await new Promise((resume) => setTimeout(resume, busyPollMs))
  }
}

function replaceTokens(held: AccountTokens, tokens: Tokens): boolean {
  if (areSameTokens(held.tokens, tokens)) return false
  held.tokens = tokens
  return true
}
