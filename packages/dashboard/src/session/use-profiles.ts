import { useMemo } from 'react'
import { useWhole } from '../api/use-data.ts'
import { profileName } from '../parts/shown-name.ts'
import { useMember } from './use-session.ts'

export type ProfileName = { id: string; name: string; external_id: string | null }

const none: readonly ProfileName[] = []

/** The profiles that the member may see, the default one first; empty while they load. */
export function useProfiles(): readonly ProfileName[] {
  const { profiles } = useMember()
  const all = useWhole('profiles', 'names', (client) => client.profiles.list({ limit: 100 }), {
    of: 'all',
    enabled: profiles === null,
  })
  const raw = profiles ?? all.data ?? none
  return useMemo(() => raw.map((profile) => ({ ...profile, name: profileName(profile) })), [raw])
}

/** The name of a profile by its id; the id itself while it is not known. */
export function useProfileName(): (id: string) => string {
  const profiles = useProfiles()
  return (id) => profiles.find((each) => each.id === id)?.name ?? id
}
