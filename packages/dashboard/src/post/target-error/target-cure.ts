import type { AccountListItem, Post, Target } from '@postern/sdk'
import { needsReconnecting } from '../../connect/reconnect.tsx'
import { useAccountOf } from '../../session/use-accounts.ts'
import type { TargetErrorValue } from './target-error-text.tsx'

const accountErrorCodes = ['auth_expired', 'permission_missing', 'account_disconnected']
const contentErrorCodes = ['content_rejected', 'content_invalid', 'media_invalid', 'duplicate']

export type Cure =
  | { kind: 'reconnect'; account: AccountListItem }
  /** The account was reconnected since. */
  | { kind: 'reconnected' }
  | { kind: 'edit' }
  | { kind: 'retry' }

/**
 * What helps against an error. A platform may refuse a permission that was granted when the account
 * was connected, so reconnecting helps until it was done since.
 */
export function useCure(post: Post, target: Target, { code, retryable }: TargetErrorValue): Cure {
  const account = useAccountOf()(target.account_id)
  if (contentErrorCodes.includes(code)) return { kind: 'edit' }
  // An internal error that stays is one of the account's stored access.
  const isAboutAccount = accountErrorCodes.includes(code) || (code === 'internal' && !retryable)
  if (!isAboutAccount || !account) return { kind: 'retry' }
  const wasReconnected = account.connected_at > post.updated_at
  return needsReconnecting(account) || !wasReconnected
    ? { kind: 'reconnect', account }
    : { kind: 'reconnected' }
}
