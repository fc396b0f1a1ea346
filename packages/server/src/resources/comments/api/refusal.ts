import type { Context } from '../../../context.ts'
import { ServiceError } from '../../../core/errors.ts'
import { OutboundError } from '../../../outbound/outbound.ts'
import { PlatformError } from '../../../platforms/contract/errors.ts'
import type { PlatformAccount } from '../../accounts/platform-access.ts'
import { errorForRefusal, reportOf } from '../../accounts/refusal.ts'
import type { CommentRow } from '../queries.ts'
import type { CommentAccess } from '../sync/platform-access.ts'
import { recordIfDeleted } from '../sync/platform-deletion.ts'

/**
 * Whether the platform may have applied the change: the request was sent without a complete response,
 * or the platform failed while processing it.
 */
export function isOutcomeUnknown(err: unknown): boolean {
  if (!(err instanceof PlatformError)) return true
  if (err.kind !== 'unavailable') return false
  return err.cause instanceof OutboundError ? err.cause.sent : true
}

/** The same request would be refused again, so this is not a failure of the platform. */
function refusal(capability: 'reply' | 'hide', err: PlatformError, detail: object): ServiceError {
  const { platformMessage } = err
  if (capability === 'reply') {
    const message = platformMessage ?? 'The platform rejected the text. Change it.'
    const details = [{ path: 'text', code: err.reason ?? 'content_rejected', message }]
    return new ServiceError('content_invalid', { ...detail, details })
  }
  const message = platformMessage ?? 'The platform refused to hide or show this comment.'
  const details = [{ path: 'id', code: 'refused', message }]
  return new ServiceError('hide_not_supported', { ...detail, details })
}

/** The API error for a platform's failure. A comment deleted on the platform is marked deleted. */
export async function errorForFailure(
  ctx: Context,
  err: unknown,
  call: {
    account: PlatformAccount
    access: CommentAccess
    comment: CommentRow
    capability: 'reply' | 'hide'
  },
): Promise<ServiceError> {
  if (!(err instanceof PlatformError)) throw err
  const { capability, comment, access } = call
  if (err.kind === 'rejected' || err.kind === 'not_ready') {
    const detail = { platform: reportOf(access.platform, err), cause: err }
    // Checked first, because Threads reports a deleted comment as an error of the text.
    const state = await recordIfDeleted(ctx, comment, access)
    if (state === 'deleted') {
      const message = `The comment was deleted on ${access.platform.name}.`
      const details = [{ path: 'id', code: 'comment_gone', message }]
      return new ServiceError(`${capability}_not_supported`, { ...detail, details })
    }
    if (err.kind === 'rejected' && state === 'present') return refusal(capability, err, detail)
  }
  const { platform } = access
  return await errorForRefusal(ctx, err, { accountId: call.account.id, platform, capability })
}
