import type { Account, AccountListItem, Client } from '@postern/sdk'
import type { UseQueryResult } from '@tanstack/react-query'
import { useAllItems, useData } from '../api/use-data.ts'
import { accountName } from '../parts/visible-name.ts'

/** All accounts that the member may see, in every profile; at most 1,000. */
export function useAccounts(): UseQueryResult<AccountListItem[], Error> {
  return useAllItems('accounts', 'every', listAll, { scope: 'all' })
}

async function* listAll(client: Client): AsyncGenerator<AccountListItem> {
  for await (const account of client.accounts.list({ limit: 100 })) {
    yield { ...account, username: accountName(account) }
  }
}

/** The same accounts with their limits, for writing posts. */
export function useAccountsWithLimits(): UseQueryResult<Account[], Error> {
  return useAllItems('accounts', 'limits', listWithLimits, { scope: 'all' })
}

async function* listWithLimits(client: Client): AsyncGenerator<Account> {
  for await (const account of client.accounts.list({ limit: 100, include: 'limits' })) {
    yield { ...account, username: accountName(account) }
  }
}

/** One account, with its limits. */
export function useAccount(id: string): UseQueryResult<Account, Error> {
  return useData('accounts', ['one', id], (client) => client.accounts.get(id), { scope: 'all' })
}

/** Looks up an account by ID; `undefined` until loaded. */
export function useAccountOf(): (id: string) => AccountListItem | undefined {
  const { data } = useAccounts()
  return (id) => data?.find((account) => account.id === id)
}

/** Whether the account belongs to the profile, given by ID or external_id; `null` matches all. */
export function belongsToProfile(account: AccountListItem, profile: string | null): boolean {
  const { profile_id, profile_external_id } = account
  return profile === null || profile === profile_id || profile === profile_external_id
}
