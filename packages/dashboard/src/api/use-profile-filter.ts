import { useFilter } from './use-filter.ts'

/** The profile that all pages are confined to; `null` for all of them. It stays while one walks. */
export function useProfileFilter(): [string | null, (profile: string | null) => void] {
  return useFilter('profile')
}
