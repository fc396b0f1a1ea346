import { useProfileFilter } from '../api/use-filter.ts'
import { type ProfileName, useProfiles } from './use-profiles.ts'

/**
 * The profile that the pages are confined to. `isReady` is false while one is chosen that is not
 * known yet: what begins with it must wait.
 */
export function useChosenProfile(): { profile: ProfileName | undefined; isReady: boolean } {
  const [chosen] = useProfileFilter()
  const profiles = useProfiles()
  const profile = profiles.find(
    ({ id, external_id }) => chosen !== null && [id, external_id].includes(chosen),
  )
  return { profile, isReady: chosen === null || profiles.length > 0 }
}
