import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { clientFor } from '../../api/client.ts'
import { useAccountOf } from '../../session/use-accounts.ts'

type DryRun = {
  profileId: string | null
  accountIds: readonly string[]
  /** The request body as JSON, which tells whether the content changed. */
  bodyJson: string
  enabled: boolean
}

/** Asks the API what the platforms would reject; keeps the result of the content before meanwhile. */
export function useDryRun({ profileId, accountIds, bodyJson, enabled }: DryRun) {
  const accountOf = useAccountOf()
  // An account that was reconnected meanwhile makes the findings outdated.
  const access = accountIds.map((id) => {
    const account = accountOf(id)
    return account && [account.status, account.permissions.missing.length]
  })
  return useQuery({
    queryKey: ['dry-run', profileId, bodyJson, access],
    queryFn: ({ signal }) => clientFor(profileId).posts.validate(JSON.parse(bodyJson), { signal }),
    enabled,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: false,
    gcTime: 60_000,
  })
}
