import type { Account } from '@postern/sdk'
import type { UseQueryResult } from '@tanstack/react-query'
import { useWhole } from '../api/use-data.ts'

/** Every account that the member may see, those of other profiles too; at most 1,000. */
export function useAccounts(): UseQueryResult<Account[], Error> {
  return useWhole('accounts', 'every', (client) => client.accounts.list({ limit: 100 }), {
    of: 'all',
  })
}

/** An account by its id; `undefined` while it is not known. */
export function useAccountOf(): (id: string) => Account | undefined {
  const { data } = useAccounts()
  return (id) => data?.find((account) => account.id === id)
}

/** Whether the account is of the profile that the address names, by its id or the owner's own one. */
export function isOfProfile(account: Account, profile: string | null): boolean {
  const { profile_id, profile_external_id } = account
  return profile === null || profile === profile_id || profile === profile_external_id
}
