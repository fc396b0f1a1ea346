import { useAllItems } from '../api/use-data.ts'
import { withColors } from '../parts/profile-color.ts'
import { profileName } from '../parts/visible-name.ts'
import { useMember } from './use-session.ts'

export type ProfileName = {
  id: string
  name: string
  external_id: string | null
  /** The one it was given, or an automatic one. */
  color: string | null
}

type ListedProfile = ProfileName & {
  /** Whether every post needs the approval of a client. */
  approval_required: boolean
}

const none: readonly ListedProfile[] = []

/** The profiles that the member may see, default first; empty until loaded. */
export function useProfiles(): readonly ListedProfile[] {
  const { profiles } = useMember()
  const all = useAllItems('profiles', 'names', (client) => client.profiles.list({ limit: 100 }), {
    scope: 'all',
    enabled: profiles === null,
  })
  const raw = profiles ?? all.data ?? none
  return shownOf(raw)
}

const shown = new WeakMap<readonly ListedProfile[], readonly ListedProfile[]>()

/** The profiles with names and colors to show; once per list, as many components use it. */
function shownOf(raw: readonly ListedProfile[]): readonly ListedProfile[] {
  const known = shown.get(raw)
  if (known) return known
  const profiles = withColors(raw).map((each) => ({ ...each, name: profileName(each) }))
  shown.set(raw, profiles)
  return profiles
}

/** Looks up a profile by ID; undefined until loaded. */
export function useProfileOf(): (id: string) => ListedProfile | undefined {
  const profiles = useProfiles()
  return (id) => profiles.find((each) => each.id === id)
}

/** Looks up a profile's name by ID; returns the ID until loaded. */
export function useProfileName(): (id: string) => string {
  const profiles = useProfiles()
  return (id) => profiles.find((each) => each.id === id)?.name ?? id
}
