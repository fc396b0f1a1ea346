import type { ConnectSettings } from '@postern/sdk'
import type { UseQueryResult } from '@tanstack/react-query'
import { useData } from '../api/use-data.ts'
import { useMember } from '../session/use-session.ts'

/** What clients see of the owner. Only owners may read it. */
export function useBrandSettings(): UseQueryResult<ConnectSettings, Error> {
  return useData('connect_settings', 'one', (client) => client.connect.settings.get(), {
    scope: 'all',
    enabled: useMember().member.role === 'owner',
  })
}
