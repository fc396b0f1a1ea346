import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { clientFor } from '../../api/client.ts'
import { type Composition, isOnItsWay } from './composition.ts'
import { type Finding, findingsIn, findingsOf } from './findings.ts'
import { toDryRun } from './wire.ts'

const restMs = 400

export type Validation = {
  findings: readonly Finding[]
  /** Whether the findings are for the current content. */
  isCurrent: boolean
  /** The validation request failed for a reason other than the content. */
  error: Error | null
}

const none: readonly Finding[] = []

/** Validates the post with the API, debounced by 400 ms. */
export function useValidation(composition: Composition): Validation {
  const { profileId, accountIds } = composition
  const body = toDryRun(composition)
  const asked = JSON.stringify(body)
  const [settled] = useDebouncedValue(asked, restMs)
  const enabled = accountIds.length > 0 && !isOnItsWay(composition)
  const query = useQuery({
    queryKey: ['dry-run', profileId, settled],
    queryFn: ({ signal }) => clientFor(profileId).posts.validate(JSON.parse(settled), { signal }),
    enabled,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: false,
    gcTime: 60_000,
  })
  if (!enabled) return { findings: none, isCurrent: accountIds.length === 0, error: null }
  const refused = findingsIn(query.error, accountIds)
  const isCurrent = asked === settled && !query.isPlaceholderData && !query.isFetching
  if (query.error) {
    return { findings: refused, isCurrent, error: refused.length > 0 ? null : query.error }
  }
  const found = query.data ? findingsOf(query.data) : none
  return {
    findings: found.filter(({ accountId }) => accountIds.includes(accountId)),
    isCurrent,
    error: null,
  }
}
