import type { Context } from '../../context.ts'
import { ServiceError } from '../../core/errors.ts'
import { OutboundError } from '../../outbound/outbound.ts'
import { PlatformError } from '../../platforms/errors.ts'
import { narrowestPermission } from '../../platforms/permissions.ts'
import { confirmAccess } from '../accounts/access.ts'
import type { CommentAccess, SyncAccount } from './platform-access.ts'
import { recordIfDeleted } from './platform-deletion.ts'
import type { CommentRow } from './queries.ts'

/** Reasons of a refusal (`PublishReason`) that another text can resolve. */
const textReasons = new Set(['content_invalid', 'content_rejected', 'duplicate'])

export const pauseSeconds = 15 * 60

/** 422 `permission_missing` that names the permission and the account (interface.md "Comments"). */
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

/**
 * Whether the platform may have applied the change: the request was sent without a complete response,
 * or the platform failed while processing it.
 */
export function isOutcomeUnknown(err: unknown): boolean {
  if (!(err instanceof PlatformError)) return true
  if (err.kind !== 'unavailable') return false
  return err.cause instanceof OutboundError ? err.cause.sent : true
}

/**
 * The API error for a platform's failure. A rate limit pauses the account, lost access is confirmed and
 * expires the account, and a comment deleted on the platform is marked deleted.
 */
export async function errorForFailure(
  ctx: Context,
  err: unknown,
  call: {
    account: SyncAccount
    access: CommentAccess
    comment: CommentRow
    capability: 'reply' | 'hide'
  },
): Promise<ServiceError> {
  if (!(err instanceof PlatformError)) throw err
  const platform = {
    value: call.access.platform.value,
    code: err.platformCode,
    message: err.platformMessage,
  }
  const { id } = call.account
  switch (err.kind) {
    case 'permission_missing': {
      const { details } = permissionMissing(
        id,
        narrowestPermission(call.access.platform, call.capability),
      )
      return new ServiceError('permission_missing', { details, platform, cause: err })
    }
    case 'rate_limited': {
      const retryAfterSeconds = err.retryAfterSeconds ?? pauseSeconds
      await pauseAccount(ctx, id, retryAfterSeconds)
      return new ServiceError('platform_rate_limited', { retryAfterSeconds, platform, cause: err })
    }
    case 'access_expired':
    case 'disconnected': {
      const isLost = (await confirmAccess(ctx, id)) === 'lost'
      const code = isLost ? 'account_not_connected' : 'platform_error'
      return new ServiceError(code, { platform, cause: err })
    }
    case 'unavailable': {
      const isLate = err.cause instanceof OutboundError && err.cause.kind === 'timeout'
      const code = isLate ? 'platform_timeout' : 'platform_error'
      return new ServiceError(code, { platform, cause: err })
    }
    case 'rejected':
    case 'not_ready':
      // Checked first, because Threads reports a deleted comment as an error of the text.
      if (await recordIfDeleted(ctx, call.comment, call.access)) {
        const message = `The comment was deleted on ${call.access.platform.name}.`
        const details = [{ path: 'id', code: 'comment_gone', message }]
        return new ServiceError(`${call.capability}_not_supported`, {
          details,
          platform,
          cause: err,
        })
      }
      // The caller can fix the text, so this is not a platform failure.
      if (call.capability === 'reply' && textReasons.has(err.reason ?? '')) {
        const message = err.platformMessage ?? 'The platform rejected the text. Change it.'
        const details = [{ path: 'text', code: err.reason!, message }]
        return new ServiceError('content_invalid', { details, platform, cause: err })
      }
      return new ServiceError('platform_error', { platform, cause: err })
  }
}

/** Pauses the account after a rate limit, including publishing and polling. Returns the end. */
export async function pauseAccount(
  ctx: Context,
  accountId: string,
  seconds: number,
): Promise<Date> {
  const until = new Date(ctx.clock.now().getTime() + seconds * 1_000)
  await ctx.db.read
    .updateTable('account')
    .set({ paused_until: until })
    .where('id', '=', accountId)
    .where((eb) => eb.or([eb('paused_until', 'is', null), eb('paused_until', '<', until)]))
    .execute()
  return until
}

/** 429 while the account is paused: the platform would count the call and refuse it. */
export function refuseWhilePaused(account: SyncAccount, now: Date): void {
  if (!account.paused_until || account.paused_until <= now) return
  const waitMs = account.paused_until.getTime() - now.getTime()
  throw new ServiceError('platform_rate_limited', { retryAfterSeconds: Math.ceil(waitMs / 1_000) })
}
