import type { Context } from '../../context.ts'
import { ServiceError } from '../../core/errors.ts'
import { OutboundError } from '../../outbound/outbound.ts'
import type { PlatformError } from '../../platforms/contract/errors.ts'
import { narrowestPermission } from '../../platforms/contract/permissions.ts'
import type { Capability, Platform } from '../../platforms/contract/platform.ts'
import { pauseAccount } from './pause.ts'
import type { PlatformAccount } from './platform-access.ts'

export const pauseSeconds = 15 * 60

/** 422 `permission_missing` that names the permission and the account (contract.md §7). */
export function permissionMissing(accountId: string, permission: string): ServiceError {
  return new ServiceError('permission_missing', {
    details: [
      {
        path: 'id',
        code: 'permission_missing',
        message: `The account has not granted ${permission}. Send the client a connect link to grant it.`,
        permission,
        account_id: accountId,
      },
    ],
  })
}

/** 429 while the account is paused: the platform would count the call and refuse it. */
export function refuseWhilePaused(account: PlatformAccount, now: Date): void {
  if (!account.paused_until || account.paused_until <= now) return
  const waitMs = account.paused_until.getTime() - now.getTime()
  throw new ServiceError('platform_rate_limited', { retryAfterSeconds: Math.ceil(waitMs / 1_000) })
}

/** Pauses the account after a rate limit, including publishing and polling. Returns the end. */
export async function pauseAccountFor(
  ctx: Context,
  accountId: string,
  seconds: number,
): Promise<Date> {
  const until = new Date(ctx.clock.now().getTime() + seconds * 1_000)
  await ctx.db.transact((tx) => pauseAccount(tx, accountId, until))
  return until
}

/** The platform's own error, as responses of the API contain it. */
export function reportOf(platform: Platform, err: PlatformError) {
  return { value: platform.value, code: err.platformCode, message: err.platformMessage }
}

/** The API error for a refused call about an account. A rate limit pauses the account. */
export async function errorForRefusal(
  ctx: Context,
  err: PlatformError,
  call: { accountId: string; platform: Platform; capability: Capability },
): Promise<ServiceError> {
  const { accountId } = call
  const detail = { platform: reportOf(call.platform, err), cause: err }
  switch (err.kind) {
    case 'permission_missing': {
      const permission = narrowestPermission(call.platform, call.capability)
      const { details } = permissionMissing(accountId, permission)
      return new ServiceError('permission_missing', { ...detail, details })
    }
    case 'rate_limited': {
      const retryAfterSeconds = err.retryAfterSeconds ?? pauseSeconds
      await pauseAccountFor(ctx, accountId, retryAfterSeconds)
      return new ServiceError('platform_rate_limited', { ...detail, retryAfterSeconds })
    }
    case 'access_expired':
    case 'disconnected':
      return new ServiceError('account_not_connected', detail)
    case 'unavailable': {
      const isLate = err.cause instanceof OutboundError && err.cause.kind === 'timeout'
      return new ServiceError(isLate ? 'platform_timeout' : 'platform_error', detail)
    }
    case 'access_busy':
    case 'access_unclear':
    case 'rejected':
    case 'not_ready':
      return new ServiceError('platform_error', detail)
  }
}
