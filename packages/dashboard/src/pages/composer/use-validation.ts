import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { clientFor } from '../../api/client.ts'
import { useAccountOf } from '../../session/use-accounts.ts'
import { type Composition, uploadingNames } from './composition.ts'
import { type Finding, findingsIn, findingsOf } from './findings.ts'
import { toDryRun } from './post-body.ts'

const debounceMs = 400

export type Validation = {
  findings: readonly Finding[]
  /** Whether the findings are for the current content. */
  isCurrent: boolean
  /** The validation request failed for a reason other than the content. */
  error: Error | null
}

const noFindings: readonly Finding[] = []

/** Validates the post with the API, debounced by 400 ms. */
export function useValidation(composition: Composition): Validation {
  const { profileId, accountIds } = composition
  const accountOf = useAccountOf()
  // An account that was reconnected meanwhile makes the findings outdated.
  const access = accountIds.map((id) => {
    const account = accountOf(id)
    return account && [account.status, account.permissions.missing.length]
  })
  const body = toDryRun(composition)
  const bodyJson = JSON.stringify(body)
  const [debouncedJson] = useDebouncedValue(bodyJson, debounceMs)
  const enabled = accountIds.length > 0 && uploadingNames(composition).length === 0
  const query = useQuery({
    queryKey: ['dry-run', profileId, debouncedJson, access],
    queryFn: ({ signal }) =>
      clientFor(profileId).posts.validate(JSON.parse(debouncedJson), { signal }),
    enabled,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: false,
    gcTime: 60_000,
  })
  if (!enabled) return { findings: noFindings, isCurrent: accountIds.length === 0, error: null }
  const rejections = findingsIn(query.error, accountIds)
  const isCurrent = bodyJson === debouncedJson && !query.isPlaceholderData && !query.isFetching
  if (query.error) {
    return { findings: rejections, isCurrent, error: rejections.length > 0 ? null : query.error }
  }
  const findings = query.data ? findingsOf(query.data) : noFindings
  return {
    findings: findings.filter(({ accountId }) => accountIds.includes(accountId)),
    isCurrent,
    error: null,
  }
}
