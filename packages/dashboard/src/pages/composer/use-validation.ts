import { useDebouncedValue } from '@mantine/hooks'
import { type Composition, uploadingNames } from './composition.ts'
import { type Finding, findingsIn, findingsOf } from './findings.ts'
import { toDryRun } from './post-body.ts'
import { useDryRun } from './use-dry-run.ts'

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
  const bodyJson = JSON.stringify(toDryRun(composition))
  const [debouncedJson] = useDebouncedValue(bodyJson, debounceMs)
  const enabled = accountIds.length > 0 && uploadingNames(composition).length === 0
  const query = useDryRun({ profileId, accountIds, bodyJson: debouncedJson, enabled })
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
