import { useSessionStorage } from '@mantine/hooks'
import { useProfiles } from '../session/use-profiles.ts'
import { useMember } from '../session/use-session.ts'
import type { Found } from './item.ts'

const recentMax = 5

/**
 * What was opened last from the palette, in this tab and by this member. Things of profiles that were
 * deleted or are no longer the member's are left out.
 */
export function useRecent(): [readonly Found[], (opened: Found) => void] {
  const { member } = useMember()
  const profiles = useProfiles()
  const [stored, store] = useSessionStorage<Found[]>({
    key: `postern.recent.${member.id}`,
    defaultValue: [],
    getInitialValueInEffect: false,
  })
  const all = Array.isArray(stored) ? stored : []
  const visible = all.filter(
    ({ profileId }) => !profileId || profiles.some(({ id }) => id === profileId),
  )
  const add = (opened: Found) =>
    store([opened, ...all.filter(({ id }) => id !== opened.id)].slice(0, recentMax))
  return [visible, add]
}
