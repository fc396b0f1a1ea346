import { useNavigate, useSearch } from '@tanstack/react-router'

/** All query parameters of the URL. */
export function useSearchParams(): Readonly<Record<string, string | undefined>> {
  return useSearch({ strict: false })
}

/** A query parameter of the URL; `null` if absent. Filters in the URL can be linked to. */
export function useSearchParam(name: string): [string | null, (value: string | null) => void] {
  const search = useSearchParams()
  const change = useSearchParamsSetter()
  return [search[name] ?? null, (value) => change({ [name]: value })]
}

/** The search of a list, cut to what the API accepts, because a URL can contain any text. */
export function useSearchText(): [string | null, (value: string | null) => void] {
  const [text, setText] = useSearchParam('search')
  return [text?.slice(0, LIMITS.search.charsMax) ?? null, setText]
}

/** Sets several query parameters in one navigation. */
export function useSearchParamsSetter(): (values: Record<string, string | null>) => void {
  const navigate = useNavigate()
  return (values) =>
    void navigate({
      to: '.',
      replace: true,
      search: (before: Record<string, string | undefined>) =>
        // An explicit `undefined` removes a parameter; a missing one would be retained.
        Object.fromEntries(
          Object.entries({ ...before, ...values }).map(([name, value]) => [
            name,
            value || undefined,
          ]),
        ) as never,
    } as never)
}

/** The selected profile, which all pages are limited to; `null` for all. Kept across navigation. */
export function useProfileParam(): [string | null, (profile: string | null) => void] {
  return useSearchParam('profile')
}
