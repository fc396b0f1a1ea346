import { useProfileParam } from '../api/use-search-param.ts'
import { type ProfileName, useProfiles } from './use-profiles.ts'

/** The selected profile, if any. `isReady` is false until the profiles are loaded. */
export function useSelectedProfile(): { profile: ProfileName | undefined; isReady: boolean } {
  const [selected] = useProfileParam()
  const profiles = useProfiles()
  const profile = profiles.find(
    ({ id, external_id }) => selected !== null && [id, external_id].includes(selected),
  )
  return { profile, isReady: selected === null || profiles.length > 0 }
}
