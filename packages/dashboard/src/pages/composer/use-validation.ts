import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { type Composition, uploadingNames } from '../../post/composition.ts'
import { type Finding, findingsIn, findingsOf } from '../../post/findings/findings.ts'
import { useDryRun } from '../../post/findings/use-dry-run.ts'
import { toDryRun } from '../../post/post-body.ts'

const debounceMs = 400

export type Validation = {
  findings: readonly Finding[]
  /** Whether the findings are for the current content. */
  isCurrent: boolean
  /** Whether the findings for the current content are on their way. */
  isChecking: boolean
  /** The validation request failed for a reason other than the content. */
  error: Error | null
  /** Validates the current content at once. */
  hurry: () => void
}

const noFindings: readonly Finding[] = []

/** Validates the post with the API, debounced by 400 ms. */
export function useValidation(composition: Composition): Validation {
  const { profileId, accountIds } = composition
  const bodyJson = JSON.stringify(toDryRun(composition))
  const [debouncedJson] = useDebouncedValue(bodyJson, debounceMs)
  const [hurriedJson, setHurriedJson] = useState<string | null>(null)
  const checkedJson = hurriedJson === bodyJson ? bodyJson : debouncedJson
  const enabled = accountIds.length > 0 && uploadingNames(composition).length === 0
  const query = useDryRun({ profileId, accountIds, bodyJson: checkedJson, enabled })
  const hurry = () => setHurriedJson(bodyJson)
  if (!enabled) {
    const isCurrent = accountIds.length === 0
    return { findings: noFindings, isCurrent, isChecking: false, error: null, hurry }
  }
  const rejections = findingsIn(query.error, accountIds)
  const isSame = bodyJson === checkedJson
  const isCurrent = isSame && !query.isPlaceholderData && !query.isFetching
  // A save does not wait for the repetition of a request that failed.
  const isChecking = !isSame || (query.isFetching && query.failureCount === 0)
  const state = { isCurrent, isChecking, hurry }
  if (query.error) {
    const error = rejections.length > 0 ? null : query.error
    return { ...state, findings: rejections, error }
  }
  const findings = query.data ? findingsOf(query.data) : noFindings
  return {
    ...state,
    findings: findings.filter(({ accountId }) => accountIds.includes(accountId)),
    error: null,
  }
}
