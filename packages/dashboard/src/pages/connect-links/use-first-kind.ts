import { useQuery } from '@tanstack/react-query'
import { clientFor } from '../../api/client.ts'
import { useProfileParam } from '../../api/use-search-param.ts'

/**
 * The list that the page opens with: links if there are links and no invitations. `null` until it is
 * known, and then the same while the page is open, so that no list replaces the one that is read.
 */
export function useFirstKind(isNeeded: boolean): 'invitations' | 'links' | null {
  const [profile] = useProfileParam()
  const { data, isFetching } = useQuery({
    queryKey: ['first-kind-of-links', profile],
    queryFn: async ({ signal }) => {
      const { invitations, links } = clientFor(profile).connect
      if ((await invitations.list({ limit: 1 }, { signal })).data.length > 0) return 'invitations'
      const { data } = await links.list({ limit: 1, invitation_id: 'none' }, { signal })
      return data.length > 0 ? 'links' : 'invitations'
    },
    enabled: isNeeded,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchInterval: false,
  })
  // After an error the list says what is wrong.
  return data ?? (isFetching ? null : 'invitations')
}
