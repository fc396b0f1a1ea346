import type { Label, Platform, PlatformValue } from '@postern/sdk'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { client } from './client.ts'

let platforms: readonly Platform[] = []

/** Loads the platforms' limits and options once. The shell waits for it, so every page has them. */
export function useLoadedPlatforms(isSignedIn: boolean): UseQueryResult<unknown, Error> {
  return useQuery({
    queryKey: ['platforms'],
    queryFn: async ({ signal }) => {
      const { data } = await client.platforms.list({ limit: 100 }, { signal })
      setPlatforms(data)
      return true
    },
    enabled: isSignedIn,
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: false,
  })
}

export function setPlatforms(all: readonly Platform[]): void {
  platforms = all
}

/** In display order. */
export function allPlatforms(): readonly Platform[] {
  return platforms
}

/** `undefined` for a platform that a newer server added while the page was open. */
export function platformOf(value: PlatformValue): Platform | undefined {
  return platforms.find(({ platform }) => platform === value)
}

/** Returns a label's text in the page's language. */
export function useLabel(): (label: Label) => string {
  const { i18n } = useTranslation()
  return (label) => label[i18n.language as keyof Label] ?? label.en
}

/** What a permission of a platform is for; its scope if the platform does not describe it. */
export function usePermissionName(): (platform: PlatformValue, scope: string) => string {
  const label = useLabel()
  return (platform, scope) => {
    const permission = platformOf(platform)?.permissions.find((each) => each.scope === scope)
    return permission ? label(permission.label) : scope
  }
}
