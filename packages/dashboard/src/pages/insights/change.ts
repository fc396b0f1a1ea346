/** How a total compares with the one before; `null` where either is no data. */
export type Change = { kind: 'same' | 'fromZero' } | { kind: 'more' | 'less'; share: number } | null

export function changeOf(total: number | null, before: number | null): Change {
  if (total === null || before === null) return null
  if (total === before) return { kind: 'same' }
  if (before === 0) return { kind: 'fromZero' }
  const share = (total - before) / Math.abs(before)
  return { kind: share > 0 ? 'more' : 'less', share: Math.abs(share) }
}
