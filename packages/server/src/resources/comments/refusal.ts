import type { Context } from '../../context.ts'
import { ServiceError } from '../../core/errors.ts'
import { OutboundError } from '../../outbound/outbound.ts'
import { PlatformError } from '../../platforms/errors.ts'
import type { PlatformAccount } from '../accounts/platform-access.ts'
import { errorForRefusal, reportOf } from '../accounts/refusal.ts'
import type { CommentAccess } from './platform-access.ts'
import { recordIfDeleted } from './platform-deletion.ts'
import type { CommentRow } from './queries.ts'

/** Reasons of a refusal (`PublishReason`) that another text can resolve. */
const textReasons = new Set(['content_invalid', 'content_rejected', 'duplicate'])

/**
 * Whether the platform may have applied the change: the request was sent without a complete response,
 * or the platform failed while processing it.
 */
export function isOutcomeUnknown(err: unknown): boolean {
  if (!(err instanceof PlatformError)) return true
  if (err.kind !== 'unavailable') return false
  return err.cause instanceof OutboundError ? err.cause.sent : true
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
    if (await recordIfDeleted(ctx, comment, access)) {
      const message = `The comment was deleted on ${access.platform.name}.`
      const details = [{ path: 'id', code: 'comment_gone', message }]
      return new ServiceError(`${capability}_not_supported`, { ...detail, details })
    }
    // The caller can fix the text, so this is not a platform failure.
    if (capability === 'reply' && textReasons.has(err.reason ?? '')) {
      const message = err.platformMessage ?? 'The platform rejected the text. Change it.'
      const details = [{ path: 'text', code: err.reason!, message }]
      return new ServiceError('content_invalid', { ...detail, details })
    }
  }
  const { platform } = access
  return await errorForRefusal(ctx, err, { accountId: call.account.id, platform, capability })
}
