import type { Target } from '@postern/sdk'
import { isFailed } from '../post-state.ts'

type Status = Target['status']

/** Failed targets first, then those that someone must check; otherwise the given order. */
export function failedFirst<T extends { status: Status }>(targets: readonly T[]): T[] {
  return targets.toSorted((left, right) => rankOf(left.status) - rankOf(right.status))
}

function rankOf(status: Status): number {
  if (isFailed({ status })) return 0
  return status === 'unknown' ? 1 : 2
}
