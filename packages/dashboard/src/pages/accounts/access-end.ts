import type { Account } from '@postern/sdk'

type Access = Pick<Account, 'status' | 'access_expires_at' | 'access_renews'>

/** When the access ends unless the client renews it; `null` where nobody has to do anything. */
export function endToActOn({ status, access_expires_at, access_renews }: Access): string | null {
  return status === 'connected' && !access_renews ? access_expires_at : null
}
