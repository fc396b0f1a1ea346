import type { AccountListItem } from '@postern/sdk'

type Access = Pick<AccountListItem, 'status' | 'access_expires_at' | 'access_renews'>

/** When the access expires unless the client reconnects; `null` if no action is needed. */
export function expiryToActOn({ status, access_expires_at, access_renews }: Access): string | null {
  return status === 'connected' && !access_renews ? access_expires_at : null
}
