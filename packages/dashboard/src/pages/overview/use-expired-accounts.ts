import type { AccountListItem } from '@postern/sdk'
import type { UseQueryResult } from '@tanstack/react-query'
import { itemsMax, useData } from '../../api/use-data.ts'
import { useProfileParam } from '../../api/use-search-param.ts'
import { belongsToProfile, useAccounts } from '../../session/use-accounts.ts'

const limit = 20

/**
 * The expired accounts of the selected profile or of all, from the list that other parts of the page
 * load too; if it is cut off, the first 20 by a request.
 */
export function useExpiredAccounts(): {
  accounts: readonly AccountListItem[]
  query: UseQueryResult<AccountListItem[], Error>
} {
  const [profile] = useProfileParam()
  const all = useAccounts()
  const isCutOff = all.data?.length === itemsMax
  const expired = useData(
    'accounts',
    'expired',
    async (client) => (await client.accounts.list({ status: 'expired', limit })).data,
    { enabled: isCutOff },
  )
  const query = isCutOff ? expired : all
  const accounts = (query.data ?? []).filter(
    (account) => account.status === 'expired' && belongsToProfile(account, profile),
  )
  return { accounts, query }
}
