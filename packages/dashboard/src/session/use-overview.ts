import type { Overview } from '@postern/sdk'
import type { UseQueryResult } from '@tanstack/react-query'
import { useData } from '../api/use-data.ts'
import { accountName } from '../parts/visible-name.ts'

/** What the overview shows, of the selected profile or of all, in one request. */
export function useOverview(
  options: { scope?: 'all'; enabled?: boolean } = {},
): UseQueryResult<Overview, Error> {
  return useData(
    'overview',
    'page',
    async (client, signal) => withNames(await client.overview({ signal })),
    options,
  )
}

/** The accounts with names that can be shown, as `useAccounts` has them. */
function withNames(overview: Overview): Overview {
  const named = (accounts: Overview['accounts']) =>
    accounts?.map((account) => ({ ...account, username: accountName(account) })) ?? null
  const { accounts, expired_accounts } = overview
  return { ...overview, accounts: named(accounts), expired_accounts: named(expired_accounts) }
}
