import { useNavigate } from '@tanstack/react-router'
import { useSelectedProfile } from '../session/use-selected-profile.ts'
import type { Place } from './item.ts'

/** Opens a place. If another profile is selected, its own is selected, so that the page shows it. */
export function useGoTo(): (place: Place) => void {
  const navigate = useNavigate()
  const { profile: selected } = useSelectedProfile()
  return ({ to, search, profileId }) => {
    const isElsewhere = profileId && selected && selected.id !== profileId
    const profile = isElsewhere ? { profile: profileId } : {}
    void navigate({ to, search: { ...search, ...profile } as never })
  }
}
