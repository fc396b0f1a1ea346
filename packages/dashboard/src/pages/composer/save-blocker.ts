import { isPast, toInstant } from '../../parts/local-time.ts'
import {
  type Composition,
  failedUploadCount,
  uploadingNames,
  variantOf,
} from '../../post/composition.ts'
import { metadataOf } from '../../post/post-body.ts'
import type { Validation } from './use-validation.ts'

export type SaveBlocker =
  | 'noTarget'
  | 'noTime'
  | 'past'
  | 'uploading'
  | 'uploadFailed'
  | 'metadataWrong'
  | 'hasProblems'

/**
 * Why the post cannot be saved yet; `null` if it can. A draft may be incomplete. Findings about an
 * earlier version of the content do not block.
 */
export function findSaveBlocker(
  composition: Composition,
  { findings, isCurrent }: Validation,
  isNew: boolean,
): SaveBlocker | null {
  const { when, at, accountIds, profileId } = composition
  const isDraft = when === 'draft'
  if (accountIds.length === 0 && (!isDraft || !isNew)) return 'noTarget'
  // Files belong to a profile, so they wait until it is chosen.
  if (uploadingNames(composition).length > 0) return profileId ? 'uploading' : 'noTarget'
  if (failedUploadCount(composition) > 0) return 'uploadFailed'
  if (when === 'schedule' && toInstant(at) === null) return 'noTime'
  const ownTimes = accountIds.map((id) => variantOf(composition, id).at ?? '')
  if ((when === 'schedule' || isDraft) && isPast(at)) return 'past'
  if (when === 'schedule' && ownTimes.some(isPast)) return 'past'
  if (metadataOf(composition) === null) return 'metadataWrong'
  const hasProblems = isCurrent && findings.some(({ level }) => level === 'error')
  return !isDraft && hasProblems ? 'hasProblems' : null
}
