import type { Label, Platform, PlatformValue } from '@postern/sdk'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { client } from './client.ts'

let platforms: readonly Platform[] = []

/** Reads what the platforms take and offer, once. The shell waits for it, so that every page has it. */
export function useLoadedPlatforms(isSignedIn: boolean): UseQueryResult<unknown, Error> {
  return useQuery({
    queryKey: ['platforms'],
    queryFn: async ({ signal }) => {
      const { data } = await client.platforms.list({ limit: 100 }, { signal })
      keepPlatforms(data)
      return true
    },
    enabled: isSignedIn,
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: false,
  })
}

/** Makes them known to everything on the page. */
export function keepPlatforms(all: readonly Platform[]): void {
  platforms = all
}

/** In the order in which they are shown. */
export function allPlatforms(): readonly Platform[] {
  return platforms
}

/** `undefined` for one that came with a new version of the service while the page was open. */
export function platformOf(value: PlatformValue): Platform | undefined {
  return platforms.find(({ platform }) => platform === value)
}

/** Chooses the language of the page from a label. */
export function useLabel(): (label: Label) => string {
  const { i18n } = useTranslation()
  return (label) => label[i18n.language as keyof Label] ?? label.en
}
