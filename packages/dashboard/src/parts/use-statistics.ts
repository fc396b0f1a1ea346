import type { Statistics } from '@postern/sdk'
import type { UseQueryResult } from '@tanstack/react-query'
import { useData } from '../api/use-data.ts'

/** The numbers of the last and next 7 days: of the given client, or of those selected. */
export function useStatistics({
  profileId,
  enabled = true,
}: {
  profileId?: string
  enabled?: boolean
}): UseQueryResult<Statistics, Error> {
  return useData(
    'statistics',
    ['total', profileId],
    (client, signal) =>
      (profileId ? client.withProfile(profileId) : client).profiles.statistics({ signal }),
    { enabled, ...(profileId ? { scope: 'all' } : {}) },
  )
}
