import type { Account, Client } from '@postern/sdk'
import type { UseQueryResult } from '@tanstack/react-query'
import { useWhole } from '../api/use-data.ts'
import { accountName } from '../parts/shown-name.ts'

/** Every account that the member may see, those of other profiles too; at most 1,000. */
export function useAccounts(): UseQueryResult<Account[], Error> {
  return useWhole('accounts', 'every', listed, { of: 'all' })
}

async function* listed(client: Client): AsyncGenerator<Account> {
  for await (const account of client.accounts.list({ limit: 100 })) {
    yield { ...account, username: accountName(account) }
  }
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
