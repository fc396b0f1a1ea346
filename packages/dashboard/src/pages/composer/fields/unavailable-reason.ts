import type { Account } from '@postern/sdk'

/** Why the account cannot publish; `null` if it can. */
export function unavailableReason({
  status,
  capabilities,
}: Account): 'expired' | 'disconnected' | 'noPermission' | null {
  if (status !== 'connected') return status
  return capabilities.publish ? null : 'noPermission'
}
