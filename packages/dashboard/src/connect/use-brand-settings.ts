import type { ConnectSettings } from '@postern/sdk'
import type { UseQueryResult } from '@tanstack/react-query'
import { useData } from '../api/use-data.ts'
import { useMember } from '../session/use-session.ts'

/** The name that clients see; `null` if none is set, `undefined` until that is known. */
export function useBrandName(): string | null | undefined {
  const { member, brand_name: name } = useMember()
  const settings = useBrandSettings()
  // Owners can change it here, so theirs comes from the settings.
  return member.role === 'owner' ? settings.data?.brand_name : name
}

/** What clients see of the owner. Only owners may read it. */
export function useBrandSettings(): UseQueryResult<ConnectSettings, Error> {
  return useData('connect_settings', 'one', (client) => client.connect.settings.get(), {
    scope: 'all',
    enabled: useMember().member.role === 'owner',
  })
}
