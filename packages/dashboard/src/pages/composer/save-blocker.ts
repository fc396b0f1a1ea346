import { type Composition, hasFailedUploads, isUploading, variantOf } from './composition.ts'
import type { Finding } from './findings.ts'
import { isPast, toInstant } from './local-time.ts'
import { metadataOf } from './post-body.ts'

export type SaveBlocker =
  | 'noTarget'
  | 'noTime'
  | 'past'
  | 'uploading'
  | 'uploadFailed'
  | 'metadataWrong'
  | 'hasProblems'

/** Why the post cannot be saved yet; `null` if it can. A draft may be incomplete. */
export function findSaveBlocker(
  composition: Composition,
  findings: readonly Finding[],
  isNew: boolean,
): SaveBlocker | null {
  const { when, at, accountIds } = composition
  const isDraft = when === 'draft'
  if (accountIds.length === 0 && (!isDraft || !isNew)) return 'noTarget'
  if (isUploading(composition)) return 'uploading'
  if (hasFailedUploads(composition)) return 'uploadFailed'
  if (when === 'schedule' && toInstant(at) === null) return 'noTime'
  const ownTimes = accountIds.map((id) => variantOf(composition, id).at ?? '')
  if (when !== 'now' && isPast(at)) return 'past'
  if (when === 'schedule' && ownTimes.some(isPast)) return 'past'
  if (metadataOf(composition) === null) return 'metadataWrong'
  return !isDraft && findings.some(({ level }) => level === 'error') ? 'hasProblems' : null
}
