import type { ConnectSettings } from '@postern/sdk'
import type { UseQueryResult } from '@tanstack/react-query'
import { useData } from '../api/use-data.ts'
import { useMember } from '../session/use-session.ts'

/** The name that clients see; `null` if none is set. */
export function useBrandName(): string | null {
  const { brand_name: name } = useMember()
  const { data } = useBrandSettings()
  // The session is older than a name that was just saved.
  return data ? data.brand_name : name
}

/** What clients see of the owner. Only owners may read it. */
export function useBrandSettings(): UseQueryResult<ConnectSettings, Error> {
  return useData('connect_settings', 'one', (client) => client.connect.settings.get(), {
    scope: 'all',
    enabled: useMember().member.role === 'owner',
  })
}
