import { useNavigate, useSearch } from '@tanstack/react-router'

/**
 * A word of the address's query, so that what is filtered can be linked to and gone back from.
 * `null` when it is not there.
 */
export function useFilter(name: string): [string | null, (value: string | null) => void] {
  const search = useSearch({ strict: false }) as Record<string, string | undefined>
  const change = useFilters()
  return [search[name] ?? null, (value) => change({ [name]: value })]
}

/** Changes several words of the query in one step. */
export function useFilters(): (values: Record<string, string | null>) => void {
  const navigate = useNavigate()
  return (values) =>
    void navigate({
      to: '.',
      replace: true,
      search: (before: Record<string, string | undefined>) =>
        // A word that is taken away is said to be so: one that is only missing is retained.
        Object.fromEntries(
          Object.entries({ ...before, ...values }).map(([name, value]) => [
            name,
            value || undefined,
          ]),
        ) as never,
    } as never)
}

/** The profile that all pages are confined to; `null` for all of them. It stays while one walks. */
export function useProfileFilter(): [string | null, (profile: string | null) => void] {
  return useFilter('profile')
}
