import { useLocalStorage } from '@mantine/hooks'
import type { ProfileName } from '../session/use-profiles.ts'

const storedMax = 5

/** The profiles selected last in this browser, latest first, and a function that adds one. */
export function useRecentProfiles(profiles: readonly ProfileName[]) {
  const [ids, setIds] = useLocalStorage<string[]>({
    key: 'postern.recent-profiles',
    defaultValue: [],
  })
  const known = Array.isArray(ids) ? ids : []
  return {
    recent: known.flatMap((id) => profiles.find((profile) => profile.id === id) ?? []),
    remember: (id: string) =>
      setIds([id, ...known.filter((each) => each !== id)].slice(0, storedMax)),
  }
}
